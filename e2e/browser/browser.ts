import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { checks } from './accessibility.mjs';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** A folder for pictures of the pages, where somebody wants to look at them. */
const SHOTS = process.env.SHOTS;

export const WIDE = 1_280;
export const NARROW = 390;

const lacking = existsSync(BROWSER) ? undefined : `${BROWSER} is not there`;

/** `describe` where there is a browser; where there is none, the skipped block's title says why. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (lacking === undefined) describe(name, tests);
  else describe.skip(`${name}, skipped: ${lacking}`, tests);
};

// containers have no sandbox for it
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });

/** A page of a context of its own, and everything that its console says. */
export const newPage = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: WIDE, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
};

/** Takes pictures of a page, wide, narrow and dark, if somebody wants them. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [kind, width, colorScheme] of [
    ['dark', WIDE, 'dark'],
    ['narrow', NARROW, 'light'],
    ['wide', WIDE, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SHOTS, `${name}-${kind}.png`), fullPage: true });
  }
};

/** Whether something sticks out at the side. */
export const overflows = (page: Page): Promise<boolean> =>
  page.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth);

/** The faults of a page for visitors who do not see it or use no mouse; `[]` for a page without them. */
export const faultsOn = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const check of checks) found.push(...(await page.evaluate(check)));
  return found;
};
