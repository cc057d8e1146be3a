import { roles } from '@almanac/identity';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('translations of records', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (language: string, body: object, path = '/events') => {
    const answer = await calendar.ask('editor', 'POST', path, { language, body: { ...times, ...body } });
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body;
  };
  const titles = async (language: string) =>
    (await calendar.ask('visitor', 'GET', '/events', { language })).body.events.map(
      (event: { title: string }) => event.title,
    );

  it('appear as records of the default language until a public translation exists', async () => {
    const original = await create('en', { title: 'Harbour' });
    expect(await titles('fr-ca')).toEqual(['Harbour']);
    const draft = await create('fr-ca', { title: 'Port', translation_of: original.id, status: 'draft' });
    expect(await titles('fr-ca')).toEqual(['Harbour']);
    await calendar.ask('editor', 'POST', `/events/${draft.id}`, { body: { status: 'publish' } });
    expect([await titles('fr-ca'), await titles('en'), await titles('es-us'), await titles('en-ca')]).toEqual([
      ['Port'],
      ['Harbour'],
      ['Harbour'],
      ['Harbour'],
    ]);
    await calendar.ask('editor', 'DELETE', `/events/${draft.id}`);
    expect(await titles('fr-ca')).toEqual(['Harbour']);
  });

  it('appear only in the lists of their own language', async () => {
    await create('fr-ca', { title: 'Port' });
    expect([await titles('fr-ca'), await titles('en')]).toEqual([['Port'], []]);
  });

  it.each([
    ['/events', 'title', 'events'],
    ['/venues', 'venue', 'venues'],
    ['/organizers', 'organizer', 'organizers'],
  ])(
    'hide their original in the lists of %s for those who may list them, even as drafts',
    async (path, noun, plural) => {
      const original = await create('en', { [noun]: 'Harbour' }, path);
      const draft = await create('fr-ca', { [noun]: 'Port', translation_of: original.id, status: 'draft' }, path);
      const pier = await create('en', { [noun]: 'Pier' }, path);
      const listed = async (as: 'editor' | 'contributor' | 'visitor', query = '', language = 'fr-ca') => {
        const { body } = await calendar.ask(as, 'GET', `${path}?${query}`, { language });
        expect(body.total).toBe(body[plural].length);
        return body[plural].map(({ id }: { readonly id: number }) => id).sort();
      };
      const [withOriginal, withDraft] = [
        [original.id, pier.id],
        [draft.id, pier.id],
      ];
      expect(await listed('editor', 'status=publish,draft')).toEqual(withDraft);
      expect(await listed('editor')).toEqual(withDraft);
      expect(await listed('editor', 'status=publish')).toEqual(withOriginal);
      expect(await listed('editor', 'status=draft')).toEqual([draft.id]);
      expect(await listed('editor', '', 'es-us')).toEqual(withOriginal);
      expect(await listed('editor', '', 'en')).toEqual(withOriginal);
      expect(await listed('contributor', 'status=publish,draft')).toEqual(withOriginal);
      expect(await listed('visitor')).toEqual(withOriginal);
      await calendar.ask('editor', 'DELETE', `${path}/${draft.id}`);
      expect(await listed('editor', 'status=publish,trash')).toEqual([original.id, draft.id, pier.id]);
    },
  );

  it('name each other', async () => {
    const original = await create('en', { title: 'Harbour' });
    const french = await create('fr-ca', { title: 'Port', translation_of: original.id });
    const spanish = await create('es-us', { title: 'Puerto', translation_of: french.id });
    const translations = { en: original.id, 'fr-ca': french.id, 'es-us': spanish.id };
    expect(spanish.i18n).toEqual({ language: 'es-us', source_language: 'fr-ca', group_id: original.id, translations });
    const { body } = await calendar.ask('visitor', 'GET', `/events/${original.id}`);
    expect(body.i18n).toEqual({ language: 'en', source_language: null, group_id: original.id, translations });
  });

  it('are refused as second versions of a language', async () => {
    const original = await create('en', { title: 'Harbour' });
    await create('fr-ca', { title: 'Port', translation_of: original.id });
    for (const language of ['fr-ca', 'en']) {
      const body = { ...times, title: 'Again', translation_of: original.id };
      const answer = await calendar.ask('editor', 'POST', '/events', { language, body });
      expect([answer.status, answer.body.code]).toEqual([409, 'i18n_group_conflict']);
    }
  });

  it.each(['/events', '/venues', '/organizers'])(
    'can be created for %s only by users who may edit the source',
    async (path) => {
      const noun = { '/events': 'title', '/venues': 'venue', '/organizers': 'organizer' }[path] as string;
      const asContributor = async (source: number) =>
        calendar.ask('contributor', 'POST', path, {
          language: 'fr-ca',
          body: { ...times, [noun]: 'Port', translation_of: source },
        });
      for (const status of ['private', 'draft', 'publish', undefined]) {
        const fields = { [noun]: 'Harbour', status, phone: '555-0100' };
        const id = status === undefined ? 0 : (await create('en', fields, path)).id;
        const before = await calendar.store.last();
        const refused = await asContributor(id);
        expect([refused.status, refused.body.code]).toEqual([400, 'i18n_unknown_source']);
        expect(await calendar.store.last()).toBe(before);
      }
      const own = await calendar.ask('contributor', 'POST', path, { body: { ...times, [noun]: 'Mine' } });
      expect((await asContributor(own.body.id)).status).toBe(201);
    },
  );

  it('take the dates of the source, whatever a request sends', async () => {
    const { id } = await create('en', { title: 'Harbour', all_day: true });
    const reversed = { start_date: '2040-01-02', end_date: '2040-01-01', timezone: 'UTC' };
    const versions = [['fr-ca', {}] as const, ['es-us', reversed] as const];
    for (const [language, dates] of versions) {
      const body = { title: 'Port', translation_of: id, ...dates };
      const answer = await calendar.ask('editor', 'POST', '/events', { language, body });
      expect([answer.status, answer.body.start_date]).toEqual([201, '2031-06-10 00:00:00']);
    }
    for (const body of [
      { title: 'Port' },
      { title: 'Port', translation_of: '' },
      { title: 'x', translation_of: null },
    ]) {
      const answer = await calendar.ask('editor', 'POST', '/events', { body });
      expect([answer.body.code, answer.body.data.params]).toEqual([
        'rest_missing_callback_param',
        ['start_date', 'end_date'],
      ]);
    }
  });

  it('keep shared fields equal in all versions, in one commit', async () => {
    const venue = await create('en', { venue: 'Hall', country: 'Canada', city: 'Kingston' }, '/venues');
    const salle = await create('fr-ca', { venue: 'Salle', translation_of: venue.id, zip: 'ignored' }, '/venues');
    expect([salle.country, salle.zip, salle.city]).toEqual(['Canada', undefined, undefined]);
    const original = await create('en', { title: 'Harbour', venue: venue.id, featured: true });
    const dates = { start_date: '2040-01-01', end_date: '2040-01-01' };
    const french = await create('fr-ca', { title: 'Port', translation_of: original.id, ...dates });
    expect(french).toMatchObject({ start_date: times.start_date, featured: false });
    expect(french.venue.venue).toBe('Salle');
    const before = await calendar.store.last();
    const moved = { start_date: '2031-07-01 10:00', end_date: '2031-07-01 12:00', title: 'Pier' };
    await calendar.ask('editor', 'POST', `/events/${original.id}`, { body: moved });
    expect(await calendar.store.last()).toBe(before + 1);
    const { body } = await calendar.ask('visitor', 'GET', `/events/${french.id}`);
    expect(body).toMatchObject({
      title: 'Port',
      start_date: '2031-07-01 10:00:00',
      utc_start_date: '2031-07-01 14:00:00',
    });
  });

  it('take the terms of their source if a request names none', async () => {
    const music = await create('en', { name: 'Music' }, '/categories');
    await create('fr-ca', { name: 'Musique', translation_of: music.id }, '/categories');
    const original = await create('en', { title: 'Harbour', categories: 'Music,Food', tags: 'loud' });
    const french = await create('fr-ca', { title: 'Port', translation_of: original.id });
    const names = (terms: { name: string }[]) => terms.map((term) => term.name);
    expect([names(french.categories), names(french.tags)]).toEqual([['Food', 'Musique'], ['loud']]);
  });

  it.each([
    ['venue', '/venues', 'venue'],
    ['organizer', '/organizers', 'organizer'],
    ['categories', '/categories', 'name'],
    ['tags', '/tags', 'name'],
  ])('link for %s, sent in another language, the versions in their own', async (member, path, noun) => {
    const english = await create('en', { [noun]: 'One' }, path);
    const french = await create('fr-ca', { [noun]: 'Un', translation_of: english.id }, path);
    const other = await create('en', { [noun]: 'Two' }, path);
    const linked = (event: Record<string, unknown>) =>
      [event[member]].flat().map((each) => (each as { readonly id: number }).id);
    const port = await create('fr-ca', { title: 'Port', [member]: [english.id, other.id] });
    expect(linked(port).sort()).toEqual([french.id, other.id].sort());
    const change = async ({ id }: { readonly id: number }, ids: readonly number[]) =>
      linked((await calendar.ask('editor', 'PATCH', `/events/${id}`, { body: { [member]: ids } })).body);
    expect(await change(port, [french.id, english.id])).toEqual([french.id]);
    const harbour = await create('en', { title: 'Harbour' });
    expect(await change(harbour, [french.id])).toEqual([english.id]);
  });

  it('link the sent version if that in their own language is not published', async () => {
    const hall = await create('en', { venue: 'Hall' }, '/venues');
    const salle = await create('fr-ca', { venue: 'Salle', translation_of: hall.id, status: 'draft' }, '/venues');
    const port = { title: 'Port', venue: hall.id };
    expect((await create('fr-ca', port)).venue.venue).toBe('Hall');
    await calendar.ask('editor', 'POST', `/venues/${salle.id}`, { body: { status: 'publish' } });
    expect((await create('fr-ca', port)).venue.venue).toBe('Salle');
  });

  it('are found by the categories and venues of any language', async () => {
    const music = await create('en', { name: 'Music' }, '/categories');
    const musique = await create('fr-ca', { name: 'Musique', translation_of: music.id }, '/categories');
    const hall = await create('en', { venue: 'Hall' }, '/venues');
    const salle = await create('fr-ca', { venue: 'Salle', translation_of: hall.id }, '/venues');
    await create('en', { title: 'Harbour', categories: 'music', venue: hall.id });
    const total = async (query: string) =>
      (await calendar.ask('visitor', 'GET', `/events?${query}`, { language: 'fr-ca' })).body.total;
    expect([await total('categories=musique'), await total(`venue=${salle.id}`)]).toEqual([1, 1]);
    expect([await total(`categories=${musique.id}`), await total('categories=music')]).toEqual([1, 1]);
  });

  it('find venues, organizers and terms by an event of any language', async () => {
    const music = await create('en', { name: 'Music' }, '/categories');
    const hall = await create('en', { venue: 'Hall' }, '/venues');
    const choir = await create('en', { organizer: 'Choir' }, '/organizers');
    const harbour = { title: 'Harbour', categories: 'music', tags: 'loud', venue: hall.id, organizer: choir.id };
    const { id } = await create('en', harbour);
    await create('fr-ca', { name: 'Musique', translation_of: music.id }, '/categories');
    await create('fr-ca', { venue: 'Salle', translation_of: hall.id }, '/venues');
    await create('fr-ca', { organizer: 'Chœur', translation_of: choir.id }, '/organizers');
    const found = async (path: string, plural: string, language = 'fr-ca') =>
      (await calendar.ask('visitor', 'GET', `${path}?event=${id}`, { language })).body[plural].map(
        (each: Record<string, string>) => each.venue ?? each.organizer ?? each.name,
      );
    expect(await found('/venues', 'venues')).toEqual(['Salle']);
    expect(await found('/organizers', 'organizers')).toEqual(['Chœur']);
    expect(await found('/categories', 'categories')).toEqual(['Musique']);
    expect(await found('/tags', 'tags')).toEqual(['loud']);
    expect(await found('/venues', 'venues', 'en')).toEqual(['Hall']);
  });

  it('change copied fields of others’ versions only for users who may edit these', async () => {
    const original = await create('en', { title: 'Harbour' });
    const french = await create('fr-ca', {
      title: 'Port',
      translation_of: original.id,
      author: roles.indexOf('author') + 1,
    });
    const own = await calendar.ask('author', 'POST', `/events/${french.id}`, { body: { title: 'Le port' } });
    expect(own.status).toBe(200);
    const moved = { start_date: '2031-07-01 10:00', end_date: '2031-07-01 12:00' };
    const refused = await calendar.ask('author', 'POST', `/events/${french.id}`, { body: moved });
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
  });

  it('have slugs of their own in every language', async () => {
    const english = await create('en', { title: 'Festival' });
    const french = await create('fr-ca', { title: 'Festival' });
    expect([english.slug, french.slug]).toEqual(['festival', 'festival']);
    expect(french.url).toBe('http://site.test/fr-ca/event/festival/');
    const bySlug = (language: string) => calendar.ask('visitor', 'GET', '/events/by-slug/festival', { language });
    expect([(await bySlug('en')).body.id, (await bySlug('fr-ca')).body.id]).toEqual([english.id, french.id]);
    expect((await bySlug('es-us')).status).toBe(404);
  });

  it('refuse an update that names another language than the record’s', async () => {
    const { id } = await create('en', { title: 'Harbour' });
    const answer = await calendar.ask('editor', 'POST', `/events/${id}?i18n_language=fr-ca`, {
      body: { title: 'Port' },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'i18n_language_mismatch']);
  });

  it('group categories too', async () => {
    const music = await create('en', { name: 'Music' }, '/categories');
    const list = async (language: string) =>
      (await calendar.ask('visitor', 'GET', '/categories?hide_empty=false', { language })).body.categories.map(
        (term: { name: string }) => term.name,
      );
    expect(await list('fr-ca')).toEqual(['Music']);
    const musique = await create('fr-ca', { name: 'Musique', translation_of: music.id }, '/categories');
    expect([await list('fr-ca'), await list('en')]).toEqual([['Musique'], ['Music']]);
    await calendar.ask('editor', 'DELETE', `/categories/${musique.id}`);
    expect(await list('fr-ca')).toEqual(['Music']);
  });
});
