import { serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe.each(['categories', 'tags'] as const)('translated %s', (plural) => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (path: string, body: object, language = 'en') => {
    const answer = await calendar.ask('editor', 'POST', path, { language, body });
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body;
  };
  const term = (name: string, language: string, source?: number) =>
    create(`/${plural}`, { name, ...(source && { translation_of: source }) }, language);
  const event = (title: string, body: object, language = 'en') =>
    create('/events', { ...times, title, ...body }, language);
  const read = async (path: string, language = 'en') => (await calendar.ask('visitor', 'GET', path, { language })).body;
  const names = async (query: string, language: string) =>
    (await read(`/${plural}?${query}`, language))[plural].map(({ name }: { name: string }) => name);

  it('name their language', async () => {
    const music = await term('Music', 'en');
    expect(music.i18n).toEqual({
      language: 'en',
      source_language: null,
      group_id: music.id,
      translations: { en: music.id },
    });
    const musique = await term('Musique', 'fr-ca', music.id);
    const musica = await term('Música', 'es-us', musique.id);
    const translations = { en: music.id, 'fr-ca': musique.id, 'es-us': musica.id };
    expect(musica.i18n).toEqual({
      language: 'es-us',
      source_language: 'fr-ca',
      group_id: music.id,
      translations,
    });
    expect((await read(`/${plural}/${music.id}`)).i18n).toEqual({ ...music.i18n, translations });
    const [listed] = (await read(`/${plural}?hide_empty=false`, 'fr-ca'))[plural];
    expect(listed.i18n).toEqual({ ...musica.i18n, language: 'fr-ca', source_language: 'en' });
  });

  it('link their other versions', async () => {
    const music = await term('Music', 'en');
    const musique = await term('Musique', 'fr-ca', music.id);
    const { headers, body } = await calendar.ask('visitor', 'GET', `/${plural}/${musique.id}`);
    expect(headers.get('content-language')).toBe('fr-CA');
    expect(body._links.alternate.map(({ hreflang }: { hreflang: string }) => hreflang)).toEqual([
      'en',
      'fr-CA',
      'fr',
      'x-default',
    ]);
  });

  it('move to the new version of an event in its own language', async () => {
    const music = await term('Music', 'en');
    const musique = await term('Musique', 'fr-ca', music.id);
    const food = await term('Food', 'en');
    const harbour = await event('Harbour', { [plural]: [music.id, food.id] });
    const inherited = async (title: string, language: string) =>
      (await event(title, { translation_of: harbour.id }, language))[plural].map(({ id }: { id: number }) => id);
    expect(await inherited('Port', 'fr-ca')).toEqual([food.id, musique.id]);
    expect(await inherited('Puerto', 'es-us')).toEqual([food.id, music.id]);
  });

  it('find events that have any version of them', async () => {
    const music = await term('Music', 'en');
    const musique = await term('Musique', 'fr-ca', music.id);
    const harbour = await event('Harbour', { [plural]: 'music' });
    await event('Parc', { [plural]: 'musique' }, 'fr-ca');
    const titles = async (value: unknown, language: string) =>
      (await read(`/events?${plural}=${value}`, language)).events.map(({ title }: { title: string }) => title);
    for (const value of ['musique', 'music', musique.id, music.id]) {
      expect(await titles(value, 'fr-ca')).toEqual(['Harbour', 'Parc']);
    }
    await event('Port', { translation_of: harbour.id }, 'fr-ca');
    expect(await titles('musique', 'fr-ca')).toEqual(['Parc', 'Port']);
    expect(await titles(musique.id, 'en')).toEqual(['Harbour']);
  });

  it('are listed and counted in each language as events have them', async () => {
    const music = await term('Music', 'en');
    await term('Musique', 'fr-ca', music.id);
    const { id } = await event('Harbour', { [plural]: 'music' });
    expect([await names('', 'en'), await names('', 'fr-ca')]).toEqual([['Music'], []]);
    expect([await names(`event=${id}`, 'en'), await names(`event=${id}`, 'fr-ca')]).toEqual([['Music'], ['Musique']]);
    await event('Port', { translation_of: id }, 'fr-ca');
    expect([await names('', 'en'), await names('', 'fr-ca')]).toEqual([['Music'], ['Musique']]);
    const [musique] = (await read(`/${plural}`, 'fr-ca'))[plural];
    expect(musique.count).toBe(1);
  });
});

