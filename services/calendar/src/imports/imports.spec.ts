import { serveCalendar, type TestService } from '../testing.contract.ts';

const namespace = 'cal/event-import/v1';

let calendar: TestService;
beforeEach(async () => {
  calendar = await serveCalendar();
});
afterEach(() => calendar.stop());

interface StartedImport {
  readonly id: string;
  hash: string;
}

const start = async (more: object = {}): Promise<StartedImport> => {
  const { status, body } = await calendar.ask('administrator', 'POST', '/import', {
    namespace,
    body: { origin: 'feed', ...more },
  });
  expect([status, body.status, body.percentage_complete]).toEqual([201, 'pending', 0]);
  expect([body.import_id, body.batch_hash]).toEqual([
    expect.stringMatching(/^[0-9a-z]{32}$/),
    expect.stringMatching(/^[0-9a-z]{32}$/),
  ]);
  return { id: body.import_id, hash: body.batch_hash };
};

const item = (uid: string, more: object = {}) => ({
  title: `Fair ${uid}`,
  uid,
  timezone: 'America/New_York',
  start_date: '2033-05-01',
  start_hour: '10',
  start_minute: '30',
  start_meridian: 'pm',
  end_date: '2033-05-02',
  end_hour: '12',
  end_minute: '00',
  end_meridian: 'am',
  ...more,
});

const bodyOf = (hash: string, events: readonly unknown[], more: object = {}) => ({
  batch_hash: hash,
  status: { data: { total: 4, done: 0 }, batch: { total: 3, done: 0 } },
  percentage_complete: 50,
  events,
  ...more,
});

const push = (id: string, body: object) => calendar.ask('visitor', 'POST', `/import/${id}/batch`, { namespace, body });

/** Sends a batch that is accepted, and stores the next hash. */
const take = async (started: StartedImport, events: readonly unknown[], more: object = {}) => {
  const answer = await push(started.id, bodyOf(started.hash, events, more));
  expect(answer.status).toBe(200);
  started.hash = answer.body.next_batch_hash;
  return answer.body.activity;
};

const read = async (id: string) => (await calendar.ask('administrator', 'GET', `/import/${id}`, { namespace })).body;

const eventsOf = async (path = '/events?start_date=2033-01-01&end_date=2034-01-01&per_page=50') =>
  (await calendar.ask('administrator', 'GET', path)).body.events;

const last = { status: { data: { total: 4, done: 3 }, batch: { total: 3, done: 2 } }, percentage_complete: 100 };

