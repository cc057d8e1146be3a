import { given, metadata, recorded } from '@almanac/event-sourcing/testing';
import { noCost, parseCost } from './cost.ts';
import { type EventState, event, eventKind } from './event.ts';

const made = {
  ...event.initialState,
  id: 1,
  author: 2,
  status: 'publish',
  title: 'Harbour',
  slug: 'harbour',
  path: '/event/harbour/',
  date: '2031-01-01 07:00:00',
  dateUtc: '2031-01-01 12:00:00',
  language: 'en',
  languages: ['en', 'fr-ca'],
  start: '2031-06-10 19:30:00',
  end: '2031-06-10 22:00:00',
  startUtc: '2031-06-10 23:30:00',
  endUtc: '2031-06-11 02:00:00',
  timezone: 'America/New_York',
  categories: [3, 4],
} as const satisfies EventState;

const created = { type: 'EventCreated', data: made } as const;
const trashed = { type: 'EventTrashed', data: { from: 'publish', slug: 'harbour__trashed' } } as const;

const facts = {
  clocks: { now: Date.parse('2031-02-01T12:00:00Z'), zone: 'America/New_York' },
  defaultLanguage: 'en',
  slug: 'harbour',
  membership: { language: 'en', group: null, languages: ['en', 'fr-ca'] },
};

describe('an event', () => {
  it('stores only differences, down to its cost and its categories', () => {
    const fields = { title: 'Pier', categories: [3, 4], cost: { ...noCost } };
    given(eventKind.decider, [created])
      .when({ type: 'Change', fields }, facts)
      .then([{ type: 'EventChanged', data: { title: 'Pier' } }]);
    const cost = { ...noCost, ...parseCost('$5') };
    given(eventKind.decider, [created, { type: 'EventChanged', data: { cost } }])
      .when({ type: 'Change', fields: { cost: { ...cost } } }, facts)
      .then([]);
  });

  it('is refused with the calendar’s own codes', () => {
    given(eventKind.decider).when({ type: 'Change', fields: {} }, facts).thenThrows('rest-event-not-found', 404);
    given(eventKind.decider, [created, trashed]).when({ type: 'Trash' }, facts).thenThrows('event-is-in-trash', 410);
  });

  it('is scheduled without a page, and has its page again when it is published', () => {
    const at = { wallClock: '2031-03-01 07:00:00', instant: Date.parse('2031-03-01T12:00:00Z') };
    const scheduled = {
      type: 'EventScheduled',
      data: { date: at.wallClock, dateUtc: '2031-03-01 12:00:00', path: null },
    } as const;
    given(eventKind.decider, [created]).when({ type: 'Change', date: at, fields: {} }, facts).then([scheduled]);
    const due = { ...facts, clocks: { ...facts.clocks, now: at.instant } };
    given(eventKind.decider, [created, scheduled])
      .when({ type: 'PublishDue' }, due)
      .then([{ type: 'EventPublished', data: { path: '/event/harbour/' } }]);
  });

  it('remembers the data for restoring, and the time of its change', () => {
    const later = metadata({ at: '2031-03-01T10:00:00.123Z' });
    const state = [...recorded('event-1', [created]), ...recorded('event-1', [trashed], later)].reduce(
      (before, each) => event.evolve(before, each),
      event.initialState as EventState,
    );
    expect(state).toMatchObject({
      status: 'trash',
      slug: 'harbour__trashed',
      path: null,
      statusBeforeTrash: 'publish',
      slugBeforeTrash: 'harbour',
      modifiedUtc: '2031-03-01 10:00:00',
    });
  });
});
