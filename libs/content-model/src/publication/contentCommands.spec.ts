import type { Aggregate, Decider } from '@almanac/event-sourcing';
import { given } from '@almanac/event-sourcing/testing';
import { DomainError } from '@almanac/i18n';
import {
  type ContentCommand,
  type ContentEvent,
  type ContentEventTypes,
  type ContentFacts,
  type ContentFields,
  type ContentKind,
  type ContentState,
  contentChange,
  decideContent,
  eventRoles,
} from '../index.ts';
import { wantedSlug } from './contentCommands.ts';

interface NoteFields extends ContentFields {
  readonly text: string;
}
type Note = ContentState & NoteFields;

const types = {
  created: 'NoteCreated',
  changed: 'NoteChanged',
  published: 'NotePublished',
  scheduled: 'NoteScheduled',
  statusChanged: 'NoteStatusChanged',
  trashed: 'NoteTrashed',
  restored: 'NoteRestored',
  placedInTranslationGroup: 'NotePlacedInTranslationGroup',
  listingLanguagesChanged: 'NoteListingLanguagesChanged',
  deleted: 'NoteDeleted',
} as const satisfies ContentEventTypes;
type NoteEvent = ContentEvent<typeof types, NoteFields>;

const happenings = eventRoles(types);

const note: Aggregate<Note, NoteEvent> = {
  category: 'note',
  initialState: {
    id: 0,
    version: 0,
    deleted: false,
    title: '',
    text: '',
    slug: '',
    path: null,
    status: 'draft',
    date: '',
    dateUtc: null,
    modifiedUtc: null,
    statusBeforeTrash: null,
    slugBeforeTrash: '',
    language: '',
    group: null,
    languages: [],
  },
  eventTypes: Object.values(types),
  projectionVersion: 1,
  evolve: (state, event) => ({ ...state, ...contentChange(happenings, state, event), version: event.version }),
};

const kind: ContentKind<Note, NoteFields> = {
  aggregate: note,
  eventTypes: types,
  collection: { name: 'notes', projectionVersion: 1 },
  noun: 'note',
  translated: [],
  copied: [],
  pathOf: ({ status, slug }) => (status === 'publish' ? `/note/${slug}/` : null),
  notFound: () => new DomainError('no-note', 404, 'There is no such note.'),
  inTrash: () => new DomainError('note-in-trash', 410, 'The note is in the trash.'),
};

const decider: Decider<Note, NoteEvent, ContentCommand<NoteFields>, ContentFacts<NoteFields>> = {
  ...note,
  decide: (state, command, facts) => decideContent(kind, state, command, facts) as NoteEvent[],
};

const membership = { language: 'en', group: null, languages: ['en'] };
const clocks = { now: Date.parse('2031-01-01T12:00:00Z'), zone: 'America/New_York' };
const facts = (slug: string, more: Partial<ContentFacts<NoteFields>> = {}): ContentFacts<NoteFields> => ({
  clocks,
  defaultLanguage: 'en',
  slug,
  membership,
  ...more,
});
const dateAt = (instant: string) => ({ wallClock: 'another', instant: Date.parse(instant) });

const created = (more: Partial<Note> = {}): NoteEvent => ({
  type: 'NoteCreated',
  data: {
    id: 7,
    title: 'Pier',
    text: 'Wood',
    slug: 'pier',
    path: '/note/pier/',
    status: 'publish',
    ...membership,
    date: '2030-06-01 08:00:00',
    dateUtc: '2030-06-01 12:00:00',
    ...more,
  },
});
const draft = created({ status: 'draft', slug: '', path: null, date: '2031-01-01 07:00:00', dateUtc: null });
const scheduled = created({ status: 'future', path: null, dateUtc: '2031-02-01 12:00:00' });
const trashed: NoteEvent = { type: 'NoteTrashed', data: { from: 'publish', slug: 'pier__trashed' } };
const at = (now: string, slug = 'pier') => facts(slug, { clocks: { ...clocks, now: Date.parse(now) } });

