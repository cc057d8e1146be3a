import { startSite } from '@almanac/infra/site';
import { createLog, readSite } from '@almanac/service';
import type { Browser } from 'playwright-core';
import { copyWithScripts, describeInBrowser, faultsOn, launch, newPage, overflows, shoot } from './browser.ts';

const PASSWORD = 'seven herons at the harbour';

describeInBrowser('the link of a first start', () => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let browser: Browser;
  beforeAll(async () => {
    const log = createLog({ level: 'warn', pretty: false });
    site = await startSite({
      port: 0,
      host: '127.0.0.1',
      data: ':memory:',
      site: readSite({}),
      environment: {},
      log,
    });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  it('sets the administrator’s password and signs in, once', async () => {
    const origin = `http://127.0.0.1:${site.port}`;
    const link = `${origin}/en/admin/set-password?token=${site.firstCredentials?.token}`;
    const { page } = await newPage(browser, { javaScriptEnabled: false });
    const send = async (password: string, again: string) => {
      const [first, second] = await page.locator('main input[type=password]').all();
      await first?.fill(password);
      await second?.fill(again);
      await page.locator('main button').click();
    };
    await page.goto(link);
    await shoot(page, 'set-password');
    const copy = await copyWithScripts(page);
    expect([await faultsOn(copy), await overflows(page)]).toEqual([[], false]);
    await copy.close();

    await send(PASSWORD, 'seven herons');
    expect(await page.getByRole('alert').textContent()).toContain('The two passwords are not the same.');
    await send(PASSWORD, PASSWORD);
    expect(page.url()).toBe(`${origin}/en/admin/`);
    expect(await page.locator('main').textContent()).toContain('You are signed in as admin.');

    const used = await page.goto(link);
    expect(used?.status()).toBe(410);
    await page.context().clearCookies();
    await page.goto(`${origin}/en/admin/`);
    await page.locator('#login').fill('admin');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('main button').click();
    expect(await page.locator('main').textContent()).toContain('You are signed in as admin.');
    await page.context().close();
  });
});