describe('categories below a translated one', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (path: string, body: object, language = 'en') =>
    (await calendar.ask('editor', 'POST', path, { language, body })).body;
  const read = async (path: string, language: string) =>
    (await calendar.ask('visitor', 'GET', path, { language })).body;

  it('are found, and their events, by any version of it', async () => {
    const music = await create('/categories', { name: 'Music' });
    const musique = await create('/categories', { name: 'Musique', translation_of: music.id }, 'fr-ca');
    const jazz = await create('/categories', { name: 'Jazz', parent: music.id });
    const chanson = await create('/categories', { name: 'Chanson', parent: musique.id }, 'fr-ca');
    for (const { id } of [jazz, chanson]) await create('/events', { ...times, title: 'x', categories: [id] }, 'fr-ca');
    for (const { id } of [music, musique]) {
      const below = (await read(`/categories?parent=${id}`, 'fr-ca')).categories;
      expect(below.map(({ name }: { name: string }) => name)).toEqual(['Chanson', 'Jazz']);
      expect((await read(`/events?categories=${id}&start_date=2031-06-01&end_date=2031-07-01`, 'fr-ca')).total).toBe(2);
    }
    expect((await read('/categories?parent=0', 'fr-ca')).categories).toMatchObject([{ name: 'Musique' }]);
  });

  it('move below its version that is made later in their language', async () => {
    const music = await create('/categories', { name: 'Music' });
    const chanson = await create('/categories', { name: 'Chanson', parent: music.id }, 'fr-ca');
    const jazz = await create('/categories', { name: 'Jazz', parent: music.id });
    const musique = await create('/categories', { name: 'Musique', translation_of: music.id }, 'fr-ca');
    const parentOf = async ({ id }: { id: number }) => (await read(`/categories/${id}`, 'en')).parent;
    expect([await parentOf(chanson), await parentOf(jazz)]).toEqual([musique.id, music.id]);
    await calendar.ask('editor', 'DELETE', `/categories/${music.id}`);
    expect([await parentOf(chanson), await parentOf(jazz)]).toEqual([musique.id, 0]);
  });

  it('stay above a version that is made below them', async () => {
    const music = await create('/categories', { name: 'Music' });
    const chanson = await create('/categories', { name: 'Chanson', parent: music.id }, 'fr-ca');
    const values = { name: 'Musique', parent: chanson.id, translation_of: music.id };
    const musique = await create('/categories', values, 'fr-ca');
    expect(musique.parent).toBe(chanson.id);
    expect((await read(`/categories/${chanson.id}`, 'en')).parent).toBe(music.id);
  });
});

describe('copies of tags', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  let position = 0;
  const deliver = (data: object) =>
    calendar.deliver({
      type: 'core.tag-changed.v1',
      data: { slug: 'x', description: '', ...data },
      position: ++position,
    });
  const sources = async () => {
    const { body } = await calendar.ask('visitor', 'GET', '/tags?hide_empty=false', { language: 'es-us' });
    const [{ i18n }] = body.tags;
    const of = async (id: number) => (await calendar.ask('visitor', 'GET', `/tags/${id}`)).body.i18n.source_language;
    const ids = Object.entries<number>(i18n.translations);
    return Object.fromEntries(await Promise.all(ids.map(async ([language, id]) => [language, await of(id)])));
  };

  it('take the first member for the original until core names it', async () => {
    await deliver({ id: 4, name: 'Music', language: 'en', group: null });
    await deliver({ id: 5, name: 'Musique', language: 'fr-ca', group: 4 });
    await deliver({ id: 4, group: 4 });
    await deliver({ id: 6, name: 'Música', language: 'es-us', group: 4 });
    expect(await sources()).toEqual({ en: null, 'fr-ca': 'en', 'es-us': 'en' });
    await deliver({ id: 6, group: 4, source: 'fr-ca' });
    expect(await sources()).toEqual({ en: null, 'fr-ca': 'en', 'es-us': 'fr-ca' });
  });

  it('follow core when the original is deleted', async () => {
    await deliver({ id: 4, name: 'Music', language: 'en', group: 4, source: null });
    await deliver({ id: 5, name: 'Musique', language: 'fr-ca', group: 4, source: 'en' });
    await deliver({ id: 6, name: 'Música', language: 'es-us', group: 4, source: 'en' });
    await calendar.deliver({ type: 'core.tag-deleted.v1', data: { id: 4 }, position: ++position });
    expect((await sources())['fr-ca']).toBeNull();
    await deliver({ id: 6, group: 4, source: null });
    await deliver({ id: 5, group: 4, source: 'es-us' });
    expect(await sources()).toEqual({ 'fr-ca': 'es-us', 'es-us': null });
  });
});
