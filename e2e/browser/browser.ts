import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Folder for screenshots; undefined if none are wanted. */
const SHOTS = process.env.SHOTS;

export const WIDE = 1_280;
export const NARROW = 390;

const lacking = existsSync(BROWSER) ? undefined : `${BROWSER} is not there`;

/** Runs `describe` if the browser exists; otherwise skips the block and gives the reason in its title. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (lacking === undefined) describe(name, tests);
  else describe.skip(`${name}, skipped: ${lacking}`, tests);
};

// Chromium has no sandbox in containers
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });

/** Opens a page in a context of its own; collects its console messages and errors. */
export const newPage = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: WIDE, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
};

/** Takes screenshots of a page, wide, narrow and dark, if `SHOTS` is set. */
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

/** True if the page is wider than its viewport. */
export const overflows = (page: Page): Promise<boolean> =>
  page.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth);

/** Accessibility rules that axe checks: WCAG 2.2 AA and best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns the accessibility faults of a page.
 * @param rules names of rules or of groups of rules
 */
export const faultsOn = async (page: Page, rules: readonly string[] = RULES): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`${axe.source};0`);
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(rules)}, iframes: false })`,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}, ${help}: ${html.slice(0, 160)}`));
};

/** Rules that depend on colours: all others find the same in dark colours as in light ones. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

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
 * Returns what a page lacks for search engines, and layout shifts while it loads.
 * @param isTranslated true if the content can be in several languages
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

/** Copies a page whose scripts are off into one with scripts, because axe needs timers. */
export const copyWithScripts = async (page: Page): Promise<Page> => {
  const copy = await (page.context().browser() as Browser).newPage({ viewport: page.viewportSize() });
  await copy.setContent(await page.content());
  return copy;
};

/** True if the page is wider than its viewport at twice the font size. */
const overflowsEnlarged = async (page: Page): Promise<boolean> => {
  const root = page.locator('html');
  await root.evaluate((html) => html.style.setProperty('font-size', '200%'));
  const sticksOut = await overflows(page);
  await root.evaluate((html) => html.style.removeProperty('font-size'));
  return sticksOut;
};

/**
 * Expects no accessibility faults at every layout width, light and dark, no overflow at twice the font size, and an
 * empty console.
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
    const rules = colorScheme === 'dark' ? COLOUR_RULES : RULES;
    expect([width, colorScheme, await faultsOn(page, rules)]).toEqual([width, colorScheme, []]);
    expect([width, await overflows(page)]).toEqual([width, false]);
  }
  await page.setViewportSize({ width: WIDE, height: 900 });
  expect([await overflowsEnlarged(page), complaints]).toEqual([false, []]);
};
