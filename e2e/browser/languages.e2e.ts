import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSiteClient } from '@almanac/infra/site-client';
import type { Browser } from 'playwright-core';
import { password, type SiteProcess, siteFile, startSite } from '../site.ts';
import { describeInBrowser, faultsOn, launch, NARROW, newPage, overflows, shoot } from './browser.ts';

const LANGUAGES = ['de', 'ar', 'pt-BR', 'zh-Hant'];

/** Texts of the same records in each language. */
const TEXTS = {
  de: {
    festival: 'Hafenfest',
    concert: 'Benefizkonzert der Donaudampfschifffahrtsgesellschaftskapelle',
    walk: 'Morgenspaziergang',
    about: 'Musik, Essen und ein Feuerwerk am Abend.',
    post: 'Willkommen am Fluss',
    page: 'Über uns',
    category: 'Musik',
  },
  ar: {
    festival: 'مهرجان الميناء',
    concert: 'حفلة موسيقية خيرية عند الغروب (Sunset)',
    walk: 'نزهة الصباح',
    about: 'موسيقى وطعام وألعاب نارية في المساء.',
    post: 'أهلا بكم على ضفة النهر',
    page: 'من نحن',
    category: 'موسيقى',
  },
  'pt-br': {
    festival: 'Festa do porto',
    concert: 'Concerto beneficente da banda municipal ao pôr do sol',
    walk: 'Caminhada da manhã',
    about: 'Música, comida e fogos de artifício à noite.',
    post: 'Bem-vindos ao rio',
    page: 'Sobre nós',
    category: 'Música',
  },
  'zh-hant': {
    festival: '港口節',
    concert: '日落慈善音樂會',
    walk: '晨間散步',
    about: '音樂、美食與晚間煙火。',
    post: '歡迎來到河畔',
    page: '關於我們',
    category: '音樂',
  },
} as const;

/** Pages of which `SHOTS` keeps screenshots. */
const TELLING = new Set(['ar-month', 'ar-week', 'ar-event', 'zh-hant-list', 'zh-hant-month', 'pt-br-home', 'de-week']);

/** June of the next year, which is less than two years away, so that the home page shows its events. */
const MONTH = `${new Date().getFullYear() + 1}-06`;

type Code = keyof typeof TEXTS;
const CODES = Object.keys(TEXTS) as Code[];

interface Addresses {
  readonly event: string;
  readonly post: string;
  readonly page: string;
}

/** Writes the records in German and their translations; returns their addresses in each language. */
const fill = async (site: SiteProcess): Promise<Record<Code, Addresses>> => {
  const sources: Record<string, number> = {};
  const clientIn = (code: Code) =>
    createSiteClient({ root: `${site.origin}/${code}/json`, user: 'admin', password: password('admin') });
  const fillIn = async (code: Code): Promise<Addresses> => {
    const client = clientIn(code);
    const texts = TEXTS[code];
    const create = async (name: string, path: string, body: object) => {
      const source = sources[name];
      const made = await client.request<{ id: number; url?: string; link?: string }>('POST', path, {
        ...body,
        ...(source !== undefined && { translation_of: source }),
      });
      sources[name] ??= made.id;
      return { ...made, address: new URL(made.url ?? made.link ?? site.origin).pathname };
    };
    const category = await create('category', '/cal/events/v1/categories', { name: texts.category });
    const venue = { venue: 'Halle am Hafen', address: 'Kai 1', city: 'Hamburg' };
    const shared = code === 'de' ? { venue, cost: '15' } : {};
    const event = (name: 'festival' | 'concert' | 'walk', start_date: string, end_date: string, more: object = {}) =>
      create(name, '/cal/events/v1/events', {
        title: texts[name],
        description: `<p>${texts.about}</p>`,
        start_date,
        end_date,
        status: 'publish',
        ...more,
      });
    await event('festival', `${MONTH}-11 18:00:00`, `${MONTH}-14 23:00:00`);
    await event('walk', `${MONTH}-10 19:00:00`, `${MONTH}-10 20:30:00`);
    const concert = await event('concert', `${MONTH}-10 19:30:00`, `${MONTH}-10 22:00:00`, {
      ...shared,
      categories: [category.id],
    });
    const content = `<h2>${texts.festival}</h2><p>${texts.about}</p><ul><li>${texts.walk}</li></ul><blockquote>${texts.about}</blockquote>`;
    const post = await create('post', '/core/v2/posts', { title: texts.post, content, status: 'publish' });
    const page = await create('page', '/core/v2/pages', { title: texts.page, content, status: 'publish' });
    return { event: concert.address, post: post.address, page: page.address };
  };
  const addresses: Partial<Record<Code, Addresses>> = {};
  for (const code of CODES) addresses[code] = await fillIn(code);
  return addresses as Record<Code, Addresses>;
};

describeInBrowser('a site in German, Arabic, Portuguese and Chinese in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-languages-'));
  let site: SiteProcess;
  let browser: Browser;
  let addresses: Record<Code, Addresses>;
  beforeAll(async () => {
    const [file, messages] = [join(folder, 'site.json'), join(folder, 'messages')];
    mkdirSync(messages);
    copyFileSync(new URL('arabic.json', import.meta.url), join(messages, 'ar.json'));
    const { default_language: _, ...own } = JSON.parse(readFileSync(siteFile, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...own, name: 'Hafen', languages: LANGUAGES }));
    site = await startSite({ SITE_FILE: file, MESSAGES: messages }, 'de');
    addresses = await fill(site);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(CODES)('has no fault in %s, wide and narrow, light and dark', async (code) => {
    const { page, complaints } = await newPage(browser);
    const paths: Record<string, string> = {
      home: `/${code}/`,
      month: `/${code}/events/month/${MONTH}/`,
      list: `/${code}/events/list/?search=${encodeURIComponent(TEXTS[code].festival.slice(0, 2))}`,
      week: `/${code}/events/week/${MONTH}-10/`,
      day: `/${code}/events/day/${MONTH}-10/`,
      search: `/${code}/search/?s=${encodeURIComponent(TEXTS[code].festival)}`,
      missing: `/${code}/nowhere/`,
      ...addresses[code],
    };
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(site.origin + path);
      if (TELLING.has(`${code}-${name}`)) await shoot(page, `languages-${code}-${name}`);
      expect(await page.locator('html').getAttribute('dir')).toBe(code === 'ar' ? 'rtl' : 'ltr');
      for (const [width, colorScheme] of [
        [1_440, 'light'],
        [NARROW, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect([name, width, await faultsOn(page), await overflows(page)]).toEqual([name, width, [], false]);
      }
      await page.setViewportSize({ width: 820, height: 900 });
      expect([name, await overflows(page)]).toEqual([name, false]);
      if (name === 'list' || name === 'search')
        expect(await page.getByRole('link', { name: TEXTS[code].festival }).count()).toBe(1);
    }
    expect(complaints.filter((complaint) => !complaint.includes('404 (Not Found)'))).toEqual([]);
    await page.context().close();
  });

  it('puts the first day of an Arabic week at the right, and the way back beside it', async () => {
    const { page } = await newPage(browser);
    await page.goto(`${site.origin}/ar/events/month/${MONTH}/`);
    const xOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? 0;
    expect(await xOf('.month th:first-child')).toBeGreaterThan(await xOf('.month th:last-child'));
    expect(await xOf('.turns [rel=prev]')).toBeGreaterThan(await xOf('.turns [rel=next]'));
    await page.context().close();
  });
});
