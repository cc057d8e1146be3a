import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

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

/** What a program can judge of a page for those who do not see it, or use no mouse: WCAG 2.2 AA, and good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The faults of a page for such visitors; `[]` for a page without them. */
export const faultsOn = async (page: Page): Promise<string[]> => {
  await page.evaluate(`${axe.source};0`);
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(RULES)}, iframes: false })`,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}, ${help}: ${html.slice(0, 160)}`));
};

const FINDINGS = `(async () => {
  const told = (name) => document.querySelector(name)?.content || document.querySelector(name)?.href || '';
  const shifts = await new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum)));
  });
  return {
    isIndexed: !told('meta[name=robots]').includes('noindex'),
    headings: document.querySelectorAll('h1').length,
    description: told('meta[name=description]'),
    canonical: told('link[rel=canonical]'),
    versions: document.querySelectorAll('link[rel=alternate][hreflang]').length,
    shifts,
  };
})()`;

/**
 * What search engines miss on a page, or what jumps while it loads; `[]` for a page that has all.
 * @param isTranslated whether what it shows can be in several languages
 */
export const lackingOn = async (page: Page, isTranslated: boolean): Promise<string[]> => {
  const found = (await page.evaluate(FINDINGS)) as Record<'description' | 'canonical', string> &
    Record<'headings' | 'versions' | 'shifts', number> & { readonly isIndexed: boolean };
  const { isIndexed, headings, description, canonical, versions, shifts } = found;
  return [
    ...(headings === 1 ? [] : [`${headings} first headings`]),
    ...(shifts < 0.01 ? [] : [`a layout that shifts by ${shifts}`]),
    ...(isIndexed && description === '' ? ['no description'] : []),
    ...(isIndexed && canonical === '' ? ['no canonical address'] : []),
    ...(isIndexed && isTranslated && versions === 0 ? ['no versions'] : []),
  ];
};

/** A copy of a page whose scripts are off: axe needs timers, which are off with them. */
export const copyWithScripts = async (page: Page): Promise<Page> => {
  const copy = await (page.context().browser() as Browser).newPage({ viewport: page.viewportSize() });
  await copy.setContent(await page.content());
  return copy;
};

/** Whether something sticks out once letters are twice as large. */
const overflowsEnlarged = async (page: Page): Promise<boolean> => {
  const root = page.locator('html');
  await root.evaluate((html) => html.style.setProperty('font-size', '200%'));
  const sticksOut = await overflows(page);
  await root.evaluate((html) => html.style.removeProperty('font-size'));
  return sticksOut;
};

/**
 * Expects a page without faults at every width at which it is laid out in another way, light and dark, with letters of
 * twice the size too, and a console that had nothing to say.
 */
export const expectSound = async (page: Page, complaints: readonly string[]): Promise<void> => {
  for (const [width, colorScheme] of [
    [WIDE, 'light'],
    [WIDE, 'dark'],
    [WIDE / 2, 'light'],
    [NARROW, 'light'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect([width, colorScheme, await faultsOn(page)]).toEqual([width, colorScheme, []]);
    expect([width, await overflows(page)]).toEqual([width, false]);
  }
  await page.setViewportSize({ width: WIDE, height: 900 });
  expect([await overflowsEnlarged(page), complaints]).toEqual([false, []]);
};
