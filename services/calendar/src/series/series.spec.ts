import { addSeconds } from '@almanac/dates';
import { createCommands } from '@almanac/event-sourcing';
import { deleteStoredAnswers } from '@almanac/rest/testing';
import { fixedSettings } from '@almanac/service';
import { recordRestoration } from '@almanac/service/operations';
import fc from 'fast-check';
import { composeCalendar } from '../app.ts';
import { registrations } from '../service.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';
import { dueSeries } from './dueSeries.ts';
import { byId, edited, type ModelOccurrence, seriesEdit } from './seriesModel.contract.ts';

const WEEKLY = { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=5'] };
const DAY_MS = 86_400_000;
const first = { title: 'Choir', start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };

interface EventAnswer {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  readonly author: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly series: {
    readonly id: number;
    readonly occurrence: string;
    readonly changed: boolean;
    readonly recurrence: object;
    readonly count: number;
  };
}

describe('a series', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  const ask = async (
    method: string,
    path: string,
    body?: object,
    namespace = 'cal/events/v1',
  ): Promise<EventAnswer> => {
    const answer = await calendar.ask('editor', method, path, { ...(body && { body }), namespace });
    expect([method, path, answer.status, answer.body.message]).toEqual([method, path, expect.any(Number), undefined]);
    return answer.body;
  };
  const make = (more: object = {}) => ask('POST', '/events', { ...first, recurrence: WEEKLY, ...more });
  const list = async (id: number, query = ''): Promise<EventAnswer[]> => {
    const path = `/events?series=${id}&start_date=1990-01-01&end_date=2099-01-01&per_page=50${query}`;
    return (await calendar.ask('editor', 'GET', path)).body.events;
  };
  const doDueWork = async (): Promise<void> => {
    const commands = createCommands({ ...calendar, registrations });
    const work = dueSeries(composeCalendar(calendar, fixedSettings(calendar.site.settings)), commands);
    await work();
    await work();
  };
  const titlesOf = async (id: number) => (await list(id)).map(({ title }) => title);
  const startsOf = async (id: number) => (await list(id)).map(({ start_date }) => start_date);

  it('is created with its occurrences, which are events with slugs of their own', async () => {
    const made = await make();
    expect(made).toMatchObject({
      start_date: '2031-01-07 19:00:00',
      slug: 'choir-2031-01-07',
      series: {
        occurrence: '2031-01-07T19:00:00',
        changed: false,
        recurrence: { rules: WEEKLY.rules, rdates: [], exdates: [] },
        count: 5,
      },
    });
    const all = await list(made.series.id);
    expect(all.map(({ slug }) => slug)).toEqual(
      [7, 14, 21, 28].map((day) => `choir-2031-01-${String(day).padStart(2, '0')}`).concat('choir-2031-02-04'),
    );
    expect(all[0]?.id).toBe(made.id);
    expect(all[1]?.series).toEqual({ id: made.series.id, occurrence: '2031-01-14T19:00:00', changed: false });
  });

  it('keeps its clock time over clock changes', async () => {
    const times = { start_date: '2031-03-08 02:30:00', end_date: '2031-03-08 04:00:00' };
    const { series } = await make({ ...times, recurrence: { rules: ['FREQ=DAILY;COUNT=3'] } });
    const shown = await list(series.id);
    expect(shown.map(({ start_date, utc_start_date }) => [start_date, utc_start_date])).toEqual([
      ['2031-03-08 02:30:00', '2031-03-08 07:30:00'],
      ['2031-03-09 03:30:00', '2031-03-09 07:30:00'],
      ['2031-03-10 02:30:00', '2031-03-10 06:30:00'],
    ]);
  });

  it.each([
    ['FREQ=HOURLY', 'FREQ'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31', null],
  ])('is refused for the rule %s', async (rule, part) => {
    const answer = await calendar.ask('editor', 'POST', '/events', {
      body: { ...first, recurrence: { rules: [rule] } },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(answer.body.data.details.recurrence.data).toEqual({ part });
  });

  it('goes on by due work, as far as the horizon', async () => {
    const { series } = await make({ recurrence: { rules: ['FREQ=YEARLY'] } });
    expect(await startsOf(series.id)).toEqual([2031, 2032, 2033].map((year) => `${year}-01-07 19:00:00`));
    calendar.advance(400 * DAY_MS);
    await doDueWork();
    expect(await startsOf(series.id)).toEqual([2031, 2032, 2033, 2034].map((year) => `${year}-01-07 19:00:00`));
    const position = await calendar.store.last();
    await doDueWork();
    expect(await calendar.store.last()).toBe(position);
    calendar.advance(-400 * DAY_MS);
  });

  it('has an occurrence that is changed alone by a client that knows nothing of series', async () => {
    const { series } = await make();
    const [, second] = await list(series.id);
    const changed = await ask('PATCH', `/events/${second?.id}`, { title: 'Concert' });
    expect(changed.series).toMatchObject({ changed: true });
    await ask('PATCH', `/events/${second?.id}`, { scope: 'all', title: 'Singing', excerpt: 'All' });
    expect(await titlesOf(series.id)).toEqual(['Singing', 'Concert', 'Singing', 'Singing', 'Singing']);
    expect((await list(series.id)).map((each) => Reflect.get(each, 'excerpt'))).toEqual(Array(5).fill('<p>All</p>'));
  });

  it('moves all occurrences by the time by which one is moved, and keeps their ids', async () => {
    const { series } = await make();
    const before = await list(series.id);
    const times = { start_date: '2031-01-14 20:00:00', end_date: '2031-01-14 21:30:00' };
    await ask('PATCH', `/events/${before[1]?.id}`, { ...times, scope: 'all' });
    const after = await list(series.id);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ start_date }) => start_date.slice(11))).toEqual(Array(5).fill('20:00:00'));
    expect(after[4]).toMatchObject({ end_date: '2031-02-04 21:30:00', series: { occurrence: '2031-02-04T20:00:00' } });
    const moved = await calendar.ask('editor', 'PATCH', `/events/${before[1]?.id}`, {
      body: { start_date: '2031-01-15 20:00:00', end_date: '2031-01-15 21:00:00', scope: 'all' },
    });
    expect(moved.body.data.details.start_date.data).toEqual({ part: 'BYDAY' });
  });

  it('is split by a change of the following occurrences, with their exceptions', async () => {
    const { series } = await make();
    const before = await list(series.id);
    await ask('PATCH', `/events/${before[3]?.id}`, { title: 'Concert' });
    const changed = await ask('PATCH', `/events/${before[2]?.id}`, { scope: 'following', title: 'Late' });
    expect(changed.series).toMatchObject({ occurrence: '2031-01-21T19:00:00', count: 3 });
    expect(changed.series.id).not.toBe(series.id);
    expect(await titlesOf(series.id)).toEqual(['Choir', 'Choir']);
    const later = await list(changed.series.id);
    expect(later.map(({ id }) => id)).toEqual(before.slice(2).map(({ id }) => id));
    expect(later.map(({ title }) => title)).toEqual(['Late', 'Concert', 'Late']);
    expect((await ask('GET', `/events/${before[0]?.id}`)).series).toMatchObject({
      recurrence: { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=2'] },
      count: 2,
    });
  });

  it('keeps the ids of occurrences whose start remains when its rule changes; the others go to the trash', async () => {
    const { series } = await make();
    const before = await list(series.id);
    const recurrence = { rules: ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5'] };
    await ask('PATCH', `/events/${before[0]?.id}`, { scope: 'all', recurrence });
    const after = await list(series.id);
    expect(after.map(({ start_date }) => start_date.slice(0, 10))).toEqual([
      '2031-01-07',
      '2031-01-09',
      '2031-01-21',
      '2031-01-23',
      '2031-02-04',
    ]);
    expect([0, 2, 4].map((at) => after[at]?.id)).toEqual([0, 2, 4].map((at) => before[at]?.id));
    const gone = await calendar.ask('editor', 'GET', `/events/${before[1]?.id}`);
    expect(gone.body.code).toBe('event-no-longer-available');
  });

  it('needs a scope for a change of its rule', async () => {
    const { id } = await make();
    const answer = await calendar.ask('editor', 'PATCH', `/events/${id}`, { body: { recurrence: WEEKLY } });
    expect([answer.status, answer.body.data.params]).toEqual([400, { scope: expect.any(String) }]);
  });

  it('is made of a single event by a recurrence, and keeps its id and slug', async () => {
    const event = await ask('POST', '/events', { ...first, title: 'Solo' });
    const changed = await ask('PATCH', `/events/${event.id}`, { recurrence: WEEKLY });
    expect(changed).toMatchObject({ id: event.id, slug: 'solo', series: { count: 5, changed: false } });
    expect((await list(changed.series.id)).map(({ slug }) => slug).at(-1)).toBe('solo-2031-02-04');
  });

  it('loses the occurrence, the following ones, or all by DELETE', async () => {
    const { series } = await make();
    const before = await list(series.id);
    await ask('DELETE', `/events/${before[1]?.id}`);
    expect(await list(series.id)).toHaveLength(4);
    await ask('DELETE', `/events/${before[3]?.id}?scope=following`);
    expect((await list(series.id)).map(({ id }) => id)).toEqual([before[0]?.id, before[2]?.id]);
    await ask('DELETE', `/events/${before[0]?.id}?scope=all&force=true`, undefined, 'calx/v1');
    expect(await list(series.id)).toEqual([]);
    expect((await calendar.ask('editor', 'GET', `/events/${before[2]?.id}`)).status).toBe(404);
  });

  it('is read, changed and deleted by its own address', async () => {
    const { series } = await make();
    const on = (as: 'visitor' | 'editor' | 'subscriber', method: string, path = '', body?: object) =>
      calendar.ask(as, method, `/series/${series.id}${path}`, { ...(body && { body }), namespace: 'calx/v1' });
    const read = await on('visitor', 'GET');
    expect(read.body).toMatchObject({ id: series.id, count: 5, recurrence: { rules: WEEKLY.rules } });
    expect((await on('visitor', 'GET', '/occurrences?per_page=2')).body).toHaveLength(2);
    expect((await on('subscriber', 'PUT', '', { title: 'No' })).status).toBe(403);
    const changed = await on('editor', 'PUT', '', { title: 'New', recurrence: { rules: ['FREQ=DAILY;COUNT=2'] } });
    expect([changed.status, changed.body.title.rendered, changed.body.count]).toEqual([200, 'New', 2]);
    expect((await on('editor', 'DELETE')).body).toEqual([]);
    expect((await on('editor', 'GET')).body.code).toBe('rest-series-not-found');
  });

  it('gets the rules, times and texts of an earlier version back by its own route', async () => {
    const { id, series } = await make({ title: 'Restored' });
    const before = await list(series.id);
    const moved = { start_date: '2031-01-08 20:00:00', end_date: '2031-01-08 21:00:00' };
    const recurrence = { rules: ['FREQ=DAILY;COUNT=3'] };
    await ask('PATCH', `/events/${id}`, { scope: 'all', title: 'Changed', ...moved, recurrence });
    expect(await startsOf(series.id)).toEqual(
      [8, 9, 10].map((day) => `2031-01-${String(day).padStart(2, '0')} 20:00:00`),
    );
    const restoration = await recordRestoration({ ...calendar, registrations }, 'series', String(series.id), 1);
    const { route, method, members } = restoration ?? {};
    expect([method, route]).toEqual(['PUT', `/calx/v1/series/${series.id}`]);
    await ask('PUT', `/series/${series.id}`, members, 'calx/v1');
    const after = await list(series.id);
    expect(after.map(({ title, start_date, end_date }) => [title, start_date, end_date])).toEqual(
      before.map(({ title, start_date, end_date }) => [title, start_date, end_date]),
    );
  });

  it('gets every field back that its occurrences share, by an earlier version', async () => {
    const post = async (path: string, body: object) =>
      (await calendar.ask('administrator', 'POST', path, { body })).body;
    const venue = (await post('/venues', { venue: 'Pier' })).id;
    const organizer = (await post('/organizers', { organizer: 'Band' })).id;
    const category = (await post('/categories', { name: 'Song' })).id;
    const shown = { show_map: true, show_map_link: true, sticky: true, featured: true };
    const price = { cost: '15', currency_symbol: '€', currency_position: 'postfix', currency_code: 'EUR' };
    const texts = { description: 'Loud', excerpt: 'Songs', website: 'https://choir.test/' };
    const links = { venue, organizer, categories: [category], image: 90 };
    const { id, series } = await make({ title: 'Whole', ...shown, ...price, ...texts, ...links });
    const before = await ask('GET', `/events/${id}`);
    const nothing = { description: '', excerpt: '', website: '', venue: [], organizer: [], categories: [], image: '' };
    const hidden = { show_map: false, show_map_link: false, sticky: false, featured: false, hide_from_listings: true };
    const free = { cost: '0', currency_symbol: '$', currency_position: 'prefix', currency_code: 'USD' };
    const changes = { ...nothing, ...hidden, ...free, title: 'Other', author: 3 };
    await calendar.ask('administrator', 'PATCH', `/events/${id}`, { body: { scope: 'all', ...changes } });
    const restoration = await recordRestoration({ ...calendar, registrations }, 'series', String(series.id), 1);
    const { members = {} } = restoration ?? {};
    const { status } = await calendar.ask('administrator', 'PUT', `/series/${series.id}`, {
      namespace: 'calx/v1',
      body: members,
    });
    const after = await ask('GET', `/events/${id}`);
    const plain = (event: object) => ({
      ...event,
      modified: '',
      modified_utc: '',
      modified_utc_details: '',
      modified_details: '',
    });
    expect([status, plain(after)]).toEqual([200, plain(before)]);
  });

  it.each(['cal/events/v1', 'calx/v1'])(
    'is answered by its first occurrence if an answer of %s was lost',
    async (namespace) => {
      const headers = { 'idempotency-key': `lost-${namespace}` };
      const body = { ...first, title: 'Lost', recurrence: { rules: ['FREQ=DAILY;COUNT=120'] } };
      const post = () => calendar.ask('editor', 'POST', '/events', { namespace, body, headers });
      const made = await post();
      await deleteStoredAnswers(calendar.entries);
      const again = await post();
      expect([again.status, again.body]).toEqual([201, made.body]);
      expect(again.body.series).toMatchObject({ occurrence: '2031-01-07T19:00:00', count: 120 });
    },
  );

  it('is deleted by a caller who may delete each of the occurrences concerned', async () => {
    const made = (await calendar.ask('author', 'POST', '/events', { body: { ...first, recurrence: WEEKLY } })).body;
    const { id, series } = made;
    const [, second, third] = await list(series.id);
    await ask('PATCH', `/events/${third?.id}`, { author: 4 });
    const remove = async (path: string, namespace?: string) =>
      (await calendar.ask('author', 'DELETE', path, { ...(namespace && { namespace }) })).status;
    const position = await calendar.store.last();
    expect(await remove(`/events/${id}?scope=all`)).toBe(403);
    expect(await remove(`/events/${second?.id}?scope=following`, 'calx/v1')).toBe(403);
    expect(await remove(`/series/${series.id}`, 'calx/v1')).toBe(403);
    expect(await calendar.store.last()).toBe(position);
    await ask('PATCH', `/events/${third?.id}`, { author: made.author });
    expect(await remove(`/events/${id}?scope=all`)).toBe(200);
    expect(await list(series.id)).toEqual([]);
  });

  it('is not changed by its own rule, title or times', async () => {
    const { id, series } = await make();
    const split = (await list(series.id))[2];
    const later = await ask('PATCH', `/events/${split?.id}`, { scope: 'following', title: 'Late' });
    const position = await calendar.store.last();
    for (const each of [series, later.series]) {
      const read = await calendar.ask('editor', 'GET', `/series/${each.id}`, { namespace: 'calx/v1' });
      const { recurrence } = read.body;
      await ask('PUT', `/series/${each.id}`, { recurrence }, 'calx/v1');
    }
    await ask('PATCH', `/events/${id}`, { ...first, scope: 'all' });
    await ask('PATCH', `/events/${later.id}`, { scope: 'following', title: 'Late' });
    expect(await calendar.store.last()).toBe(position);
  });

  it('takes up the events that an importer made one by one, and gives its occurrences names', async () => {
    const uid = 'choir@example.org';
    const times = { start_date: '2031-01-14 20:00:00', end_date: '2031-01-14 21:00:00' };
    const single = await ask('POST', '/events', { ...first, ...times, import_uid: `${uid}/2031-01-14T19:00:00` });
    const other = await ask('POST', '/events', { ...first, import_uid: `${uid}/2031-01-15T19:00:00` });
    const { series } = await make({ title: 'Imported', import_uid: uid });
    const all = await list(series.id);
    expect(all.map(({ title, start_date }) => [title, start_date.slice(0, 10)])).toEqual(
      ['2031-01-07', '2031-01-14', '2031-01-21', '2031-01-28', '2031-02-04'].map((day) => ['Imported', day]),
    );
    expect(all[1]).toMatchObject({ id: single.id, start_date: '2031-01-14 19:00:00', series: { changed: false } });
    const names = await calendar.ask('editor', 'GET', `/events?import_uid[]=${uid}/2031-01-21T19:00:00`);
    expect(names.body.events.map(({ id }: EventAnswer) => id)).toEqual([all[2]?.id]);
    expect((await ask('GET', `/events/${other.id}`)).series).toBeUndefined();
    const again = await calendar.ask('editor', 'POST', '/events', {
      body: { ...first, recurrence: WEEKLY, import_uid: uid },
    });
    expect([again.status, again.body.data.params]).toEqual([400, { import_uid: expect.any(String) }]);
  });

  it('names an occurrence whose start comes back, although the former one is in the trash with its name', async () => {
    const uid = 'back@example.org';
    const { id, series } = await make({ import_uid: uid });
    const last = (await list(series.id)).at(-1);
    const rules = (count: number) => ({ scope: 'all', recurrence: { rules: [`FREQ=WEEKLY;BYDAY=TU;COUNT=${count}`] } });
    await ask('PATCH', `/events/${id}`, rules(4));
    await ask('PATCH', `/events/${id}`, rules(5));
    const again = (await list(series.id)).at(-1);
    expect([again?.start_date, again?.id === last?.id]).toEqual([last?.start_date, false]);
    const path = `/events?import_uid[]=${uid}/2031-02-04T19:00:00&status=publish,trash`;
    expect((await calendar.ask('editor', 'GET', path)).body.events).toMatchObject([{ id: again?.id }]);
  });

  it('has an occurrence that returns from the trash by its status', async () => {
    const { series } = await make({ title: 'Return' });
    const [, second] = await list(series.id);
    await ask('DELETE', `/events/${second?.id}`);
    await ask('PUT', `/series/${series.id}`, { title: 'Singing' }, 'calx/v1');
    expect(await list(series.id)).toHaveLength(4);
    await ask('PATCH', `/events/${second?.id}`, { status: 'publish' });
    const back = (await list(series.id))[1];
    expect(back).toMatchObject({ id: second?.id, title: 'Singing', slug: 'return-2031-01-14' });
  });

  it('begins anew with an occurrence that returns after all were deleted', async () => {
    const { id, series } = await make({ title: 'Anew' });
    await ask('DELETE', `/series/${series.id}`, undefined, 'calx/v1');
    await ask('PATCH', `/events/${id}`, { status: 'publish' });
    const again = await ask('PATCH', `/events/${id}`, { scope: 'all', recurrence: { rules: ['FREQ=DAILY;COUNT=2'] } });
    expect(again).toMatchObject({ id, series: { count: 2 } });
    expect((await list(again.series.id)).map((each) => [each.id === id, each.start_date])).toEqual([
      [true, '2031-01-07 19:00:00'],
      [false, '2031-01-08 19:00:00'],
    ]);
  });

  it('goes to the heir of its author, with its further occurrences', async () => {
    const made = [await make({ author: 4, recurrence: { rules: ['FREQ=YEARLY'] } }), await make({ author: 4 })];
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 4, reassign: 3 }, position: 2 });
    calendar.advance(400 * DAY_MS);
    await doDueWork();
    calendar.advance(-400 * DAY_MS);
    const authors = await Promise.all(
      made.map(async ({ series }) => (await list(series.id)).map(({ author }) => author)),
    );
    expect(authors).toEqual([Array(4).fill('3'), Array(5).fill('3')]);
  });

  it('ends with its author if there is no heir', async () => {
    const { id, series } = await make({ author: 5, recurrence: { rules: ['FREQ=YEARLY'] } });
    const once = { author: 5, recurrence: { rules: ['FREQ=DAILY;COUNT=1'] } };
    const others = await Promise.all(Array.from({ length: 23 }, () => make(once)));
    const find = jest.spyOn(calendar.documents, 'find');
    await calendar.deliver({ type: 'core.user-deleted.v1', data: { id: 5, reassign: null }, position: 3 });
    const limits = find.mock.calls.flatMap(([{ name }, { filter, limit }]) =>
      name === 'series' && JSON.stringify(filter).includes('shared.author') ? [limit] : [],
    );
    find.mockRestore();
    expect(new Set(limits)).toEqual(new Set([10]));
    for (const other of others)
      expect((await calendar.ask('editor', 'GET', `/series/${other.series.id}`, { namespace: 'calx/v1' })).status).toBe(
        404,
      );
    const read = await calendar.ask('editor', 'GET', `/series/${series.id}`, { namespace: 'calx/v1' });
    expect(read.body.code).toBe('rest-series-not-found');
    const trashed = await calendar.ask('editor', 'GET', `/events?include=${id}&status=trash`);
    expect(trashed.body.events).toHaveLength(1);
    const position = await calendar.store.last();
    calendar.advance(400 * DAY_MS);
    await doDueWork();
    calendar.advance(-400 * DAY_MS);
    expect(await calendar.store.last()).toBe(position);
  });

  it('writes more than a hundred occurrences in several commits, and goes on after a kill', async () => {
    const { id, series } = await make({ recurrence: { rules: ['FREQ=DAILY;COUNT=250'] } });
    expect(series.count).toBe(250);
    const ids = async () => {
      const pages = [1, 2, 3, 4, 5].map((page) => list(series.id, `&page=${page}`));
      return (await Promise.all(pages)).flat();
    };
    const before = await ids();
    const { store } = calendar;
    const append = store.append.bind(store);
    let commits = 0;
    jest.spyOn(store, 'append').mockImplementation((...args) => {
      if (++commits > 1) throw new Error('killed');
      return append(...args);
    });
    const killed = await calendar.ask('editor', 'PATCH', `/events/${id}`, { body: { scope: 'all', title: 'Daily' } });
    jest.restoreAllMocks();
    expect(killed.status).toBe(500);
    await doDueWork();
    const after = await ids();
    expect(after.map((each) => each.id)).toEqual(before.map((each) => each.id));
    expect(new Set(after.map(({ title }) => title))).toEqual(new Set(['Daily']));
  });

  it('keeps both of two changes at the same time, even if the first is not written completely', async () => {
    const { id, series } = await make({ recurrence: { rules: ['FREQ=DAILY;COUNT=130'] } });
    const [, other] = await list(series.id);
    const { store } = calendar;
    const append = store.append.bind(store);
    const change = (of: number | undefined, body: object) =>
      calendar.ask('editor', 'PATCH', `/events/${of}`, { body: { scope: 'all', ...body } });
    let commits = 0;
    jest.spyOn(store, 'append').mockImplementation(async (...args) => {
      const number = ++commits;
      if (number === 1) expect((await change(other?.id, { title: 'Singing' })).status).toBe(500);
      if (number === 3) throw new Error('killed');
      return append(...args);
    });
    const changed = await change(id, { website: 'https://choir.example/' });
    jest.restoreAllMocks();
    expect(changed.status).toBe(200);
    expect((await list(series.id, '&page=3')).at(-1)).toMatchObject({
      title: 'Singing',
      website: 'https://choir.example/',
    });
  });

  it('is listed by its next occurrence in the window, with the number of the others', async () => {
    const made = await make({ title: 'Collapsing' });
    const query = 'search=Collapsing&start_date=2031-01-10&end_date=2031-12-31&collapse_series=true';
    const { events, total } = (await calendar.ask('visitor', 'GET', `/events?${query}`)).body;
    expect([total, events[0].start_date, events[0].series]).toEqual([
      1,
      '2031-01-14 19:00:00',
      { id: made.series.id, occurrence: '2031-01-14T19:00:00', changed: false, more: 3 },
    ]);
    const page = await calendar.ask('visitor', 'GET', `/events?${query}`, { namespace: 'calx/v1' });
    expect(page.body.map(({ series }: EventAnswer) => series)).toEqual([events[0].series]);
  });

  it('has the occurrences of a simple model after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), fc.array(seriesEdit, { maxLength: 6 }), async (count, edits) => {
        const made = await make({ recurrence: { rules: [`FREQ=DAILY;INTERVAL=2;COUNT=${count}`] } });
        let model: ModelOccurrence[] = (await list(made.series.id)).map(({ id, start_date }) => ({
          ...{ id, group: made.series.id, own: new Set(), nominal: start_date, title: 'Choir', start: start_date },
        }));
        for (const { at, scope, title, hours } of edits) {
          const subject = model[at % model.length];
          if (subject === undefined) break;
          const start = addSeconds(subject.start, hours * 3600);
          const times = hours === 0 ? {} : { start_date: start, end_date: addSeconds(start, 7200) };
          const { series } = await ask('PATCH', `/events/${subject.id}`, { scope, title, ...times });
          model = edited(model, subject, { scope, title, hours, group: series.id });
        }
        const groups = [...new Set(model.map(({ group }) => group))];
        const shown = (await Promise.all(groups.map((group) => list(group)))).flat();
        expect(
          byId(shown.map(({ id, title, start_date, series }) => ({ id, title, start: start_date, group: series.id }))),
        ).toEqual(byId(model.map(({ id, title, start, group }) => ({ id, title, start, group }))));
      }),
      { numRuns: 10 },
    );
  }, 120_000);
});
