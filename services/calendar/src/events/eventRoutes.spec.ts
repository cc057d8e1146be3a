import { ORIGIN, serveCalendar, type TestService } from '../testing.contract.ts';

const concert = {
  title: 'Harbour "Concert" & more',
  start_date: '2031-06-10 19:30:00',
  end_date: '2031-06-10 22:00:00',
};

describe('an event', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (body: object = {}, as: Parameters<TestService['ask']>[0] = 'administrator') => {
    const { status, body: made } = await calendar.ask(as, 'POST', '/events', { body: { ...concert, ...body } });
    expect([status, made.code]).toEqual([201, undefined]);
    return made;
  };
  const change = (id: number, body: object, as: Parameters<TestService['ask']>[0] = 'administrator') =>
    calendar.ask(as, 'POST', `/events/${id}`, { body });

  it('is created with the sent values and sensible defaults', async () => {
    const made = await create({ cost: '15', featured: 1 });
    expect(made).toMatchObject({
      author: '1',
      status: 'publish',
      title: 'Harbour &#8220;Concert&#8221; &#038; more',
      slug: 'harbour-concert-more',
      url: `${ORIGIN}/event/harbour-concert-more/`,
      website: `${ORIGIN}/event/harbour-concert-more/`,
      date: '2031-01-01 07:00:00',
      date_utc: '2031-01-01 12:00:00',
      modified: '2031-01-01 07:00:00',
      utc_start_date: '2031-06-10 23:30:00',
      cost: '$15',
      featured: true,
      show_map: false,
      venue: [],
      image: false,
      i18n: { language: 'en', source_language: null, translations: { en: made.id } },
    });
    expect(made).not.toHaveProperty('json_ld');
  });

  it('changes only the sent members', async () => {
    const made = await create({ cost: '15', website: 'https://example.org/', featured: true, all_day: true });
    calendar.advance(60_000);
    const { body } = await change(made.id, { title: 'Other', description: 'Text' });
    expect(body).toEqual({
      ...made,
      title: 'Other',
      description: '<p>Text</p>',
      modified: '2031-01-01 07:01:00',
      modified_utc: '2031-01-01 12:01:00',
    });
  });

  it('clears with empty texts and lists', async () => {
    const made = await create({
      cost: '15',
      website: 'https://example.org/',
      description: 'x',
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Club' },
      categories: 'Music',
      tags: ['loud'],
    });
    expect([made.venue.venue, made.organizer.length, made.categories.length, made.tags.length]).toEqual([
      'Hall',
      1,
      1,
      1,
    ]);
    const { body } = await change(made.id, {
      cost: '',
      website: '',
      description: '',
      image: '',
      venue: '',
      organizer: [],
      categories: [],
      tags: '',
    });
    expect(body).toMatchObject({
      cost: '',
      website: '',
      description: '',
      image: false,
      venue: [],
      organizer: [],
      categories: [],
      tags: [],
    });
  });

  it('creates categories only for users who may create them', async () => {
    const asContributor = (categories: string) =>
      calendar.ask('contributor', 'POST', '/events', { body: { ...concert, categories } });
    const before = await calendar.store.last();
    const refused = await asContributor('Film, Rumours');
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
    expect(await calendar.store.last()).toBe(before);
    await create({ categories: 'Film' });
    expect((await asContributor('film')).body.categories).toHaveLength(1);
  });

  it('appends nothing and keeps modified if nothing changes', async () => {
    const made = await create({ description: 'Text', categories: ['Music'] });
    const before = await calendar.store.last();
    calendar.advance(60_000);
    const { status, body } = await change(made.id, { title: concert.title, categories: 'music', all_day: 'false' });
    expect([status, body.modified, await calendar.store.last()]).toEqual([200, made.modified, before]);
  });

  it.each([
    [{ title: '' }],
    [{ title: '0' }],
    [{ start_date: 'soon' }],
    [{ end_date: '2031-06-10 08:00:00' }],
    [{ timezone: 'Mars/Olympus' }],
    [{ website: 'nope' }],
    [{ image: 'https://example.org/a.jpg' }],
    [{ image: 5 }],
    [{ cost: { a: 1 } }],
    [{ status: 'trash' }],
    [{ author: 99 }],
    [{ venue: 99 }],
    [{ venue: 'foo' }],
    [{ venue: { city: 'Nowhere' } }],
    [{ organizer: [{ organizer: 'X', email: 'nope' }] }],
    [{ categories: '12345' }],
    [{ translation_of: 12345 }],
  ])('refuses %j and changes nothing', async (wrong) => {
    const before = await calendar.store.last();
    const { status, body } = await calendar.ask('administrator', 'POST', '/events', { body: { ...concert, ...wrong } });
    expect([status, body.data.status]).toEqual([400, 400]);
    expect(await calendar.store.last()).toBe(before);
  });

  it('names the refused member of an object', async () => {
    const body = { ...concert, organizer: [{ organizer: 'X', email: 'nope' }] };
    const answer = await calendar.ask('administrator', 'POST', '/events', { body });
    expect(answer.body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: { organizer: expect.stringContaining('email') },
        details: { organizer: { code: 'rest_invalid_param' } },
      },
    });
  });

  it('creates a record once if it is named twice', async () => {
    const made = await create({ organizer: [{ organizer: 'Club' }, { organizer: 'Club' }, { organizer: 'Choir' }] });
    const names = made.organizer.map((each: { organizer: string }) => each.organizer);
    expect(names).toEqual(['Club', 'Choir']);
    expect((await calendar.ask('visitor', 'GET', '/organizers')).body.total).toBe(2);
  });

  it('takes its publication date in its own zone, on creation and later', async () => {
    const paris = { timezone: 'Europe/Paris', date: '2025-06-01 12:00:00' };
    expect((await create(paris)).date_utc).toBe('2025-06-01 10:00:00');
    const { id } = await create();
    expect((await change(id, paris)).body.date_utc).toBe('2025-06-01 10:00:00');
  });

  it('takes place at the offset’s instant, in the repeated hour too', async () => {
    const dates = { start_date: '2031-11-02T01:30:00-05:00', end_date: '2031-11-02T01:45:00-05:00' };
    const made = await create(dates);
    expect([made.start_date, made.utc_start_date]).toEqual(['2031-11-02 01:30:00', '2031-11-02 06:30:00']);
    const { body } = await change(made.id, { end_date: '2031-11-02 03:00', title: 'Late' });
    expect([body.utc_start_date, body.utc_end_date]).toEqual(['2031-11-02 06:30:00', '2031-11-02 08:00:00']);
  });

  it('is trashed once, and an update with a status restores it with its slug', async () => {
    const made = await create();
    const trashed = await calendar.ask('editor', 'DELETE', `/events/${made.id}`);
    expect(trashed.body).toMatchObject({ status: 'trash', slug: 'harbour-concert-more__trashed' });
    expect((await calendar.ask('editor', 'DELETE', `/events/${made.id}`)).body.code).toBe('event-is-in-trash');
    expect((await calendar.ask('editor', 'GET', `/events/${made.id}`)).body.code).toBe('event-no-longer-available');
    const other = await create();
    expect(other.slug).toBe('harbour-concert-more');
    const restored = await change(made.id, { status: 'publish' });
    expect(restored.body).toMatchObject({ status: 'publish', slug: 'harbour-concert-more-2' });
  });

  it('is published when its time has come', async () => {
    const made = await create({ date: '2031-01-01 08:00:00' });
    expect(made).toMatchObject({ status: 'future', date_utc: '2031-01-01 13:00:00', url: `${ORIGIN}/?p=${made.id}` });
    expect((await calendar.ask('visitor', 'GET', `/events/${made.id}`)).status).toBe(403);
    calendar.advance(3_600_000);
    await eventually(async () => {
      const { body } = await calendar.ask('visitor', 'GET', `/events/${made.id}`);
      expect(body).toMatchObject({ status: 'publish', date: '2031-01-01 08:00:00' });
    });
  });

  it.each([['x'], [-1], [1.5], [true], [[1]]])('creates no venue from values under %j, which is no id', async (id) => {
    const body = { ...concert, venue: { id, venue: 'Hall' }, organizer: [{ id, organizer: 'Club' }] };
    const { status, body: refusal } = await calendar.ask('editor', 'POST', '/events', { body });
    expect([status, Object.keys(refusal.data.params)]).toEqual([400, ['venue', 'organizer']]);
    expect((await calendar.ask('editor', 'GET', '/venues')).body.total).toBe(0);
  });

  it.each([
    ['author', { author: 99 }],
    ['image', { image: 99 }],
    ['website', { website: 'nowhere' }],
  ])('names the venue whose %s is refused', async (member, values) => {
    const body = { ...concert, venue: [{ venue: 'Hall', ...values }] };
    const { status, body: refusal } = await calendar.ask('editor', 'POST', '/events', { body });
    const said = `venue has an object whose member ${member} is not valid.`;
    expect([status, refusal.data.params]).toEqual([400, { venue: said }]);
  });

  it('is missing under an id with too many digits', async () => {
    const { status, body } = await calendar.ask('visitor', 'GET', `/events/${'9'.repeat(23)}`);
    expect([status, body.message]).toEqual([404, `Event with ID ${'9'.repeat(23)} does not exist.`]);
  });

  it('describes its venues and organizers in structured data too, if it is read alone', async () => {
    const links = { venue: { venue: 'Hall', city: 'Kingston' }, organizer: [{ organizer: 'Club' }] };
    const made = await create(links);
    expect([made.venue, made.organizer[0]].filter((link) => 'json_ld' in link)).toEqual([]);
    const { venue, organizer } = (await calendar.ask('visitor', 'GET', `/events/${made.id}`)).body;
    expect(venue.json_ld).toMatchObject({ '@context': 'http://schema.org', '@type': 'Place', name: 'Hall' });
    expect(organizer[0].json_ld).toMatchObject({ '@type': 'Person', name: 'Club' });
    expect(Object.keys(venue).slice(-5)).toEqual([
      'json_ld',
      'show_map',
      'show_map_link',
      'global_id',
      'global_id_lineage',
    ]);
    const second = await calendar.ask('editor', 'POST', '/venues', { body: { venue: 'Barn', password: 'hay' } });
    await change(made.id, { venue: [venue.id, second.body.id] });
    const several = (await calendar.ask('visitor', 'GET', `/events/by-slug/${made.slug}`)).body.venue;
    expect(several.map((each: object) => 'json_ld' in each)).toEqual([true, false]);
    expect((await calendar.ask('visitor', 'GET', `/venues/${venue.id}`)).body).toMatchObject({ ...venue, i18n: {} });
  });

  it('is hidden behind its password', async () => {
    const { id } = await create({ password: 'Sesame', description: 'Secret', cost: '5' });
    const list = await calendar.ask('visitor', 'GET', '/events');
    expect(list.body.events[0]).toMatchObject({
      id,
      description: '',
      cost: '',
      sticky: null,
      venue: [],
      slug: 'harbour-concert-more',
    });
    expect((await calendar.ask('visitor', 'GET', `/events/${id}`)).body.code).toBe('event-password-protected');
    expect((await calendar.ask('visitor', 'GET', `/events/${id}?password=wrong`)).status).toBe(403);
    expect((await calendar.ask('visitor', 'GET', `/events/${id}?password=Sesame`)).body.cost).toBe('$5');
    expect((await calendar.ask('editor', 'GET', `/events/${id}?context=edit`)).status).toBe(200);
    const unlocked = await calendar.ask('visitor', 'GET', '/events?password=Sesame');
    expect(unlocked.body.events[0].cost).toBe('$5');
  });

  it('matches the version that If-Match names', async () => {
    const { id } = await create();
    const { headers } = await calendar.ask('visitor', 'GET', `/events/${id}`);
    const etag = headers.get('etag') ?? '';
    const first = await calendar.ask('editor', 'PUT', `/events/${id}`, {
      body: { title: 'A' },
      headers: { 'if-match': etag },
    });
    expect(first.status).toBe(200);
    const second = await calendar.ask('editor', 'PUT', `/events/${id}`, {
      body: { title: 'B' },
      headers: { 'if-match': etag },
    });
    expect([second.status, second.body.code]).toEqual([412, 'rest_precondition_failed']);
  });

  it('is renamed through its slug', async () => {
    const { id } = await create();
    const { body } = await calendar.ask('editor', 'PATCH', '/events/by-slug/harbour-concert-more', {
      body: { slug: 'New name' },
    });
    expect(body).toMatchObject({ id, slug: 'new-name' });
    expect((await calendar.ask('visitor', 'GET', '/events/by-slug/new-name')).body.id).toBe(id);
    expect((await calendar.ask('visitor', 'GET', '/events/by-slug/harbour-concert-more')).status).toBe(404);
  });

  it('hides the importers’ name from others, and keeps it unique', async () => {
    const made = await create({ import_uid: 'uid-1' });
    expect(made.import_uid).toBe('uid-1');
    expect((await calendar.ask('visitor', 'GET', `/events/${made.id}`)).body).not.toHaveProperty('import_uid');
    const twice = await calendar.ask('editor', 'POST', '/events', { body: { ...concert, import_uid: 'uid-1' } });
    expect([twice.status, twice.body.data.params.import_uid]).toEqual([400, expect.any(String)]);
    const found = await calendar.ask(
      'editor',
      'GET',
      '/events?import_uid[]=uid-1&import_uid[]=uid-2&status=publish,trash',
    );
    expect(found.body.events.map((event: { id: number }) => event.id)).toEqual([made.id]);
  });
});

/** Retries until the expectation holds, long enough for a busy machine. */
const eventually = async (holds: () => Promise<void>): Promise<void> => {
  for (const until = Date.now() + 60_000; ; ) {
    try {
      await holds();
      return;
    } catch (error) {
      if (!(error instanceof Error) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};
