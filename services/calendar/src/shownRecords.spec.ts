import { join } from 'node:path';
import { expectFound, showsAnswers } from '@almanac/rest/shown-contract';
import { type Asker, serveCalendar, type TestService } from './testing.contract.ts';

const V1 = 'cal/events/v1';
const CALX = 'calx/v1';

let calendar: TestService;

const make = async (path: string, body: object, language = 'en') => {
  const answer = await calendar.ask('administrator', 'POST', path, { body, language });
  expect([path, answer.status, answer.body.message]).toEqual([path, 201, undefined]);
  return answer.body;
};

/** The addresses of records with a value in every member, and of lists that order, count or filter; by name. */
const addresses: Record<string, readonly [namespace: string, path: string, as?: Asker]> = {};

const makeEvents = async (linked: object, french: object): Promise<void> => {
  const full = await make('/events', {
    title: 'Harbour “fair” & more',
    description: `<p>Boats ${'and oars '.repeat(60)}</p>`,
    excerpt: 'Boats',
    start_date: '2031-06-10 19:30:00',
    end_date: '2031-06-11 02:00:00',
    timezone: 'Europe/Berlin',
    cost: '5, 15',
    currency_symbol: '€',
    currency_code: 'EUR',
    currency_position: 'postfix',
    website: 'https://site.test/?a=1&b=2',
    show_map: true,
    show_map_link: true,
    sticky: true,
    featured: true,
    ...linked,
  });
  const times = { start_date: '2031-07-01 00:00:00', end_date: '2031-07-01 23:59:59' };
  await make('/events', { title: 'Foire', ...times, ...french, translation_of: full.id }, 'fr-ca');
  const plain = await make('/events', { title: 'Free', ...times, all_day: true, cost: '0', hide_from_listings: true });
  const locked = await make('/events', { title: 'Locked', ...times, password: 'tide', cost: '7', ...linked });
  for (const [name, id] of Object.entries({
    event: full.id,
    'event-that-is-plain': plain.id,
    'event-locked': locked.id,
  })) {
    addresses[name] = [V1, `/events/${id}`];
    addresses[`${name}-to-visitors`] = [V1, `/events/${id}`, 'visitor'];
    addresses[`${name}-in-calx`] = [CALX, `/events/${id}`];
  }
};

beforeAll(async () => {
  calendar = await serveCalendar();
  const above = await make('/categories', { name: 'Coast', description: 'All <em>along</em> it' });
  const category = await make('/categories', { name: 'Piers & quays', parent: above.id });
  const address = { address: '1 Main St', city: 'Riverside', country: 'US', state: 'NY', zip: '10001', phone: '1 2' };
  const venue = await make('/venues', {
    venue: 'Town “hall”',
    description: 'Of <em>stone</em>',
    website: 'https://hall.test/?a=1&b=2',
    show_map: true,
    show_map_link: false,
    ...address,
  });
  const organizer = await make('/organizers', {
    organizer: 'Rowing club',
    description: 'Rows',
    email: 'row@site.test',
    phone: '3 4',
    website: 'https://row.test/',
  });
  const pier = await make('/venues', { venue: 'Old pier' });
  await makeEvents(
    { categories: [above.id, category.id], tags: ['hot'], venue: venue.id, organizer: [organizer.id] },
    { venue: pier.id },
  );
  const secret = { description: 'Hidden', website: 'https://secret.test/', phone: '5 6' };
  const lockedVenue = await make('/venues', {
    ...{ venue: 'Secret hall', ...address, province: 'ON', _VenueLat: 43.1, _VenueLng: -79.4, password: 'tide' },
    ...secret,
  });
  const lockedOrganizer = await make('/organizers', {
    ...{ organizer: 'Secret club', email: 'secret@site.test', password: 'tide' },
    ...secret,
  });
  for (const path of [`/venues/${lockedVenue.id}`, `/organizers/${lockedOrganizer.id}`])
    await calendar.ask('administrator', 'PATCH', path, { namespace: CALX, body: { excerpt: 'Not told' } });
  await make('/events', {
    ...{ title: 'At a secret place', start_date: '2031-09-01 10:00:00', end_date: '2031-09-01 11:00:00' },
    ...{ venue: lockedVenue.id, organizer: [lockedOrganizer.id] },
  });
  await make('/categories', { name: 'Aft', slug: 'zz-aft' });
  Object.assign(addresses, {
    venue: [V1, `/venues/${venue.id}`],
    'venue-in-calx': [CALX, `/venues/${venue.id}`],
    'venue-that-is-plain': [V1, `/venues/${pier.id}`],
    organizer: [V1, `/organizers/${organizer.id}`],
    'organizer-in-calx': [CALX, `/organizers/${organizer.id}`],
    category: [V1, `/categories/${category.id}`],
    'venue-locked-to-visitors': [V1, `/venues/${lockedVenue.id}`, 'visitor'],
    'venue-locked-in-calx': [CALX, `/venues/${lockedVenue.id}`],
    'organizer-locked-to-visitors': [V1, `/organizers/${lockedOrganizer.id}`, 'visitor'],
    'organizer-locked-in-calx': [CALX, `/organizers/${lockedOrganizer.id}`],
    'events-at-a-locked-venue': [V1, '/events?start_date=2031-08-01', 'visitor'],
    events: [V1, '/events?per_page=1&page=2&start_date=2031-01-01&status=publish'],
    'events-in-calx': [CALX, '/events?per_page=1&page=2'],
    venues: [V1, '/venues?per_page=1'],
    organizers: [V1, '/organizers?search=row'],
    categories: [V1, '/categories?per_page=1&page=2'],
  });
});
afterAll(() => calendar.stop());