describe('a batch of an import', () => {
  it('becomes events, with their clocks from the parts', async () => {
    const started = await start();
    const activity = await take(started, [item('a', { url: 'https://fair.test/', cost: '5', tags: ['Sea'] })]);
    const [event] = await eventsOf();
    expect(activity.cal_events).toEqual({ created: [event.id], updated: [], skipped: [], scheduled: [] });
    expect(activity.post_tag.created).toHaveLength(1);
    expect(event).toMatchObject({
      title: 'Fair a',
      status: 'publish',
      author: '1',
      website: 'https://fair.test/',
      cost: '$5',
      start_date: '2033-05-01 22:30:00',
      end_date: '2033-05-02 00:00:00',
      timezone: 'America/New_York',
      tags: [{ name: 'Sea' }],
    });
  });

  it.each([
    ['suffix', '5€'],
    ['postfix', '5€'],
    ['prefix', '€5'],
  ])('sets the currency symbol’s position: %s', async (position, cost) => {
    const paid = { cost: '5', currency_symbol: '€', currency_position: position };
    expect((await take(await start(), [item('a', paid)])).cal_events.created).toHaveLength(1);
    expect((await eventsOf())[0].cost).toBe(cost);
  });

  it('finds events again by their names at the origin, changes differences, and keeps the rest', async () => {
    const started = await start();
    await take(started, [item('a'), item('b')]);
    const [one, two] = await eventsOf();
    const before = await calendar.store.last();
    const activity = await take(started, [item('a'), item('b', { title: 'Fete' })]);
    expect(activity.cal_events).toEqual({ created: [], updated: [two.id], skipped: [one.id], scheduled: [] });
    expect((await calendar.store.readLog(before)).flatMap(({ events }) => events.map(({ type }) => type))).toEqual([
      'EventChanged',
      'ImportBatchTaken',
    ]);
    const other = await start({ origin: 'another feed' });
    expect((await take(other, [item('a')])).cal_events.created).toHaveLength(1);
  });

  it('leaves events unchanged that it may not change', async () => {
    const first = await take(await start(), [item('a')]);
    const later = await start({ update_authority: 'retain' });
    const venue = { venue: 'Unheard of' };
    const activity = await take(later, [item('a', { title: 'Fete', venue }), item('b')], last);
    expect(activity.cal_events.skipped).toEqual(first.cal_events.created);
    expect([activity.cal_events.created.length, activity.cal_venue.created]).toEqual([1, []]);
    expect((await eventsOf()).map(({ title }: { title: string }) => title)).toEqual(['Fair a', 'Fair b']);
    expect((await read(later.id)).status).toBe('success');
    const unknown = { namespace, body: { origin: 'feed', update_authority: 'sometimes' } };
    expect((await calendar.ask('administrator', 'POST', '/import', unknown)).status).toBe(400);
  });

  it('keeps changes by people since the import, and changes the rest', async () => {
    const overwriting = await start();
    const { cal_events } = await take(overwriting, [item('a', { venue: { venue: 'Pier' }, tags: ['Sea'] }), item('b')]);
    const [id, other] = cal_events.created;
    const byHand = { title: 'Our fair', tags: ['Land'], cost: '7' };
    expect((await calendar.ask('administrator', 'POST', `/events/${id}`, { body: byHand })).status).toBe(200);
    const changed = { title: 'Fete', start_hour: '09', cost: '5', tags: ['Lake'], venue: { venue: 'Hall' } };
    const preserving = await start({ update_authority: 'preserve_changes' });
    const activity = await take(preserving, [item('a', changed), item('b', changed)]);
    expect(activity).toMatchObject({
      cal_events: { updated: [id, other] },
      post_tag: { created: [expect.any(Number)] },
    });
    const [own, imported] = (await eventsOf()).toSorted((a: { id: number }, b: { id: number }) => a.id - b.id);
    const common = { start_date: '2033-05-01 21:30:00', venue: { venue: 'Hall' } };
    expect(own).toMatchObject({ ...common, title: 'Our fair', cost: '$7', tags: [{ name: 'Land' }] });
    expect(imported).toMatchObject({ ...common, title: 'Fete', cost: '$5', tags: [{ name: 'Lake' }] });
    expect((await take(preserving, [item('a', { ...changed, title: 'Later' })])).cal_events.skipped).toEqual([id]);
    expect((await take(overwriting, [item('a', changed)])).cal_events.updated).toEqual([id]);
    expect((await take(preserving, [item('a', { ...changed, title: 'Later' })])).cal_events.updated).toEqual([id]);
  });

  it('creates no tags for an event that does not get them', async () => {
    const { cal_events } = await take(await start(), [item('a')]);
    for (const update_authority of ['retain', 'preserve_changes']) {
      await calendar.ask('administrator', 'POST', `/events/${cal_events.created[0]}`, { body: { tags: ['Land'] } });
      const activity = await take(await start({ update_authority }), [item('a', { tags: [update_authority] })]);
      expect(activity).toMatchObject({ cal_events: { skipped: cal_events.created }, post_tag: { created: [] } });
    }
  });

  it('finds events by a global id of their lineage, whatever the origin', async () => {
    const first = await take(await start(), [item('a', { global_id: 'x.test?id=1' })]);
    const other = await start({ origin: 'another feed' });
    const lineage = ['y.test?id=7', 'x.test?id=1'];
    const activity = await take(other, [item('z', { global_id: 'y.test?id=7', global_id_lineage: lineage })]);
    expect(activity.cal_events.updated).toEqual(first.cal_events.created);
  });

  it('finds events by the importers’ name, and stores it in new ones', async () => {
    const body = { title: 'Fair', import_uid: 'one@feed', start_date: '2033-05-01', end_date: '2033-05-02' };
    const { id } = (await calendar.ask('administrator', 'POST', '/events', { body })).body;
    const { uid: _, ...unnamed } = item('a');
    const sent = ['one@feed', 'two@feed'].map((import_uid) => ({ ...unnamed, import_uid, title: import_uid }));
    const { cal_events } = await take(await start(), sent);
    expect(cal_events).toMatchObject({ updated: [id], created: [expect.any(Number)] });
    const again = await take(await start({ origin: 'another feed' }), sent);
    expect(again.cal_events.skipped).toEqual([id, ...cal_events.created]);
    const named = (await calendar.ask('administrator', 'GET', '/events?import_uid=two@feed')).body.events;
    expect(named).toMatchObject([{ id: cal_events.created[0], title: 'two@feed', import_uid: 'two@feed' }]);
  });

  it('creates a venue, an organizer and a category once, and finds them by lineage and by name', async () => {
    const venue = { venue: 'Pier', city: 'Kiel', latitude: 54.3, longitude: '10.1', global_id: 'v1' };
    const more = { venue, organizer: [{ organizer: 'Band' }, { organizer: 'Choir' }], categories: ['Sea', 'sea'] };
    const started = await start();
    const activity = await take(started, [item('a', more), item('b', more)]);
    expect(activity).toMatchObject({
      cal_venue: { created: [expect.any(Number)] },
      cal_organizer: { created: [expect.any(Number), expect.any(Number)] },
      cal_events_cat: { created: [expect.any(Number)] },
    });
    const [one, two] = await eventsOf();
    for (const event of [one, two]) {
      expect(event.venue).toMatchObject({ id: activity.cal_venue.created[0], city: 'Kiel', geo_lat: 54.3 });
      expect(event.organizer.map(({ organizer }: { organizer: string }) => organizer)).toEqual(['Band', 'Choir']);
      expect(event.categories.map(({ name }: { name: string }) => name)).toEqual(['Sea']);
    }
    const renamed = { venue: { ...venue, venue: 'Old pier' }, organizer: { organizer: 'Band' }, categories: 'Sea' };
    const again = await take(started, [item('c', renamed)]);
    expect(again).toMatchObject({ cal_venue: { created: [] }, cal_organizer: { created: [] } });
    expect(again.cal_venue.skipped).toEqual(activity.cal_venue.created);
  });

  it('stores its valid items, and reports the others', async () => {
    const started = await start();
    const bad = [item('b', { title: ' ' }), item('c', { end_date: '2031-01-01' }), 'no item', null];
    const activity = await take(started, [item('a'), ...bad, item('d', { image: 'https://no.test/x.png' })], last);
    expect(activity.cal_events.created).toHaveLength(2);
    const state = await read(started.id);
    expect(state).toMatchObject({ status: 'pending', percentage_complete: 0, total_events: 4 });
    expect(state.errors.map(({ message }: { message: string }) => message)).toEqual([
      'The member title is not valid.',
      'The member end_date is not valid.',
      'The member title is not valid.',
      'The member title is not valid.',
      expect.stringContaining('Fair d'),
    ]);
  });

  it('stores an item without its invalid members, and reports these', async () => {
    const started = await start();
    const venue = { venue: 'Pier', city: ['Kiel'], country: 'Germany' };
    const organizer = { organizer: 'Band', email: 'none' };
    const bad = {
      sticky: 'perhaps',
      show_map: 7,
      cost: { a: 1 },
      tags: [{ a: 1 }],
      categories: [[]],
      venue,
      organizer,
    };
    const activity = await take(
      started,
      [item('a', { ...bad, featured: true }), item('b', { all_day: 'perhaps' })],
      last,
    );
    expect(activity.cal_events.created).toHaveLength(1);
    const [event] = await eventsOf();
    expect(event).toMatchObject({ title: 'Fair a', featured: true, sticky: false, tags: [], categories: [] });
    expect(event.venue).toMatchObject({ venue: 'Pier', country: 'Germany' });
    const said = (await read(started.id)).errors.map(
      ({ slug, message }: { slug: string; message: string }) => `${slug} ${/member (\S+) /.exec(message)?.[1]}`,
    );
    expect(said.toSorted()).toEqual([
      'item-refused all_day',
      ...['categories', 'cost', 'organizer.email', 'show_map', 'sticky', 'tags', 'venue.city'].map(
        (member) => `member-left-out ${member}`,
      ),
    ]);
  });

  it('is accepted without items, and leaves the import waiting', async () => {
    const started = await start();
    const { events: _, ...none } = bodyOf(started.hash, [], last);
    const { status, body } = await push(started.id, none);
    expect([status, typeof body.next_batch_hash]).toEqual([200, 'string']);
    expect(await read(started.id)).toMatchObject({ status: 'pending', percentage_complete: 0, total_events: 4 });
  });

  it('may not name the author of an event, nor contain scripts', async () => {
    const more = { author: 4, password: 'x', translation_of: 1, description: '<script>alert(1)</script>Hi' };
    await take(await start(), [item('a', more)]);
    const [event] = await eventsOf();
    expect(event.author).toBe('1');
    expect(event.description).not.toContain('script');
  });

  it('leaves trashed events in the trash, and recreates deleted ones', async () => {
    const started = await start();
    const { cal_events } = await take(started, [item('a')]);
    const [id] = cal_events.created;
    await calendar.ask('administrator', 'DELETE', `/events/${id}`);
    expect((await take(started, [item('a')])).cal_events.skipped).toEqual([id]);
    await calendar.ask('administrator', 'DELETE', `/events/${id}?force=true`, { namespace: 'calx/v1' });
    expect((await take(started, [item('a')])).cal_events.created).toHaveLength(1);
  });

  it('is stored in several commits if it is too large for one, and is one batch', async () => {
    const started = await start();
    const before = await calendar.store.last();
    const activity = await take(
      started,
      Array.from({ length: 120 }, (_, index) => item(`n${index}`)),
    );
    expect(activity.cal_events.created).toHaveLength(120);
    const types = (await calendar.store.readLog(before)).map(({ events }) => events.at(-1)?.type);
    expect(types).toEqual(['ImportItemsTaken', 'ImportItemsTaken', 'ImportBatchTaken']);
  });
});

