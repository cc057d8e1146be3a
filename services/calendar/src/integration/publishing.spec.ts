import { unitHash } from '@almanac/content-model';
import { integrationEvents } from '@almanac/contracts';
import { serveCalendar, type TestService } from '../testing.contract.ts';
import { publishing } from './publishing.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('the events that the calendar publishes', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const ask = async (method: string, path: string, body?: object, language = 'en') => {
    const answer = await calendar.ask('editor', method, path, { body, language });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };

  /** All integration events since a position, each checked against its contract. */
  const publishedSince = async (position: number) => {
    const commits = await calendar.store.readLog(position);
    return commits.flatMap((commit) =>
      publishing(commit).flatMap((event) => {
        if (event === undefined) return [];
        expect(integrationEvents.get(event.type)?.parse(event.data)).toEqual(event.data);
        return [[event.type, event.key, event.data]];
      }),
    );
  };

  it('start with all facts of a record', async () => {
    const { id } = await ask('POST', '/events', { ...times, title: 'Harbour "x"', password: 'p' });
    expect(await publishedSince(0)).toEqual([
      [
        'calendar.event-changed.v1',
        `event-${id}`,
        {
          id,
          status: 'publish',
          language: 'en',
          group: null,
          slug: 'harbour-x',
          path: '/event/harbour-x/',
          author: 2,
          image: null,
          title: 'Harbour &#8220;x&#8221;',
          protected: true,
          start: '2031-06-10T23:30:00Z',
          end: '2031-06-11T02:00:00Z',
          startClock: '2031-06-10T19:30:00',
          endClock: '2031-06-10T22:00:00',
          allDay: false,
          hidden: false,
          tags: [],
          languages: ['en', 'en-ca', 'fr-ca', 'es-us'],
          texts: {
            version: 1,
            units: {
              title: unitHash('Harbour "x"'),
              body: null,
              excerpt: null,
              'field-_EventCost-0': null,
              'field-_EventCurrencySymbol-0': null,
              'field-_EventURL-0': null,
            },
          },
        },
      ],
    ]);
  });

  it('continue with its changes, trash and restoring included', async () => {
    const { id } = await ask('POST', '/events', { ...times, title: 'Harbour' });
    const before = await calendar.store.last();
    await ask('POST', `/events/${id}`, { slug: 'pier', show_map: true });
    await ask('POST', `/events/${id}`, { show_map: false });
    await ask('DELETE', `/events/${id}`);
    await ask('POST', `/events/${id}`, { status: 'draft' });
    expect((await publishedSince(before)).map(([type, , data]) => [type, data])).toEqual([
      ['calendar.event-changed.v1', { id, slug: 'pier', path: '/event/pier/' }],
      ['calendar.event-trashed.v1', { id, from: 'publish', slug: 'pier__trashed' }],
      ['calendar.event-changed.v1', { id, status: 'draft', slug: 'pier', path: null }],
    ]);
  });

  it('name the changed texts, and not their content', async () => {
    const { id } = await ask('POST', '/events', {
      ...times,
      title: 'Harbour',
      venue: { venue: 'Hall', city: 'Kingston' },
    });
    const { id: host } = await ask('POST', '/organizers', { organizer: 'Club' });
    const before = await calendar.store.last();
    const venue = (await ask('GET', `/events/${id}`)).venue.id;
    await ask('POST', `/events/${id}`, { description: 'Sea.', cost: 'Kč 20' });
    await ask('POST', `/venues/${venue}`, { city: 'Sydney', zip: '7' });
    await ask('POST', `/organizers/${host}`, { website: 'https://club.test/' });
    expect(await publishedSince(before)).toEqual([
      [
        'calendar.event-changed.v1',
        `event-${id}`,
        {
          id,
          texts: {
            version: 2,
            units: {
              body: unitHash('Sea.'),
              'field-_EventCost-0': null,
              'field-_EventCurrencySymbol-0': unitHash('Kč'),
            },
          },
        },
      ],
      [
        'calendar.venue-changed.v1',
        `venue-${venue}`,
        { id: venue, texts: { version: 2, units: { 'field-_VenueCity-0': unitHash('Sydney') } } },
      ],
      [
        'calendar.organizer-changed.v1',
        `organizer-${host}`,
        { id: host, texts: { version: 2, units: { 'field-_OrganizerWebsite-0': unitHash('https://club.test/') } } },
      ],
    ]);
  });

  it.each([
    ['events', 'title', 'cal/events/v1'],
    ['venues', 'venue', 'cal/events/v1'],
    ['organizers', 'organizer', 'cal/events/v1'],
    ['categories', 'name', 'cal/events/v1'],
    ['events', 'title', 'calx/v1'],
    ['venues', 'title', 'calx/v1'],
  ])('mark a change of %s (%s of %s) as a minor edit, and no other', async (plural, text, namespace) => {
    const made = await ask('POST', `/${plural}`, { ...times, [{ venues: 'venue' }[plural] ?? text]: 'Quay' });
    const told = async (body: object) => {
      const before = await calendar.store.last();
      const { status } = await calendar.ask('editor', 'PUT', `/${plural}/${made.id}`, { body, namespace });
      expect(status).toBe(200);
      return (await publishedSince(before))[0]?.[2] as { readonly texts: object };
    };
    expect((await told({ [text]: 'Quays', i18n_minor_edit: true })).texts).toMatchObject({ minor: true });
    expect((await told({ [text]: 'Pier' })).texts).not.toHaveProperty('minor');
  });

  it('announce the publication of a scheduled event', async () => {
    const { id } = await ask('POST', '/events', { ...times, title: 'Harbour', date_utc: '2031-01-01 12:02:00' });
    const before = await calendar.store.last();
    calendar.advance(120_000);
    while ((await calendar.store.last()) === before) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await publishedSince(before)).toEqual([
      ['calendar.event-changed.v1', `event-${id}`, { id, status: 'publish', path: '/event/harbour/' }],
    ]);
  });

  it('announce every record of a commit, and translation groups', async () => {
    const { id } = await ask('POST', '/events', {
      ...times,
      title: 'Harbour',
      venue: { venue: 'Hall' },
      categories: 'Music',
    });
    expect((await publishedSince(0)).map(([type]) => type)).toEqual([
      'calendar.venue-changed.v1',
      'calendar.category-changed.v1',
      'calendar.event-changed.v1',
    ]);
    const before = await calendar.store.last();
    const french = await ask('POST', '/events', { ...times, title: 'Port', translation_of: id }, 'fr-ca');
    const told = (await publishedSince(before)).map(([, key, data]) => [key, data as { group: number }] as const);
    expect(told.map(([key, { group }]) => [key, group])).toEqual([
      [`event-${id}`, id],
      // it shows no longer in the lists of the new version's language
      [`event-${id}`, undefined],
      [`event-${french.id}`, id],
    ]);
    expect(told[1]?.[1]).toEqual({ id, languages: ['en', 'en-ca', 'es-us'] });
  });

  it('announce series until they are deleted, beside their occurrences', async () => {
    const made = await ask('POST', '/events', {
      ...times,
      title: 'Choir "x"',
      recurrence: { rules: ['FREQ=DAILY;COUNT=3'] },
    });
    const [, second] = (await ask('GET', `/events?series=${made.series.id}`)).events;
    await ask('PATCH', `/events/${second.id}`, { title: 'Late', scope: 'following' });
    await ask('DELETE', `/events/${made.id}?scope=all`);
    const told = (await publishedSince(0)).filter(([type]) => String(type).includes('.series-'));
    const facts = {
      status: 'publish',
      language: 'en',
      author: 2,
      start: '2031-06-10T19:30:00',
      timezone: 'America/New_York',
      allDay: false,
    };
    const recurrence = (count: number) => ({ rules: [`FREQ=DAILY;COUNT=${count}`], rdates: [], exdates: [] });
    const { id } = made.series;
    const late = expect.any(Number);
    expect(told.map(([type, , data]) => [type, data])).toEqual([
      ['calendar.series-changed.v1', { ...facts, id, title: 'Choir &#8220;x&#8221;', recurrence: recurrence(3) }],
      ['calendar.series-changed.v1', { id, recurrence: recurrence(1) }],
      [
        'calendar.series-changed.v1',
        { ...facts, id: late, title: 'Late', start: '2031-06-11T19:30:00', recurrence: recurrence(3) },
      ],
      ['calendar.series-deleted.v1', { id }],
    ]);
  });

  it('announce categories until they are deleted', async () => {
    const { id } = await ask('POST', '/categories', { name: 'Music' });
    await ask('POST', `/categories/${id}`, { name: 'Song' });
    await ask('DELETE', `/categories/${id}`);
    expect((await publishedSince(0)).map(([type, , data]) => [type, data])).toEqual([
      [
        'calendar.category-changed.v1',
        {
          id,
          name: 'Music',
          slug: 'music',
          description: '',
          parent: 0,
          language: 'en',
          group: null,
          texts: { version: 1, units: { name: unitHash('Music'), description: null } },
        },
      ],
      ['calendar.category-changed.v1', { id, name: 'Song', texts: { version: 2, units: { name: unitHash('Song') } } }],
      ['calendar.category-deleted.v1', { id }],
    ]);
  });
});