const EVENTS = ['event', 'event-that-is-plain', 'event-locked'];
const NAMES = `venue-locked-to-visitors venue-locked-in-calx organizer-locked-to-visitors organizer-locked-in-calx
  events-at-a-locked-venue venue venue-in-calx venue-that-is-plain organizer organizer-in-calx category events events-in-calx venues
  organizers categories`.split(/\s+/);

describe('the records of the calendar', () => {
  showsAnswers(
    join(import.meta.dirname, '../shown'),
    [...EVENTS.flatMap((name) => [name, `${name}-to-visitors`, `${name}-in-calx`]), ...NAMES],
    (name) => {
      const [namespace, path, as = 'administrator'] = addresses[name]!;
      return calendar.ask(as, 'GET', path, { namespace });
    },
  );
});

/** Lists by their orders and filters. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  events: [
    ...['', 'per_page=2&page=2', 'start_date=2031-07-01', 'end_date=2031-06-30', 'status=publish', 'search=free'],
    ...['search=HARBOUR', 'search=boats', 'search=seven', 'search=', 'categories=coast', 'tags=hot', 'featured=true'],
    ...[
      'featured=false',
      'include=1010,1004,1006',
      'hidden=true',
      'password=tide&search=locked',
      'search=locked',
      'page=9',
    ],
    ...['ticketed=true', 'starts_before=2031-06-30', 'starts_after=2031-08-01', 'ends_before=2031-07-15'],
    ...['venue=1001', 'organizer=1002', 'venue=1008&organizer=1002', 'post_parent=1004', 'ends_after=2031-07-15'],
  ],
  venues: [
    ...[
      '',
      'per_page=1&page=2',
      'per_page=1&page=3',
      'page=9',
      'search=PIER',
      'search=old+pier',
      'search=-',
      'search=hidden',
    ],
    ...['search=hidden&password=tide', 'search=main', 'event=1004', 'has_events=true', 'has_events=false'],
    ...['only_with_upcoming=true', 'only_with_upcoming=false', 'status=draft', 'status=publish,draft'],
  ],
  organizers: ['', 'search=row', 'search=hidden', 'has_events=true', 'has_events=false', 'event=1004'],
  categories: [
    ...['id', 'name', 'slug', 'parent', 'count', 'term_group', 'include&include=1002,1003,1001'].flatMap((order) => [
      `hide_empty=false&orderby=${order}&order=asc`,
      `hide_empty=false&orderby=${order}&order=DESC`,
    ]),
    ...[
      'search=COAST',
      'exclude=1001',
      'slug=coast',
      'parent=0',
      'parent=1001',
      'parent=0&hide_empty=false',
      'hide_empty=true',
      'event=1004',
      'post=1004',
    ],
    ...['per_page=1', 'per_page=1&page=2', 'page=9', 'event=1006'],
  ],
  tags: ['', 'search=hot', 'hide_empty=true', 'orderby=count', 'event=1004'],
};

describe('the lists of the calendar', () => {
  it.each(
    Object.keys(LISTS).flatMap((name) => (['administrator', 'visitor'] as const).map((as) => [name, as] as const)),
  )('find and order as recorded: %s to the %s', async (name, as) => {
    const file = join(import.meta.dirname, '../shown', `ids-of-${name}-to-${as}.json`);
    await expectFound(file, LISTS[name] ?? [], async (query) => {
      const { body } = await calendar.ask(as, 'GET', `/${name}?${query}`);
      return { records: body[name] ?? [{ id: body.code }], total: body.total ?? body.data.status };
    });
  });
});