describe('the hash of a batch', () => {
  it('returns the same answer for the same batch, and no other batch', async () => {
    const started = await start();
    const body = bodyOf(started.hash, [item('a')]);
    const first = await push(started.id, body);
    const before = await calendar.store.last();
    expect((await push(started.id, body)).body).toEqual(first.body);
    const other = await push(started.id, bodyOf(started.hash, [item('b')]));
    expect([other.status, other.body.code, Object.keys(other.body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['batch_hash'],
    ]);
    expect(await calendar.store.last()).toBe(before);
  });

  it('returns the last batch’s answer again once the import has ended', async () => {
    const started = await start();
    const body = bodyOf(started.hash, [item('a')], last);
    const first = await push(started.id, body);
    expect(first.body.next_batch_hash).toBeUndefined();
    expect((await push(started.id, body)).body).toEqual(first.body);
    expect(await read(started.id)).toMatchObject({ status: 'success', percentage_complete: 100 });
    const late = await push(started.id, bodyOf(started.hash, [item('b')]));
    expect(Object.keys(late.body.data.params)).toEqual(['import_id']);
  });

  it('is used once by the same batch sent in parallel', async () => {
    const started = await start();
    const body = bodyOf(started.hash, [item('a'), item('b')]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => push(started.id, body)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(await eventsOf()).toHaveLength(2);
  });

  it('appears in no event and in no answer except to the sender of the batch before', async () => {
    const started = await start();
    const first = started.hash;
    await take(started, [item('a')]);
    const log = JSON.stringify(await calendar.store.readLog(0));
    const shown = JSON.stringify(await read(started.id));
    for (const hash of [first, started.hash])
      expect([log.includes(hash), shown.includes(hash)]).toEqual([false, false]);
  });
});

describe('an invalid batch', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['another hash', { batch_hash: '0'.repeat(32) }, 'batch_hash'],
    ['more done than there is', { status: { data: { total: 1, done: 2 }, batch: { total: 1, done: 0 } } }, 'status'],
    ['a status without batches', { status: { data: { total: 1, done: 0 } } }, 'status'],
    ['a status that is text', { status: 'done' }, 'status'],
    ['more than everything', { percentage_complete: 101 }, 'percentage_complete'],
    ['a part of a per cent', { percentage_complete: 1.5 }, 'percentage_complete'],
    ['an interval that is no number', { interval: 'soon' }, 'interval'],
    ['too many events', { events: Array.from({ length: 501 }, () => ({})) }, 'events'],
  ];

  it.each(wrong)('is refused with 400 and changes nothing: %s', async (_what, more, param) => {
    const { id, hash } = await start();
    const before = await calendar.store.last();
    const { status, body } = await push(id, { ...bodyOf(hash, [item('a')]), ...more });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [param]]);
    expect(await calendar.store.last()).toBe(before);
  });

  it('is refused for a missing import as for an ended one', async () => {
    for (const id of ['nothing', '__proto__', 'constructor', '12']) {
      const { status, body } = await push(id, bodyOf('0'.repeat(32), []));
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['import_id']]);
    }
    const missing = await push('nothing', { percentage_complete: 1 });
    expect([missing.body.code, missing.body.data.params]).toEqual([
      'rest_missing_callback_param',
      ['batch_hash', 'status'],
    ]);
  });
});

