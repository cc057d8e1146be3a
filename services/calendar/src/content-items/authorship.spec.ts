import { createTexts } from '@almanac/i18n';
import { roles } from '@almanac/identity';
import { routesOf } from '../service.ts';
import { calendarOf, serveCalendar, type TestService } from '../testing.contract.ts';

/** The records that a route writes: `cal_venue` are venues by the route of their post type. */
const recordsOf: Readonly<Record<string, string>> = {
  events: 'events',
  venues: 'venues',
  organizers: 'organizers',
  series: 'events',
  cal_events: 'events',
  cal_venue: 'venues',
  cal_organizer: 'organizers',
};
const names: Readonly<Record<string, string>> = { events: 'title', venues: 'venue', organizers: 'organizer' };
const times = { start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' };
const recurrence = { rules: ['FREQ=DAILY;COUNT=2'] };
const bodyOf = (plural: string) => ({ [names[plural] ?? 'title']: 'Made', ...(plural === 'events' && times) });
/** The body in a namespace; the first generation alone names venues and organizers by their kind. */
const bodyIn = (namespace: string, plural: string) =>
  namespace === 'cal/events/v1' ? bodyOf(plural) : { title: 'Made', ...(plural === 'events' && times) };
const idOf = (role: (typeof roles)[number]): number => roles.indexOf(role) + 1;
const writers = ['contributor', 'author', 'editor', 'administrator'] as const;
const mayGiveAway = (role: string) => ['editor', 'administrator'].includes(role);

/** Every declared way of writing an author. The author of a followed feed is that of its events, whom only editors name. */
const writing = routesOf(calendarOf(), createTexts()).flatMap(({ namespace, path, methods, args }) =>
  'author' in args && !methods.includes('GET') && !path.startsWith('/feeds')
    ? methods.map((method) => ({ namespace, method, path, plural: path.split('/')[1] ?? '' }))
    : [],
);

describe('the rule of authorship', () => {
  it('is tested for every kind of record that has an author', () => {
    expect([...new Set(writing.map(({ plural }) => plural))].sort()).toEqual(Object.keys(recordsOf).sort());
  });
});

describe.each(writing)('$method $namespace$path', ({ namespace, method, path, plural }) => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  const isNew = !path.includes('{');
  const records = recordsOf[plural] ?? '';
  const isSeries = plural === 'series';
  /** A user's draft with a slug, which contributors may change too; of a series, its first occurrence. */
  const draftOf = async (author: number) => {
    const own = { ...bodyOf(records), author, ...(isSeries && { recurrence }) };
    const { id } = (await calendar.ask('administrator', 'POST', `/${records}`, { body: own })).body;
    const body = { status: 'draft', ...(isSeries && { scope: 'all' }) };
    return (await calendar.ask('administrator', 'PUT', `/${records}/${id}`, { body })).body;
  };
  const authorOf = async (id: number): Promise<number> =>
    Number((await calendar.ask('administrator', 'GET', `/${records}/${id}`)).body.author);

  const refusal = namespace === 'core/v2' ? 'rest_cannot_edit_others' : 'rest_forbidden';

  /** Sends a record with an author, as a user with a role. */
  const assign = async (role: (typeof writers)[number], author: number) => {
    const own = isNew ? { id: 0, slug: '' } : await draftOf(idOf(role));
    const target = path.replace('{id:\\d+}', String(own.series?.id ?? own.id)).replace('{slug}', own.slug);
    const before = await calendar.store.last();
    const body = { ...bodyIn(namespace, plural), author };
    const answer = await calendar.ask(role, method, target, { body, namespace });
    return { ...answer, id: isSeries ? own.id : answer.body.id, isUnchanged: (await calendar.store.last()) === before };
  };

  it.each(writers)('lets %s assign records to others only with the right to edit theirs', async (role) => {
    for (const author of roles.map(idOf)) {
      const { status, body, id, isUnchanged } = await assign(role, author);
      if (author === idOf(role) || mayGiveAway(role))
        expect([author, status, await authorOf(id)]).toEqual([author, isNew ? 201 : 200, author]);
      else expect([author, status, body.code, isUnchanged]).toEqual([author, 403, refusal, true]);
    }
  });
});

describe.each(['venue', 'organizer'] as const)('a new %s within an event', (noun) => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  it.each(writers)('belongs to the %s who sends it, unless they may edit others’ records', async (role) => {
    for (const author of roles.map(idOf)) {
      const body = { ...bodyOf('events'), [noun]: [{ [noun]: `New ${author}`, author }] };
      const answer = await calendar.ask(role, 'POST', '/events', { body });
      const may = author === idOf(role) || mayGiveAway(role);
      expect([author, answer.status]).toEqual([author, may ? 201 : 403]);
    }
  });
});