describe('content', () => {
  it('is created by one event, whatever its status', () => {
    const fields = { title: 'Pier', text: 'Wood' };
    const placed = { date: '2031-01-01 07:00:00', slug: 'pier', id: 7, ...fields, ...membership };
    given(decider)
      .when({ type: 'Create', id: 7, status: 'publish', fields }, facts('pier'))
      .then([
        {
          type: 'NoteCreated',
          data: { ...placed, status: 'publish', path: '/note/pier/', dateUtc: '2031-01-01 12:00:00' },
        },
      ]);
    given(decider)
      .when({ type: 'Create', id: 7, status: 'draft', fields }, facts('pier'))
      .then([{ type: 'NoteCreated', data: { ...placed, status: 'draft', path: null, dateUtc: null } }]);
  });

  it('stores only differences, and no event without one', () => {
    given(decider, [created()])
      .when({ type: 'Change', fields: { title: 'Quay', text: 'Wood' } }, facts('pier'))
      .then([{ type: 'NoteChanged', data: { title: 'Quay' } }]);
    given(decider, [created()])
      .when({ type: 'Change', status: 'publish', fields: { title: 'Pier' } }, facts('pier'))
      .then([]);
  });

  it('is published by the same event by hand and when its time has come', () => {
    const now = { date: '2031-01-01 07:00:00', dateUtc: '2031-01-01 12:00:00' };
    given(decider, [draft])
      .when({ type: 'Change', status: 'publish', fields: { title: 'Quay' } }, facts('quay'))
      .then([
        { type: 'NoteChanged', data: { title: 'Quay' } },
        { type: 'NotePublished', data: { dateUtc: now.dateUtc, slug: 'quay', path: '/note/quay/' } },
      ]);
    given(decider, [scheduled])
      .when({ type: 'PublishDue' }, at('2031-02-01T12:00:00Z'))
      .then([{ type: 'NotePublished', data: { path: '/note/pier/' } }]);
  });

  it('is not published before its time, nor twice, nor from the trash', () => {
    given(decider, [scheduled]).when({ type: 'PublishDue' }, at('2031-02-01T11:59:59Z')).then([]);
    given(decider, [created()]).when({ type: 'PublishDue' }, at('2031-02-01T12:00:00Z')).then([]);
    given(decider, [scheduled, trashed]).when({ type: 'PublishDue' }, at('2031-02-01T12:00:00Z')).then([]);
    given(decider).when({ type: 'PublishDue' }, at('2031-02-01T12:00:00Z')).then([]);
  });

  it('is scheduled by a future date, and scheduled again by another', () => {
    const moved = { date: '2031-03-01 07:00:00', dateUtc: '2031-03-01 12:00:00' };
    given(decider, [created()])
      .when({ type: 'Change', date: dateAt('2031-03-01T12:00:00Z'), fields: {} }, facts('pier'))
      .then([{ type: 'NoteScheduled', data: { ...moved, path: null } }]);
    given(decider, [scheduled])
      .when({ type: 'Change', date: dateAt('2031-03-01T12:00:00Z'), fields: {} }, facts('pier'))
      .then([{ type: 'NoteScheduled', data: moved }]);
  });

  it('names its new status with any other change of status', () => {
    given(decider, [created()])
      .when({ type: 'Change', status: 'private', fields: {} }, facts('pier'))
      .then([{ type: 'NoteStatusChanged', data: { status: 'private', path: null } }]);
  });

  it('stores a moved date as an ordinary change while the status stays', () => {
    given(decider, [created()])
      .when({ type: 'Change', date: dateAt('2029-03-01T12:00:00Z'), fields: {} }, facts('pier'))
      .then([{ type: 'NoteChanged', data: { date: '2029-03-01 07:00:00', dateUtc: '2029-03-01 12:00:00' } }]);
  });

  it('goes to the trash once, under a slug that frees its own', () => {
    given(decider, [created()]).when({ type: 'Trash' }, facts('pier__trashed')).then([trashed]);
    given(decider, [created(), trashed]).when({ type: 'Trash' }, facts('x')).thenThrows('note-in-trash', 410);
  });

  it('leaves the trash with a status, and further changes are ordinary ones', () => {
    given(decider, [created(), trashed])
      .when({ type: 'Change', status: 'draft', fields: { title: 'Quay' } }, facts('pier'))
      .then([
        { type: 'NoteRestored', data: { status: 'draft', slug: 'pier', path: null } },
        { type: 'NoteChanged', data: { title: 'Quay' } },
      ]);
  });

  it('stays in the trash without a status', () => {
    given(decider, [created(), trashed])
      .when({ type: 'Change', fields: { title: 'Quay' } }, facts('pier__trashed'))
      .then([{ type: 'NoteChanged', data: { title: 'Quay' } }]);
  });

  it('does not exist before its creation, nor after its deletion', () => {
    for (const command of [{ type: 'Change', fields: {} }, { type: 'Trash' }, { type: 'Delete' }] as const) {
      given(decider).when(command, facts('')).thenThrows('no-note', 404);
      given(decider, [created(), { type: 'NoteDeleted', data: {} }])
        .when(command, facts(''))
        .thenThrows('no-note', 404);
    }
    given(decider, [created()])
      .when({ type: 'Delete' }, facts('pier'))
      .then([{ type: 'NoteDeleted', data: {} }]);
  });

  it('stores its place among translations once', () => {
    given(decider, [created(), { type: 'NotePlacedInTranslationGroup', data: { group: 3 } }])
      .when({ type: 'SetTranslationMembership', group: 3, languages: ['en'] }, facts(''))
      .then([]);
    given(decider, [created()])
      .when({ type: 'SetTranslationMembership', group: 3, languages: ['en', 'fr-ca'] }, facts(''))
      .then([
        { type: 'NotePlacedInTranslationGroup', data: { group: 3 } },
        { type: 'NoteListingLanguagesChanged', data: { languages: ['en', 'fr-ca'] } },
      ]);
  });

  it('stores the facts of each change with it', () => {
    const stamp = { text: 'stamped' };
    given(decider, [created()])
      .when({ type: 'Trash' }, facts('pier__trashed', { stamp }))
      .then([{ type: 'NoteTrashed', data: { from: 'publish', slug: 'pier__trashed', ...stamp } }]);
    given(decider, [created()])
      .when({ type: 'Change', fields: { title: 'Quay' } }, facts('pier', { stamp }))
      .then([{ type: 'NoteChanged', data: { title: 'Quay', ...stamp } }]);
  });
});

describe('the slug of content', () => {
  const state = { id: 7, slug: 'pier', status: 'publish', slugBeforeTrash: '' };
  const bin = { id: 7, slug: 'pier__trashed', status: 'trash', slugBeforeTrash: 'pier' };
  it.each([
    ['is the one it has', state, undefined, 'publish', 'pier'],
    ['is the one that is sent', state, 'Old Pier', 'publish', 'old-pier'],
    ['is made of the title for an empty one', state, '', 'publish', 'quay'],
    ['is none for a draft that empties it', state, '', 'draft', ''],
    ['is the one it had, out of the trash', bin, undefined, 'publish', 'pier'],
    ['is the one it has there, in the trash', bin, undefined, 'trash', 'pier__trashed'],
    ['is made of the title where it has none', { ...state, slug: '' }, undefined, 'publish', 'quay'],
    ['is none while a draft has none', { ...state, slug: '' }, undefined, 'pending', ''],
  ] as const)('%s', (_, item, asked, status, expected) => {
    expect(wantedSlug(item, asked, { title: 'Quay', status })).toBe(expected);
  });

  it('is the id if the title yields none', () => {
    expect(wantedSlug({ ...state, slug: '' }, undefined, { title: '???', status: 'publish' })).toBe('7');
  });
});
