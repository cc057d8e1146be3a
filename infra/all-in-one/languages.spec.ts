import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { readSite } from '@almanac/service';
import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

const CODE = /\.(?:[cm]?ts|mjs|tsx)$/;
const TEST =
  /^(?:e2e|libs\/i18n)\/|\.(?:spec|contract)\.\w+$|(?:^|\/)testing(?:\/|\.ts$)|^libs\/content-model\/src\/.*testing/;
/** A text that is one of the default languages; a comment or a description may give one as an example. */
const NAMED = /^(?!\s*(?:\/?\*|\/\/)).*['"](?:en[-_]ca|fr[-_]ca|es[-_]us|en_us)['"]/i;

const EVENTS = '/cal/events/v1/events';
const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const users = [
  {
    login: 'administrator',
    role: 'administrator',
    email: 'administrator@example.test',
    password: 'administrator-pass',
    application_passwords: [{ name: 'spec', password: applicationPassword('administrator') }],
  },
];

let site: AskedSite;
beforeAll(async () => {
  site = await startAsked({ site: readSite({ users, languages: ['de', 'ar', 'pt-BR', 'zh-Hant'] }) });
});
afterAll(async () => {
  await site.running.stop();
  useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
});

const rest = async (method: string, path: string, body?: object, language = 'de') => {
  const headers = {
    ...basic('administrator', applicationPassword('administrator')),
    'content-type': 'application/json',
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${site.origin}/${language}/json${path}`, init);
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};

const create = async (path: string, body: object, language?: string) => {
  const answer = await rest('POST', path, { status: 'publish', ...body }, language);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};

const titlesIn = async (language: string) => {
  const { body } = await rest('GET', `${EVENTS}?start_date=2031-01-01&end_date=2032-01-01`, undefined, language);
  return body.events.map(({ title }: { title: string }) => title);
};

describe('a site with languages of its own', () => {
  it('writes, translates and lists events in each of them', async () => {
    const source = await create(EVENTS, { title: 'Hafenfest', ...times });
    expect(source.i18n).toMatchObject({ language: 'de', source_language: null });
    expect(await titlesIn('de')).toEqual(['Hafenfest']);
    const titles = { ar: 'مهرجان الميناء', 'pt-br': 'Festa do porto', 'zh-hant': '港口節' };
    for (const [language, title] of Object.entries(titles)) {
      expect(await titlesIn(language)).toEqual(['Hafenfest']);
      await create(EVENTS, { title, translation_of: source.id }, language);
      expect(await titlesIn(language)).toEqual([title]);
    }
    const read = await rest('GET', `${EVENTS}/${source.id}`);
    expect(Object.keys(read.body.i18n.translations).sort()).toEqual(['ar', 'de', 'pt-br', 'zh-hant']);
    expect(read.headers.get('content-language')).toBe('de');
    const links = read.headers.get('link') ?? '';
    for (const tag of ['de', 'ar', 'pt-BR', 'zh-Hant', 'x-default']) expect(links).toContain(`hreflang="${tag}"`);
  });

  it('answers languages of other sites as unknown', async () => {
    const { status, body } = await rest('GET', `${EVENTS}?i18n_language=en`);
    expect([status, body.data.params]).toEqual([
      400,
      { i18n_language: 'Die Sprache ist keine von de, ar, pt-br, zh-hant.' },
    ]);
    expect((await site.ask('/fr-ca/events/')).status).toBe(404);
  });

  it('shows pages in their language, script and direction', async () => {
    const post = await create('/core/v2/posts', { title: 'Willkommen', content: 'Hallo.' });
    const arabic = await create('/core/v2/posts', { title: 'أهلا', content: 'أهلا', translation_of: post.id }, 'ar');
    const page = await site.ask(new URL(post.link).pathname);
    expect(page.text).toContain('<html lang="de" dir="ltr"');
    expect(page.text).toContain('hreflang="pt-BR"');
    expect(page.headers.get('content-language')).toBe('de');
    expect(new URL(arabic.link).pathname).toMatch(/^\/ar\//);
    expect((await site.ask(new URL(arabic.link).pathname)).text).toContain('<html lang="ar" dir="rtl"');
    expect((await site.ask('/zh-hant/events/month/2031-06/')).status).toBe(200);
    expect((await site.ask('/', { headers: { 'accept-language': 'pt-PT' } })).text).toContain('<html lang="pt-BR"');
  });

  it('describes its languages in OPTIONS, indexes and OpenAPI', async () => {
    const described = await rest('OPTIONS', '/popup/v1/popups');
    const { args } = described.body.endpoints.find(({ methods }: { methods: string[] }) => methods.includes('POST'));
    expect(args.languages.items.enum).toEqual(['de', 'ar', 'pt-br', 'zh-hant']);
    const openApi = await rest('GET', '/openapi.json?namespace=i18n/st/v1');
    const { source_language: language } = openApi.body.components.schemas.SiteString.properties;
    expect(language).toEqual({ type: 'string', enum: ['de', 'ar', 'pt-br', 'zh-hant'] });
  });

  it('adds a language at run time, unless a record has its address', async () => {
    const change = (languages: string[]) => rest('PATCH', '/core/v2/settings', { languages });
    for (const [type, slug] of [
      ['post', 'nl'],
      ['page', 'da'],
    ]) {
      const { id } = await create(`/core/v2/${type}s`, { title: 'Pier', slug });
      const conflict = await change(['de', 'ar', 'pt-BR', 'zh-Hant', `${slug}`]);
      expect([conflict.status, conflict.body.code]).toEqual([409, 'i18n_language_conflict']);
      expect(conflict.body.data).toMatchObject({ language: slug, type, id });
    }
    expect((await change(['de', 'tag'])).body.code).toBe('i18n_language_conflict');
    expect((await change(['ar'])).body.code).toBe('i18n_default_in_use');
    expect((await rest('GET', `${EVENTS}?i18n_language=sv`)).status).toBe(400);
    expect((await change(['de', 'ar', 'pt-BR', 'zh-Hant', 'sv'])).status).toBe(200);
    expect((await rest('GET', `${EVENTS}?i18n_language=sv`)).status).toBe(200);
    expect((await site.ask('/sv/events/')).text).toContain('<html lang="sv"');
  });

  it('hides the records of a language that is switched off, and shows them when it is on again', async () => {
    const change = (languages: string[]) => rest('PATCH', '/core/v2/settings', { languages });
    const before = await titlesIn('ar');
    expect(before).toHaveLength(1);
    await change(['de', 'pt-BR', 'zh-Hant']);
    expect((await rest('GET', `${EVENTS}?i18n_language=ar`)).status).toBe(400);
    expect((await site.ask('/ar/events/')).status).toBe(404);
    await change(['de', 'ar', 'pt-BR', 'zh-Hant']);
    expect(await titlesIn('ar')).toEqual(before);
  });

  it('shows older records of the default language in lists of a language added later, except translated ones', async () => {
    const change = (languages: string[]) => rest('PATCH', '/core/v2/settings', { languages });
    const venue = await create('/cal/events/v1/venues', { venue: 'Halle' });
    const category = await create('/cal/events/v1/categories', { name: 'Musik' });
    const event = await create(EVENTS, { title: 'Konzert', ...times, categories: [category.id], venue: venue.id });
    const post = await create('/core/v2/posts', { title: 'Programm' });
    const term = await create('/core/v2/categories', { name: 'Neues' });
    await change(['de', 'ar', 'pt-BR', 'zh-Hant', 'it']);
    const lists = {
      // only published: a list of an editor shows a draft version in place of its original
      events: [`${EVENTS}?start_date=2031-01-01&end_date=2032-01-01&per_page=50&status=publish`, event.id],
      venues: ['/cal/events/v1/venues', venue.id],
      categories: ['/cal/events/v1/categories?hide_empty=false', category.id],
      posts: ['/core/v2/posts', post.id],
      terms: ['/core/v2/categories', term.id],
    } as const;
    const idsIn = async (name: keyof typeof lists, language: string): Promise<number[]> => {
      const { body } = await rest('GET', lists[name][0], undefined, language);
      return (Array.isArray(body) ? body : body[name]).map(({ id }: { id: number }) => id);
    };
    for (const [name, [, id]] of Object.entries(lists)) {
      expect(await idsIn(name as keyof typeof lists, 'it')).toContain(id);
      expect(await idsIn(name as keyof typeof lists, 'it')).toEqual(await idsIn(name as keyof typeof lists, 'de'));
    }
    const translations = {
      events: await create(EVENTS, { title: 'Concerto', translation_of: event.id }, 'it'),
      venues: await create('/cal/events/v1/venues', { venue: 'Sala', translation_of: venue.id }, 'it'),
      categories: await create('/cal/events/v1/categories', { name: 'Musica', translation_of: category.id }, 'it'),
      posts: await create('/core/v2/posts', { title: 'Programma', translation_of: post.id }, 'it'),
      terms: await create('/core/v2/categories', { name: 'Notizie', translation_of: term.id }, 'it'),
    };
    for (const [name, { id }] of Object.entries(translations)) {
      const ids = await idsIn(name as keyof typeof lists, 'it');
      expect([name, ids.includes(id), ids.includes(lists[name as keyof typeof lists][1])]).toEqual([name, true, false]);
    }
    await rest('PATCH', `${EVENTS}/${translations.events.id}`, { status: 'draft' }, 'it');
    expect(await idsIn('events', 'it')).toContain(event.id);
  });

  it('serves feeds in each language', async () => {
    const feed = await site.ask('/zh-hant/feed.xml');
    expect(feed.text).toContain('<language>zh-Hant</language>');
  });
});

describe('code outside the library of languages', () => {
  it('names none of the languages that a site has by default', () => {
    const root = join(import.meta.dirname, '../..');
    const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    });
    const paths = stdout
      .split('\0')
      .filter((path) => CODE.test(path) && !TEST.test(path) && existsSync(join(root, path)));
    expect(paths.length).toBeGreaterThan(1_000);
    const named = paths.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (NAMED.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(named).toEqual([]);
  });
});
