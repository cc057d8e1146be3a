import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureConsole, repository } from '@almanac/infra/console-build';
import { type RunningSite, startSite } from '@almanac/infra/site';
import { createSiteClient } from '@almanac/infra/site-client';
import { readSite, silentLog } from '@almanac/service';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { launch } from '../browser/browser.ts';
import { fillTown, type TownRecords } from './fillTown.ts';
import { pages, type Screen, screens } from './screens.ts';

/**
 * Takes the screenshots of `docs/screenshots`, from the same records at the same time of a fixed clock:
 * `npm run screenshots -- [pages|console] [--only WORD,WORD] [--to FOLDER]`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, to: { type: 'string' } },
});
const folder = values.to ?? join(repository, 'docs/screenshots');
const parts = positionals.length === 0 ? ['pages', 'console'] : positionals;

const isWanted = (name: string): boolean => values.only.split(',').some((word) => name.includes(word));

/** The clock of the site and of the browser at the start. */
const BEGAN = Temporal.Instant.from('2031-05-20T14:00:00Z');

/** The window and the colours of the pictures in each language. */
const KINDS = {
  en: { width: 1_280, height: 900, colorScheme: 'light' },
  'fr-ca': { width: 820, height: 1_000, colorScheme: 'dark' },
  'es-us': { width: 390, height: 844, colorScheme: 'light' },
} as const;

type PictureLanguage = keyof typeof KINDS;
const languages: readonly PictureLanguage[] = ['en', 'fr-ca', 'es-us'];

/** Maximum height in pixels of a picture of a page, which is as high as its content. */
const MAX_HEIGHT = 1_700;
/** Time for an answer on a machine that other work keeps busy. */
const TIMEOUT_MS = 180_000;
const MAX_BYTES = 60 * 1_024;
const QUALITIES = [70, 55, 40, 25];

const LOGIN = 'maria';
const PASSWORD = 'screenshots-only';
const APPLICATION_PASSWORD = 'scre ensh otso nly0 0000 0001';

const start = async (): Promise<RunningSite> => {
  if (!(await ensureConsole())) throw new Error('The console could not be built.');
  const real = Date.now();
  return startSite({
    port: 0,
    host: '127.0.0.1',
    data: ':memory:',
    console: join(repository, 'services/console'),
    now: () => new Date(BEGAN.epochMilliseconds + Date.now() - real),
    log: silentLog,
    site: readSite({
      name: 'Riverside',
      users: [
        {
          login: LOGIN,
          role: 'administrator',
          email: 'maria@example.test',
          password: PASSWORD,
          application_passwords: [{ name: 'screenshots', password: APPLICATION_PASSWORD }],
        },
      ],
    }),
  });
};

/** Writes a picture in the best quality that has at most 60 KB. */
const write = async (shot: Buffer, name: string): Promise<void> => {
  for (const quality of QUALITIES) {
    const webp = await sharp(shot).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length > MAX_BYTES) continue;
    writeFileSync(join(folder, name), webp);
    return;
  }
  throw new Error(`${name} is larger than 60 KB.`);
};

const openContext = async (browser: Browser, language: PictureLanguage): Promise<BrowserContext> => {
  const { width, height, colorScheme } = KINDS[language];
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: language,
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.clock.setFixedTime(BEGAN.epochMilliseconds);
  return context;
};

const nameOf = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replace('{termJob}', 'term')
    .replace(/\/\{\w+\}|\/1$/, '-form')
    .replaceAll('/', '-') || 'home';

/** Loads the pictures that are not in the window yet. */
const LOAD_PICTURES = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode();
}))`;

const shootPages = async (browser: Browser, origin: string): Promise<void> => {
  for (const language of languages) {
    const context = await openContext(browser, language);
    const page = await context.newPage();
    for (const [name, { path }] of Object.entries(pages)) {
      if (!isWanted(name)) continue;
      const prefix = language === 'en' && path !== '/' ? '' : `/${language}`;
      await page.goto(`${origin}${prefix}${path}`, { waitUntil: 'networkidle' });
      await page.evaluate(LOAD_PICTURES);
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      const clip = { x: 0, y: 0, width: KINDS[language].width, height: Math.min(height, MAX_HEIGHT) };
      await write(await page.screenshot({ fullPage: true, clip }), `pages/${name}-${language}.webp`);
    }
    await context.close();
  }
};

/** Waits until a screen of the console has its answers. */
const untilQuiet = async (page: Page): Promise<void> => {
  await page.locator('#main-content :is(button, table, p, label):visible').first().waitFor();
  await page.locator('.MuiSkeleton-root, [role=progressbar]').first().waitFor({ state: 'detached' });
};

const shootConsole = async (browser: Browser, origin: string, records: TownRecords): Promise<void> => {
  for (const language of languages) {
    const context = await openContext(browser, language);
    const page = await context.newPage();
    const address = (path: string): string => `${origin}/${language}/admin/${path}`;
    await page.goto(address('sign-in'));
    await page.locator('#login').fill(LOGIN);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#password').press('Enter');
    await page.locator('#main-content').waitFor();
    for (const { path } of screens) {
      const name = nameOf(path);
      if (!isWanted(name)) continue;
      const screen = path.replace(/\{(\w+)\}/, (_, record: string) => String(records[record]));
      await page.goto(address(screen), { waitUntil: 'networkidle' });
      await untilQuiet(page);
      await page.evaluate(LOAD_PICTURES);
      await write(await page.screenshot({ animations: 'disabled' }), `console/${name}-${language}.webp`);
    }
    await context.close();
  }
};

const rowsOf = (part: string, listed: readonly (readonly [name: string, screen: Screen])[]): string =>
  listed
    .map(([name, { sentence }]) => {
      const links = languages.map((language) => `[${language}](${part}/${name}-${language}.webp)`);
      return `| ${name} | ${sentence} | ${links.join(' · ')} |`;
    })
    .join('\n');

const writeTable = (
  part: string,
  title: string,
  listed: readonly (readonly [name: string, screen: Screen])[],
): void => {
  const text = `# ${title}

Written by \`npm run screenshots\`. English pictures are 1,280 pixels wide, French ones 820 and dark, Spanish ones 390.

| name | what it shows | pictures |
|---|---|---|
${rowsOf(part, listed)}
`;
  writeFileSync(join(folder, `${part}.md`), text);
};

const site = await start();
const browser = await launch();
try {
  const origin = `http://127.0.0.1:${site.port}`;
  const clientOf = (language: string) =>
    createSiteClient({ root: `${origin}/${language}/json`, user: LOGIN, password: APPLICATION_PASSWORD });
  const records = await fillTown(clientOf, BEGAN, await browser.newPage());
  for (const part of parts) {
    if (values.only === '') rmSync(join(folder, part), { recursive: true, force: true });
    mkdirSync(join(folder, part), { recursive: true });
  }
  if (parts.includes('pages')) {
    await shootPages(browser, origin);
    writeTable('pages', 'The pages that visitors see', Object.entries(pages));
  }
  if (parts.includes('console')) {
    // hard to read, so "Appearance" proposes another colour
    await clientOf('en').request('POST', '/core/v2/settings', { accent_color: '#e08a00' });
    await shootConsole(browser, origin, records);
    const listed = screens.map((screen) => [nameOf(screen.path), screen] as const);
    writeTable('console', 'The screens of the console', listed);
  }
} finally {
  await browser.close();
  await site.stop();
}
