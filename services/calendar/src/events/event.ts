import {
  absentRecord,
  type RecordEvent,
  type RecordEventTypes,
  type RecordFields,
  type RecordState,
  recordAggregate,
} from '../records/record.ts';
import { type Cost, noCost } from './cost.ts';

export interface EventFields extends RecordFields {
  /** Zone name, `UTC` or a fixed offset such as `UTC+2`. */
  readonly timezone: string;
  readonly allDay: boolean;
  /** What clocks in the event's zone show, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  readonly startUtc: string;
  readonly endUtc: string;
  readonly cost: Cost;
  /** Null when nothing was ever stored: the event's own address is shown. */
  readonly website: string | null;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly hidden: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  /** The name that importers find it by; null without one. */
  readonly importUid: string | null;
}

export type EventState = RecordState & EventFields;

const absentEvent: EventState = {
  ...absentRecord,
  timezone: '',
  allDay: false,
  start: '',
  end: '',
  startUtc: '',
  endUtc: '',
  cost: noCost,
  website: null,
  showMap: false,
  showMapLink: false,
  hidden: false,
  sticky: false,
  featured: false,
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
  importUid: null,
};

export const eventEventTypes = {
  created: 'EventCreated',
  changed: 'EventChanged',
  published: 'EventPublished',
  scheduled: 'EventScheduled',
  statusChanged: 'EventStatusChanged',
  trashed: 'EventTrashed',
  restored: 'EventRestored',
  placedInTranslationGroup: 'EventPlacedInTranslationGroup',
  listingLanguagesChanged: 'EventListingLanguagesChanged',
  deleted: 'EventDeleted',
  erased: 'EventErased',
} as const satisfies RecordEventTypes;

export type EventEvent = RecordEvent<typeof eventEventTypes, EventFields>;

/** An event: `event-<id>`. */
export const event = recordAggregate<typeof eventEventTypes, EventFields>({
  category: 'event',
  eventTypes: eventEventTypes,
  initialState: absentEvent,
  fold: 1,
});
