import { type RunningSite, startSite } from '@almanac/infra/site';
import { readSite, silentLog } from '@almanac/service';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, WIDE } from './browser.ts';

/** A page of the console in a context of its own, opened by a user of the site. */
export const openConsole = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
  login = 'ada',
): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: WIDE, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('#login').fill(login);
  await page.locator('#password').fill(`${login}-pass`);
  await page.locator('#password').press('Enter');
  await page.locator('nav.console').waitFor();
  return page;
};

/** Presses the Tab key until a given element has the focus. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  const label = () =>
    page.evaluate('(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()');
  for (let step = 0; step < 80 && (await label()) !== name; step++) await page.keyboard.press('Tab');
  expect(await label()).toBe(name);
};

/** Starts a site with one user and a browser for the tests of a `describe`; opens views of the console as that user. */
export const consoleOf = (login: string, role: string) => {
  const site = readSite({
    name: 'Riverside',
    users: [{ login, role, email: `${login}@example.test`, password: `${login}-pass` }],
  });
  let running: RunningSite;
  let browser: Browser;
  beforeAll(async () => {
    running = await startSite({ port: 0, host: '127.0.0.1', data: ':memory:', site, log: silentLog });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });
  return (view: string, options?: BrowserContextOptions): Promise<Page> =>
    openConsole(browser, `http://127.0.0.1:${running.port}/en/admin/${view}`, options, login);
};
