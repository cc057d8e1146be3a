import { ORIGIN, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('single reads', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (language: string, path: string, body: object) =>
    (await calendar.ask('editor', 'POST', path, { language, body })).body;
  const read = (path: string, language = 'en') => calendar.ask('visitor', 'GET', path, { language });

  it.each([
    ['/events', { title: 'x', ...times }],
    ['/venues', { venue: 'x' }],
    ['/organizers', { organizer: 'x' }],
    ['/categories', { name: 'x' }],
  ])('name the language of %s and their other versions', async (path, body) => {
    const english = await create('en', path, body);
    const alone = await read(`${path}/${english.id}`, 'fr-ca');
    expect([alone.headers.get('content-language'), alone.headers.get('link')]).toEqual(['en', null]);
    expect(alone.body._links?.alternate).toBeUndefined();
    const french = await create('fr-ca', path, { ...body, translation_of: english.id });
    const answer = await read(`${path}/${french.id}`);
    const at = (code: string, id: number) => `${ORIGIN}/${code}/json/cal/events/v1${path}/${id}`;
    const alternate = [
      { hreflang: 'en', href: at('en', english.id) },
      { hreflang: 'fr-CA', href: at('fr-ca', french.id) },
      { hreflang: 'fr', href: at('fr-ca', french.id) },
      { hreflang: 'x-default', href: at('en', english.id) },
    ];
    expect(answer.body._links.alternate).toEqual(alternate);
    expect(answer.headers.get('content-language')).toBe('fr-CA');
    expect(answer.headers.get('link')).toBe(
      alternate.map(({ href, hreflang }) => `<${href}>; rel="alternate"; hreflang="${hreflang}"`).join(', '),
    );
  });

  it('name versions to visitors who may read them', async () => {
    const english = await create('en', '/venues', { venue: 'Hall' });
    await create('fr-ca', '/venues', { venue: 'Salle', status: 'draft', translation_of: english.id });
    expect((await read(`/venues/${english.id}`)).headers.get('link')).toBeNull();
  });
});

describe('categories', () => {
  it('name their language and their other versions', async () => {
    const calendar = await serveCalendar();
    const ask = (language: string, body: object) =>
      calendar.ask('editor', 'POST', '/categories', { language, body }).then((answer) => answer.body);
    const music = await ask('en', { name: 'Music' });
    const musique = await ask('fr-ca', { name: 'Musique', translation_of: music.id });
    const translations = { en: music.id, 'fr-ca': musique.id };
    expect(musique.i18n).toEqual({ language: 'fr-ca', source_language: 'en', group_id: music.id, translations });
    const { body } = await calendar.ask('visitor', 'GET', '/categories?hide_empty=false', { language: 'en' });
    expect(body.categories[0].i18n).toEqual({
      language: 'en',
      source_language: null,
      group_id: music.id,
      translations,
    });
    await calendar.stop();
  });
});
