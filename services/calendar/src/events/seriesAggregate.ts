import type { AskedDate } from '@almanac/content-model';
import { addSeconds, isoLocal } from '@almanac/dates';
import type { Recurrence } from '@almanac/dates/recurrence';
import type { Collection } from '@almanac/documents';
import type { Aggregate, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { mayEdit } from '@almanac/identity';
import { invalidParams } from '@almanac/rest';
import type { RecordRegistration } from '@almanac/service';
import type { Status } from '../content-items/contentItem.ts';
import type { NewFields } from '../content-items/itemKind.ts';
import { type EventFields, eventKind } from './event.ts';

type TimeField = 'timezone' | 'allDay' | 'start' | 'end' | 'startUtc' | 'endUtc';

/** The fields that all occurrences share, as those of a new event. */
export type SharedFields = Omit<
  NewFields<EventFields>,
  TimeField | 'series' | 'occurrence' | 'ownFields' | 'importUid'
>;

/** The facts of a series. Starts are local times in its zone, `YYYY-MM-DD HH:MM:SS`. */
export interface SeriesFacts {
  readonly id: number;
  readonly language: string;
  readonly recurrence: Recurrence;
  /** The start from which rules count. */
  readonly anchor: string;
  /** The earliest start that belongs to the series; later than the anchor after a split. */
  readonly from: string;
  readonly timezone: string;
  readonly allDay: boolean;
  /** From start to end in clock time, in milliseconds; whole days for events of whole days. */
  readonly length: number;
  /** The slug of each occurrence, without its day. */
  readonly slug: string;
  readonly status: Status;
  /** The publication date of its occurrences; null for the time at which they are made. */
  readonly date: NonNullable<AskedDate> | null;
  readonly shared: SharedFields;
  /** The importer's name; its occurrences have names that begin with it (`occurrenceUid`). Null without one. */
  readonly importUid: string | null;
}

/** The original start of an occurrence and the id of its event. */
export type Occurrence = readonly [start: string, id: number];

/** An occurrence that is left to write. */
export interface OccurrenceTask {
  readonly id: number;
  readonly start: string;
  readonly does: 'make' | 'change' | 'trash' | 'delete';
}

/** The occurrences of a series, and what is left to write of the newest change. */
export interface SeriesPlan {
  /** In the order of their starts. */
  readonly occurrences: readonly Occurrence[];
  readonly tasks: readonly OccurrenceTask[];
  /** The names of the fields that the tasks change. */
  readonly changes: readonly string[];
  /** UTC time at which the next occurrence comes within the horizon; null for none. */
  readonly dueUtc: string | null;
}

/** The place of a series in its translation group. */
export interface SeriesGrouping {
  /** The series that it translates, the first of its group; null for that one, and without a group. */
  readonly translates: number | null;
  /** The translations of the first series by their languages, the oldest first. */
  readonly translations: Readonly<Record<string, number>>;
}

export interface SeriesState extends SeriesFacts, SeriesPlan, SeriesGrouping {
  readonly version: number;
  readonly deleted: boolean;
  readonly hasTasks: boolean;
}

export type SeriesEvent =
  | Event<'SeriesCreated', SeriesFacts & SeriesPlan & Partial<SeriesGrouping>>
  | Event<'SeriesChanged', Partial<SeriesFacts & SeriesPlan & SeriesGrouping>>
  | Event<'SeriesExtended', { readonly added: readonly Occurrence[]; readonly dueUtc: string | null }>
  | Event<'SeriesOccurrencesWritten', { readonly count: number }>
  | Event<'SeriesDeleted', { readonly tasks: readonly OccurrenceTask[] }>;

/** Returns the fields of an event that its occurrences share. */
export const sharedOf = <Fields extends Partial<NewFields<EventFields>>>(fields: Fields) => {
  const {
    timezone: _timezone,
    allDay: _allDay,
    start: _start,
    end: _end,
    startUtc: _startUtc,
    endUtc: _endUtc,
    series: _series,
    occurrence: _occurrence,
    ownFields: _ownFields,
    importUid: _importUid,
    ...shared
  } = fields;
  return shared;
};

/** Returns some fields as the occurrences of a series share them. */
export const sharedFields = (
  { shared }: Pick<SeriesFacts, 'shared'>,
  names: readonly string[],
): Partial<SharedFields> => Object.fromEntries(Object.entries(shared).filter(([name]) => names.includes(name)));

const absent: SeriesState = {
  id: 0,
  version: 0,
  deleted: false,
  language: '',
  recurrence: { rules: [], rdates: [], exdates: [] },
  anchor: '',
  from: '',
  timezone: '',
  allDay: false,
  length: 0,
  slug: '',
  status: 'draft',
  date: null,
  shared: sharedOf(eventKind.newFields({})),
  importUid: null,
  occurrences: [],
  tasks: [],
  changes: [],
  dueUtc: null,
  hasTasks: false,
  translates: null,
  translations: {},
};

const makeTask = ([start, id]: Occurrence): OccurrenceTask => ({ id, start, does: 'make' });

const changed = (state: SeriesState, event: SeriesEvent): Partial<SeriesState> => {
  switch (event.type) {
    case 'SeriesCreated':
    case 'SeriesChanged':
      return event.data;
    case 'SeriesExtended': {
      const { added, dueUtc } = event.data;
      const tasks = [...state.tasks, ...added.map(makeTask)];
      return { occurrences: [...state.occurrences, ...added], tasks, dueUtc };
    }
    case 'SeriesOccurrencesWritten':
      return { tasks: state.tasks.slice(event.data.count) };
    case 'SeriesDeleted':
      return { deleted: true, tasks: event.data.tasks, dueUtc: null };
  }
};

/** A series of events: `series-<id>`. */
export const seriesAggregate: Aggregate<SeriesState, SeriesEvent> = {
  category: 'series',
  initialState: absent,
  eventTypes: ['SeriesCreated', 'SeriesChanged', 'SeriesExtended', 'SeriesOccurrencesWritten', 'SeriesDeleted'],
  projectionVersion: 4,
  // a series without an importer's name came first
  upcasters: {
    SeriesCreated: [(data: object) => ({ ...data, importUid: null })],
    SeriesChanged: [(data: object) => data],
  },
  evolve: (state, event) => {
    const next = { ...state, ...changed(state, event), version: event.version };
    return { ...next, hasTasks: next.tasks.length > 0 };
  },
};

const UID_SCOPE = 'series-import-uid';

/** The documents of series; the indexes find those with due work, of an author, and with an importer's name. */
export const seriesCollection: Collection = {
  name: 'series',
  projectionVersion: seriesAggregate.projectionVersion,
  indexes: [['dueUtc'], ['hasTasks'], ['shared.author'], ['importUid']],
};

/** Returns the fields that all occurrences share by the arguments of `PUT /calx/v1/series/{id}`. */
const sharedMembers = (shared: Partial<SharedFields> | undefined) => ({
  title: shared?.title,
  content: shared?.content,
  excerpt: shared?.excerpt,
  author: shared?.author,
  featured_media: shared?.image ?? 0,
  cost: shared?.cost?.amounts,
  currency_symbol: shared?.cost?.symbol,
  currency_position: shared?.cost?.position,
  currency_code: shared?.cost?.code,
  website: shared?.website ?? '',
  show_map: shared?.showMap,
  show_map_link: shared?.showMapLink,
  hide_from_listings: shared?.hidden,
  sticky: shared?.sticky,
  featured: shared?.featured,
  cal_events_cat: shared?.categories,
  tags: shared?.tags,
  venues: shared?.venues,
  organizers: shared?.organizers,
  comment_status: shared?.commentStatus,
  ping_status: shared?.pingStatus,
  format: shared?.format,
  template: shared?.template,
});

export const seriesRegistration: RecordRegistration<SeriesState, SeriesEvent> = {
  aggregate: seriesAggregate,
  collection: seriesCollection,
  written: {
    name: ({ shared }) => shared.title,
    route: '/calx/v1/series/{id}',
    method: 'PUT',
    references: {
      featured_media: 'medium',
      author: 'user',
      cal_events_cat: 'category',
      tags: 'tag',
      venues: 'venue',
      organizers: 'organizer',
    },
    members: ({ recurrence, from, length, timezone, allDay, slug, status, shared }) => ({
      recurrence,
      start_date: from,
      end_date: from && addSeconds(from, length / 1000),
      timezone,
      all_day: allDay,
      slug,
      status,
      ...sharedMembers(shared),
    }),
  },
  mayEdit: (principal, { shared, status }) => mayEdit(principal, eventKind.type, { author: shared.author, status }),
  isGone: ({ deleted, hasTasks }) => deleted && !hasTasks,
  names: ({ importUid, deleted }) => (importUid === null || deleted ? [] : [{ scope: UID_SCOPE, name: importUid }]),
};

/** True if no series has the importer's name. */
export const isFreeSeriesUid = async (unit: UnitOfWork, name: string): Promise<boolean> =>
  (await unit.holder(UID_SCOPE, name)) === null;

/** @throws DomainError 400 naming `import_uid` if another series has it */
export const requireFreeSeriesUid = async (unit: UnitOfWork, name: string | null): Promise<void> => {
  if (name !== null && !(await isFreeSeriesUid(unit, name)))
    throw invalidParams({ import_uid: '{name} is the name of another series.' });
};

/** The maximum length of an importer's name. */
const MAX_UID_LENGTH = 255;

/**
 * Returns the importer's name of an occurrence, such as `choir@example.org/2031-01-07T19:00:00`; null without one, or if
 * it is too long (docs/interface/series.md §1).
 */
export const occurrenceUid = (
  { importUid, allDay, timezone }: Pick<SeriesFacts, 'importUid' | 'allDay' | 'timezone'>,
  start: string,
): string | null => {
  const time = allDay ? start.slice(0, 10) : `${isoLocal(start)}${timezone === 'UTC' ? 'Z' : ''}`;
  const name = `${importUid}/${time}`;
  return importUid === null || name.length > MAX_UID_LENGTH ? null : name;
};

/** Returns the starts' owner for the rules of a recurrence. */
export const seriesStart = ({
  anchor: start,
  timezone,
  allDay,
}: Pick<SeriesFacts, 'anchor' | 'timezone' | 'allDay'>) => ({
  start,
  timezone,
  allDay,
});