describe('the status of an import', () => {
  const state = (id: string, body: object) =>
    calendar.ask('visitor', 'POST', `/import/${id}/state`, { namespace, body });
  const failed = { status: 'failed', message: 'The feed is gone', message_slug: 'feed-gone', percentage_complete: 30 };

  it('is set under the hash, and ends it unless it is pending', async () => {
    const { id, hash } = await start();
    expect((await state(id, { ...failed, status: 'pending', batch_hash: hash })).body).toEqual({ status: 'success' });
    expect((await state(id, { ...failed, batch_hash: hash })).body).toEqual({ status: 'success' });
    expect(await read(id)).toMatchObject({
      status: 'failed',
      percentage_complete: 30,
      message: 'The feed is gone',
      message_slug: 'feed-gone',
      errors: [{ slug: 'feed-gone', message: 'The feed is gone' }],
    });
    const late = await state(id, { ...failed, batch_hash: hash });
    expect([late.status, Object.keys(late.body.data.params)]).toEqual([400, ['import_id']]);
  });

  it('becomes failed once the user who started it is deleted, so that nothing more is written in that name', async () => {
    const started = await start();
    const others = await start();
    await take(started, [item('a')], { percentage_complete: 40 });
    const { hash } = started;
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 1, reassign: 2 } });
    const { status, body } = await push(started.id, bodyOf(hash, [item('b')]));
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['import_id']]);
    expect((await eventsOf()).map(({ author }: { author: string }) => author)).toEqual(['2']);
    const gone = { slug: 'starter-deleted', message: 'The user who started the import was deleted.' };
    expect(await read(started.id)).toMatchObject({ status: 'failed', percentage_complete: 40, errors: [gone] });
    expect(await read(others.id)).toMatchObject({ status: 'failed', message_slug: 'starter-deleted' });
    const inFrench = { namespace, language: 'fr-ca' } as const;
    const french = await calendar.ask('administrator', 'GET', `/import/${started.id}`, inFrench);
    expect(french.body.errors).toEqual([
      { ...gone, message: 'L’utilisateur qui a commencé l’importation a été supprimé.' },
    ]);
  });

  it('stays after it has ended, even if its user is deleted', async () => {
    const { id, hash } = await start();
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 3, reassign: null } });
    expect((await read(id)).status).toBe('pending');
    await state(id, { ...failed, batch_hash: hash });
    const before = await calendar.store.last();
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 1, reassign: null } });
    expect(await calendar.store.last()).toBe(before);
  });

  it('is readable by users who may import, and never with the hash', async () => {
    const { id } = await start();
    expect((await calendar.ask('visitor', 'GET', `/import/${id}`, { namespace })).status).toBe(401);
    expect((await calendar.ask('editor', 'GET', `/import/${id}`, { namespace })).status).toBe(403);
    expect((await calendar.ask('editor', 'POST', '/import', { namespace, body: { origin: 'x' } })).status).toBe(403);
    const { status, body } = await calendar.ask('administrator', 'GET', '/import/nothing', { namespace });
    expect([status, body.code]).toEqual([404, 'import-not-found']);
  });
});

