import { type Asker, newPicture, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

let calendar: TestService;
beforeEach(async () => {
  calendar = await serveCalendar();
});
afterEach(() => calendar.stop());

const ask = (as: Asker, method: string, path: string, body?: object, language = 'en') =>
  calendar.ask(as, method, path, { namespace: 'calx/v1', body, language });

const create = async (body: object, as: Asker = 'editor') => {
  const made = await ask(as, 'POST', '/events', { title: 'Made', ...times, ...body });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  return made.body;
};

const refused = async (method: string, path: string, body?: object, as: Asker = 'administrator') => {
  const { status, body: said } = await ask(as, method, path, body);
  return [status, said.code, Object.keys(said.data?.params ?? {}).join()];
};

const titles = async (query: string, as: Asker = 'visitor') =>
  (await ask(as, 'GET', `/events?${query}`)).body.map((event: { title: { rendered: string } }) => event.title.rendered);

describe('events of calx/v1', () => {
  it('end after the sent duration, in any time zone', async () => {
    const made = await create({ end_date: undefined, duration: 5400, timezone: '+02:00' });
    expect(made).toMatchObject({ end_date: '2031-06-10 21:00:00', end_date_utc: '2031-06-10 19:00:00' });
    expect(made).toMatchObject({ timezone: '+02:00', duration: '5400' });
    expect(made.dates.start).toEqual({ date: '2031-06-10 19:30:00.000000', timezone_type: 1, timezone: '+02:00' });
    const later = await ask('editor', 'PATCH', `/events/${made.id}`, { duration: '7200' });
    expect(later.body.end_date).toBe('2031-06-10 21:30:00');
  });

  it('may be timed in UTC, but their own clock wins if both are sent', async () => {
    const utc = { start_date_utc: '2031-06-10 20:00:00', end_date_utc: '2031-06-10 21:00:00' };
    const made = await create({ start_date: undefined, end_date: undefined, ...utc });
    expect(made).toMatchObject({ start_date: '2031-06-10 16:00:00', end_date_utc: '2031-06-10 21:00:00' });
    expect(await create(utc)).toMatchObject(times);
  });

  it.each([
    [{ start_date: '2031-06-10T19:30:00' }, 'start_date'],
    [{ end_date: '2031-06-10' }, 'end_date'],
    [{ end_date: '2031-06-09 00:00:00' }, 'end_date'],
    [{ duration: -1, end_date: undefined }, 'duration'],
    [{ duration: 0, end_date: undefined }, 'duration'],
    [{ duration: 9e14, end_date: undefined }, 'duration'],
    [{ date: '2031-02-30T10:00:00' }, 'date'],
    [{ status: 'trash' }, 'status'],
    [{ comment_status: 'perhaps' }, 'comment_status'],
    [{ format: 'poem' }, 'format'],
    [{ venues: [9_999] }, 'venues'],
    [{ organizers: ['x'] }, 'organizers'],
    [{ cal_events_cat: [9_999] }, 'cal_events_cat'],
    [{ tags: [9_999] }, 'tags'],
    [{ featured_media: 9_999 }, 'featured_media'],
    [{ author: 9_999 }, 'author'],
    [{ timezone: 'Nowhere/Land' }, 'timezone'],
    [{ all_day: 'perhaps' }, 'all_day'],
    [{ title: ' ' }, 'title'],
    [{ content: 5 }, 'content'],
  ])('are refused with %j, under the sent name', async (wrong, name) => {
    const before = await calendar.store.last();
    const answer = await refused('POST', '/events', { title: 'Made', ...times, ...wrong });
    expect(answer).toEqual([400, 'rest_invalid_param', name]);
    expect(await calendar.store.last()).toBe(before);
  });

  it('keep their duration if 0 is sent without an end, and may have none if it is sent back with one', async () => {
    const { id } = await create({});
    expect(await refused('PATCH', `/events/${id}`, { duration: 0 })).toEqual([400, 'rest_invalid_param', 'duration']);
    const moment = await create({ end_date: times.start_date });
    expect((await ask('editor', 'PUT', `/events/${moment.id}`, moment)).body).toMatchObject({ duration: '0' });
  });

  it('need an end, or values from which it follows, for every caller', async () => {
    const { end_date: _, ...endless } = { title: 'Made', ...times };
    for (const as of ['visitor', 'administrator'] as const) {
      const { status, body } = await ask(as, 'POST', '/events', endless);
      expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', ['end_date']]);
    }
  });

  it('report invalid values with codes of this interface', async () => {
    const { body } = await ask('visitor', 'GET', '/events?per_page=101&start_date=whenever&venue=x&post_parent=x');
    const codes = Object.entries(body.data.details).map(([name, detail]) => [name, (detail as { code: string }).code]);
    expect(Object.fromEntries(codes)).toEqual({
      per_page: 'calx_rest_invalid_positive_integer_argument',
      venue: 'calx_rest_invalid_positive_integer_argument',
      start_date: 'calx_rest_invalid_date_time_argument',
      post_parent: 'calx_rest_invalid_integer_argument',
    });
    const { per_page } = body.data.details;
    expect(per_page.data).toEqual({ status: 400, argument: 'per_page', details: per_page.message });
    const list = await ask('visitor', 'GET', '/events?venue[]=x&orderby=moon');
    expect(list.body.data.details.venue.data).toMatchObject({ status: 400, argument: 'venue[0]' });
    expect(list.body.data.details.orderby).toMatchObject({ code: 'rest_not_in_enum', data: null });
  });

  it('keep unsent members, clear flags and lists, and never apply a default on an update', async () => {
    const { body: venue } = await calendar.ask('editor', 'POST', '/venues', { body: { venue: 'Hall' } });
    const made = await create({ status: 'draft', all_day: true, featured: true, sticky: true, venues: [venue.id] });
    const closed = await ask('editor', 'PATCH', `/events/${made.id}`, { comment_status: 'closed', template: 'wide' });
    expect(closed.body).toMatchObject({ status: 'draft', all_day: true, featured: true, sticky: true });
    const flags = { all_day: 'false', featured: false, sticky: 0, venues: [], title: { rendered: 'New' } };
    const cleared = await ask('editor', 'PUT', `/events/${made.id}`, flags);
    expect(cleared.body).toMatchObject({ all_day: false, featured: false, sticky: false, venues: [], status: 'draft' });
    expect(cleared.body).toMatchObject({ comment_status: 'closed', template: 'wide', title: { rendered: 'New' } });
    expect(cleared.body.ping_status).toBe('open');
  });

  it('name the member of a text that is not a text', async () => {
    for (const [title, name] of [
      [{ raw: ['a'] }, 'title[raw]'],
      [{ raw: null, rendered: 5 }, 'title[rendered]'],
      [['a'], 'title'],
    ] as const) {
      const { status, body } = await ask('editor', 'POST', '/events', { ...times, title });
      expect([status, body.data.params.title]).toEqual([400, `${name} is not of type string.`]);
    }
  });

  it('have the classes of their terms: the slug, or the id if the slug is a number or not all of Latin letters', async () => {
    const term = async (name: string) =>
      (await calendar.ask('editor', 'POST', '/categories', { body: { name } })).body as { id: number; slug: string };
    const terms = [
      await term('Piers & quays'),
      await term('2031 in news'),
      await term('2031'),
      await term('Ярмарка'),
      await term('Day ярмарка'),
    ];
    const { class_list: classes } = await create({ cal_events_cat: terms.map(({ id }) => id) });
    const shown = classes.filter((each: string) => each.startsWith('cal_events_cat-'));
    const [, , ...others] = terms;
    expect(shown.sort()).toEqual(
      ['piers-quays', '2031-in-news', ...others.map(({ id }) => id)].map((each) => `cal_events_cat-${each}`).sort(),
    );
  });

  it.each([
    ['where it is shown', { image: newPicture.id }, true],
    ['not where a password hides it', { image: newPicture.id, password: 'word' }, false],
    ['not without one', {}, false],
  ])('have a class for a picture %s', async (_where, more, expected) => {
    const { id } = (await calendar.ask('editor', 'POST', '/events', { body: { ...times, title: 'x', ...more } })).body;
    const { body } = await ask('editor', 'GET', `/events/${id}`);
    expect(body.class_list.includes('has-post-thumbnail')).toBe(expected);
  });

  it('are readable by users who may read them, and missing for others', async () => {
    const { id } = await create({ status: 'private' });
    const read = async (as: Asker, of: number | string = id) => {
      const { status, body, headers } = await ask(as, 'GET', `/events/${of}`);
      return [status, body.code, headers.get('allow')];
    };
    expect(await read('visitor')).toEqual([401, 'rest_forbidden', null]);
    expect(await read('author')).toEqual([403, 'rest_forbidden', null]);
    expect((await read('editor'))[0]).toBe(200);
    for (const as of ['visitor', 'administrator'] as const) {
      expect((await read(as, 9_999)).slice(0, 2)).toEqual([404, 'rest-event-not-found']);
    }
    const venue = (await ask('editor', 'POST', '/venues', { title: 'Hall' })).body.id;
    expect((await read('editor', venue))[0]).toBe(404);
    expect((await ask('editor', 'POST', `/events/${id}`, {})).body.code).toBe('rest_no_route');
  });

  it('are trashed once, come back with a status, and are deleted for good by force', async () => {
    const { id } = await create({});
    const path = `/events/${id}`;
    expect(await ask('editor', 'DELETE', path)).toMatchObject({ status: 200, body: [] });
    expect(await refused('DELETE', path)).toEqual([410, 'event-is-in-trash', '']);
    expect((await ask('visitor', 'GET', path)).status).toBe(401);
    expect((await ask('editor', 'GET', path)).body.status).toBe('trash');
    expect((await ask('editor', 'PUT', path, { status: 'publish' })).body).toMatchObject({ slug: 'made' });
    expect(await refused('DELETE', `${path}?force=perhaps`)).toEqual([400, 'rest_invalid_param', 'force']);
    expect((await ask('editor', 'DELETE', `${path}?force=false`)).status).toBe(200);
    const gone = await ask('editor', 'DELETE', path, { force: true });
    expect([gone.status, gone.body, gone.headers.get('etag')]).toEqual([200, [], null]);
    expect(await refused('DELETE', path, { force: true })).toEqual([404, 'rest-event-not-found', '']);
    expect((await create({})).slug).toBe('made');
  });

  it('leave their translations when they are deleted for good', async () => {
    const { id } = await create({});
    const french = await ask('editor', 'POST', '/events', { title: 'Fait', translation_of: id }, 'fr-ca');
    expect(french.body).toMatchObject({ ...times, i18n: { language: 'fr-ca', translations: { en: id } } });
    await ask('editor', 'DELETE', `/events/${id}?force=true`);
    const { body } = await ask('visitor', 'GET', `/events/${french.body.id}`, undefined, 'fr-ca');
    expect(body.i18n.translations).toEqual({ 'fr-ca': french.body.id });
  });

  it('show without their password only public members, and never their links', async () => {
    const venue = { venue: 'Hall', password: 'tide' };
    const { body: hidden } = await calendar.ask('editor', 'POST', '/venues', { body: { ...venue, phone: '1' } });
    const body = { ...times, title: 'Secret', description: 'Bring a lamp', password: 'Sesame', venue: hidden.id };
    const { id } = (await calendar.ask('editor', 'POST', '/events', { body: { ...body, cost: '5' } })).body;
    const { body: covered } = await ask('visitor', 'GET', `/events/${id}`);
    expect(covered).toMatchObject({ title: { rendered: 'Secret' }, slug: 'secret', cost: 'Password protected' });
    expect(covered).toMatchObject({ content: { rendered: 'Password protected', protected: null }, venues: [] });
    expect(covered.dates.start).toMatchObject({ date: '1970-01-01 00:00:00.000000', timezone_type: 0 });
    expect((await ask('visitor', 'GET', '/events')).body).toEqual([covered]);
    const { body: open } = await ask('visitor', 'GET', `/events/${id}?password=Sesame`);
    expect(open).toMatchObject({ cost: '$5', content: { protected: true } });
    expect(open.venues).toMatchObject([{ id: hidden.id, title: { rendered: '' }, phone: 'Password protected' }]);
    await ask('editor', 'PUT', `/events/${id}`, covered);
    expect((await ask('visitor', 'GET', `/events/${id}?password=Sesame`)).body).toEqual(open);
  });

  it('are listed as a bare list with totals and links, and not beyond its end', async () => {
    for (const title of ['A', 'B', 'C']) await create({ title });
    const { body, headers } = await ask('visitor', 'GET', '/events?per_page=2&search=');
    expect([body.length, headers.get('x-core-total'), headers.get('x-core-totalpages')]).toEqual([2, '3', '2']);
    expect(headers.get('link')).toContain('per_page=2&search=&page=2>; rel="next"');
    expect(await refused('GET', '/events?per_page=2&page=3')).toEqual([404, 'calx_rest_organizers_page_not_found', '']);
    expect((await ask('visitor', 'GET', '/events?search=nothing')).body).toEqual([]);
  });

  it('are listed from the first to the last, hidden and past ones too, and in the requested order', async () => {
    await create({ title: 'émile', start_date: '2033-01-01 10:00:00', end_date: '2033-01-01 11:00:00' });
    await create({ title: 'Zoe', start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' });
    calendar.advance(60_000);
    const { id } = await create({ title: 'adam', date_gmt: '2030-01-01T00:00:00' });
    await calendar.ask('editor', 'PUT', `/events/${id}`, { body: { hide_from_listings: true } });
    expect(await titles('')).toEqual(['Zoe', 'adam', 'émile']);
    expect(await titles('orderby=title')).toEqual(['adam', 'émile', 'Zoe']);
    expect(await titles('orderby=title&order=DESC')).toEqual(['Zoe', 'émile', 'adam']);
    expect(await titles('orderby=date')).toEqual(['adam', 'émile', 'Zoe']);
    expect(await titles('orderby=modified&order=DESC')).toEqual(['adam', 'Zoe', 'émile']);
    expect(await titles('orderby=menu_order')).toEqual(['émile', 'Zoe', 'adam']);
    expect(await refused('GET', '/events?order=desc')).toEqual([400, 'rest_invalid_param', 'order']);
  });

  it('are filtered by the named filters', async () => {
    const made = async (path: string, body: object) => (await calendar.ask('editor', 'POST', path, { body })).body.id;
    const [one, two] = [await made('/categories', { name: 'One' }), await made('/categories', { name: 'Two' })];
    const hall = await made('/venues', { venue: 'Hall' });
    await create({ title: 'first', cal_events_cat: [one], featured: true });
    await create({ title: 'second', cal_events_cat: [two], venues: [hall] });
    expect(await titles(`categories=${one}`)).toEqual(['first']);
    expect(await titles(`categories[]=${one}&categories[]=${two}`)).toEqual(['first', 'second']);
    expect(await titles(`venue=${hall}`)).toEqual(['second']);
    expect(await titles('featured=false')).toEqual(['second']);
    expect(await titles('start_date=2031-06-10 19:30:00&end_date=2031-06-10 22:00:00')).toEqual(['first', 'second']);
    expect(await titles('starts_after=2031-06-10 19:30:00')).toEqual([]);
    expect(await titles('post_parent=5')).toEqual([]);
    expect(await refused('GET', '/events?categories=9999')).toEqual([400, 'rest_invalid_param', 'categories']);
    expect(await refused('GET', `/events?venue=${hall},${hall}`)).toEqual([400, 'rest_invalid_param', 'venue']);
  });

  it('are listed in other statuses to users who may edit them, and refused to others with totals of 0', async () => {
    await create({ title: 'draft', status: 'draft' });
    await create({ title: 'own', status: 'draft' }, 'contributor');
    expect(await titles('status=draft,publish', 'editor')).toEqual(['draft', 'own']);
    expect(await titles('status=draft', 'contributor')).toEqual(['own']);
    expect(await titles('', 'editor')).toEqual([]);
    const { status, headers } = await ask('subscriber', 'GET', '/events?status=draft');
    expect([status, headers.get('x-core-total')]).toEqual([400, '0']);
  });

  it('count the calendar days that they touch, and say whether they are over', async () => {
    const long = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-12 01:00:00' };
    expect(await create(long)).toMatchObject({ multiday: 3, is_past: false, is_now: false });
    const overnight = await create({ ...times, end_date: '2031-06-11 00:00:00' });
    expect(overnight.multiday).toBe(false);
    calendar.advance(Date.parse('2031-06-10T23:45:00Z') - calendar.now().getTime());
    expect((await ask('visitor', 'GET', `/events/${overnight.id}`)).body).toMatchObject({
      is_past: false,
      is_now: true,
    });
    calendar.advance(86_400_000);
    expect((await ask('visitor', 'GET', `/events/${overnight.id}`)).body).toMatchObject({
      is_past: true,
      is_now: false,
    });
  });

  it.each([
    [-1, { is_past: false, is_now: false }],
    [0, { is_past: false, is_now: true }],
    [9_000, { is_past: false, is_now: true }],
    [9_001, { is_past: true, is_now: false }],
  ])('are ongoing from their first second to their last: %i seconds after the first', async (seconds, members) => {
    const { id, start_date_utc } = await create({ start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' });
    const begin = Date.parse(`${start_date_utc.replace(' ', 'T')}Z`);
    calendar.advance(begin + seconds * 1_000 - calendar.now().getTime());
    expect((await ask('visitor', 'GET', `/events/${id}`)).body).toMatchObject(members);
  });

  it('name the year in words only if it is not the present one', async () => {
    const { schedule_details } = await create({ start_date: '2032-06-10 19:30:00', end_date: '2032-06-12 22:00:00' });
    expect(schedule_details).toBe(
      '<span class="cal-event-date-start">June 10, 2032 @ 7:30 pm</span> - <span class="cal-event-date-end">June 12, 2032 @ 10:00 pm</span>',
    );
  });

  it.each([
    [{ all_day: true }, '<span class="cal-event-date-start">June 10</span>', 'All day'],
    [
      { end_date: '2031-06-10 19:30:00' },
      '<span class="cal-event-date-start">June 10 @ 7:30 pm</span>',
      '<span class="cal-event-date-start">7:30 pm</span>',
    ],
    [
      {},
      '<span class="cal-event-date-start">June 10 @ 7:30 pm</span> - <span class="cal-event-time">10:00 pm</span>',
      '<span class="cal-event-date-start">7:30 pm</span> - <span class="cal-event-time">10:00 pm</span>',
    ],
  ])('describe in words when they take place: %j', async (more, schedule_details, short_schedule_details) => {
    expect(await create(more)).toMatchObject({ schedule_details, short_schedule_details });
  });

  it('describe in words when they take place, in the language of the request', async () => {
    const { id } = await create({});
    const details = async (language: string) =>
      (await ask('visitor', 'GET', `/events/${id}`, undefined, language)).body.schedule_details;
    expect(await details('en')).toBe(
      '<span class="cal-event-date-start">June 10 @ 7:30 pm</span> - <span class="cal-event-time">10:00 pm</span>',
    );
    expect(await details('fr-ca')).toContain('juin');
  });
});
