import { given, metadata, recorded } from '@almanac/domain/testing';
import {
  decideChange,
  decideCreate,
  decideGroup,
  decideListing,
  decidePublish,
  decideTrash,
} from '../records/changes.ts';
import { noCost, parseCost } from './cost.ts';
import { type EventState, event } from './event.ts';
import { eventKind } from './eventKind.ts';

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
const scheduled = {
  type: 'EventCreated',
  data: { ...made, status: 'future', path: null, dateUtc: '2031-02-01 12:00:00' },
} as const;

describe('an event', () => {
  it('is created with all its fields', () => {
    given(event)
      .when(() => decideCreate(eventKind, made))
      .then([created]);
  });

  it('changes what differs alone', () => {
    given(event, [created])
      .when((state) =>
        decideChange(eventKind, state, { title: 'Pier', slug: 'harbour', categories: [3, 4], cost: noCost }),
      )
      .then([{ type: 'EventChanged', data: { title: 'Pier' } }]);
  });

  it('changes nothing where nothing differs', () => {
    given(event, [created])
      .when((state) => decideChange(eventKind, state, { title: 'Harbour', start: made.start, cost: { ...noCost } }))
      .then([]);
    given(event, [created, { type: 'EventChanged', data: { cost: { ...noCost, ...parseCost('$5')! } } }])
      .when((state) => decideChange(eventKind, state, { cost: { ...noCost, ...parseCost('$5')! } }))
      .then([]);
  });

  it('is not there before it is created, nor after it is deleted', () => {
    given(event)
      .when((state) => decideChange(eventKind, state, { title: 'x' }))
      .thenThrows('rest-event-not-found');
    given(event, [created, { type: 'EventDeleted', data: {} }])
      .when((state) => decideTrash(eventKind, state, ''))
      .thenThrows('rest-event-not-found');
  });

  it('goes to the trash once', () => {
    given(event, [created])
      .when((state) => decideTrash(eventKind, state, 'harbour__trashed'))
      .then([trashed]);
    given(event, [created, trashed])
      .when((state) => decideTrash(eventKind, state, 'x'))
      .thenThrows('event-is-in-trash');
  });

  it('comes out of the trash with a status, and what else changes is a change', () => {
    given(event, [created, trashed])
      .when((state) => decideChange(eventKind, state, { status: 'draft', slug: 'harbour', path: null, title: 'Pier' }))
      .then([
        { type: 'EventRestored', data: { status: 'draft', slug: 'harbour', path: null } },
        { type: 'EventChanged', data: { title: 'Pier' } },
      ]);
  });

  it('stays in the trash without one', () => {
    given(event, [created, trashed])
      .when((state) => decideChange(eventKind, state, { title: 'Pier' }))
      .then([{ type: 'EventChanged', data: { title: 'Pier' } }]);
  });

  it('is published when it is due, once', () => {
    const at = (nowUtc: string) => (state: EventState) =>
      decidePublish(eventKind, state, { nowUtc, path: '/event/harbour/' });
    const published = { type: 'EventPublished', data: { path: '/event/harbour/' } } as const;
    given(event, [scheduled]).when(at('2031-02-01 11:59:59')).then([]);
    given(event, [scheduled]).when(at('2031-02-01 12:00:00')).then([published]);
    given(event, [scheduled, published]).when(at('2031-02-01 12:00:00')).then([]);
    given(event, [scheduled, trashed]).when(at('2031-02-01 12:00:00')).then([]);
  });

  it('says once where it stands among the languages', () => {
    given(event, [created])
      .when((state) => decideListing(eventKind, state, ['en', 'fr-ca']))
      .then([]);
    given(event, [created])
      .when((state) => [...decideListing(eventKind, state, ['en']), ...decideGroup(eventKind, state, 1)])
      .then([
        { type: 'EventListed', data: { languages: ['en'] } },
        { type: 'EventGrouped', data: { group: 1 } },
      ]);
  });

  it('remembers what restoring takes, and when it was changed', () => {
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