describe('the callbacks of imports', () => {
  const setState = ({ id, hash }: StartedImport, message: string) =>
    calendar.ask('visitor', 'POST', `/import/${id}/state`, {
      namespace,
      body: { batch_hash: hash, status: 'pending', message, message_slug: 'waits', percentage_complete: 5 },
    });

  beforeEach(async () => {
    await calendar.stop();
    calendar = await serveCalendar({}, undefined, { limitSettings: { 'event-import': { most: 3, seconds: 86_400 } } });
  });

  it('are limited per day, over all imports, and leave no event when refused', async () => {
    const [one, other] = [await start(), await start()];
    const first = bodyOf(one.hash, [item('a')]);
    await take(one, [item('a')]);
    await setState(one, 'Reading.');
    await setState(other, 'Reading.');
    const before = await calendar.store.last();
    for (const { status, headers, body } of [
      await setState(other, 'Still reading.'),
      await push(one.id, bodyOf(one.hash, [item('b')])),
    ]) {
      expect([status, body.code]).toEqual([429, 'rest_too_many_requests']);
      expect(headers.get('retry-after')).toBe('86400');
    }
    expect(await calendar.store.last()).toBe(before);
    expect((await push(one.id, first)).status).toBe(200);
    calendar.advance(86_400_000);
    await take(one, [item('b')]);
  });

  it('are not counted for callers without the hash', async () => {
    const one = await start();
    for (let turn = 0; turn < 5; turn++) {
      expect((await push(one.id, bodyOf('0'.repeat(32), []))).status).toBe(400);
      expect((await setState({ id: one.id, hash: '0'.repeat(32) }, 'Reading.')).status).toBe(400);
    }
    await take(one, [item('a')]);
  });
});
