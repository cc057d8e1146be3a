import type { ListedKind } from '@almanac/content-model';
import {
  calendarErased,
  type EventFacts,
  eventChanged,
  eventDeleted,
  eventTrashed,
  type ServiceName,
} from '@almanac/contracts';
import { toWallClock } from '@almanac/dates';
import type { Collection } from '@almanac/documents';
import { mayRead } from '@almanac/identity';
import {
  type CopiedDocuments,
  type CopySubscription,
  copySubscription,
  type Delivery,
  dropCopy,
  mergeCopy,
  type Subscription,
} from '@almanac/messaging';
import type { Core } from '../core.ts';
import type { PostTerms, TermsRequest } from '../ports.ts';

/** Event data shown on core's pages; the calendar owns events. */
export interface EventCopy
  extends Pick<EventFacts, 'id' | 'status' | 'language' | 'title' | 'path' | 'protected' | 'allDay' | 'hidden'> {
  /** Wall-clock time in the event's time zone, `YYYY-MM-DD HH:MM:SS`; `startUtc` and `endUtc` are the same in UTC. */
  readonly start: string;
  readonly end: string;
  readonly startUtc: string;
  readonly endUtc: string;
  readonly tags: readonly number[];
  /** The translation group; null for an event without one, absent in older copies. */
  readonly group?: number | null;
  /** The id of the featured medium; null for none, absent in older copies. */
  readonly image?: number | null;
  /** The id of its author; 0 for none, absent in older copies. */
  readonly author?: number;
  /** Languages whose lists show the event. */
  readonly languages: readonly string[];
}

/** The indexes support lists of visible events, ordered by start. */
export const eventCopies: Collection = {
  name: 'event-copies',
  projectionVersion: 1,
  indexes: [
    ['status', 'hidden', 'language', 'start', 'id', 'end'],
    ['languages', 'status', 'hidden', 'start'],
    ['tags', 'status', 'hidden', 'start'],
    ['startUtc'],
    ['group'],
  ],
  arrays: ['tags', 'languages'],
};

/** Copies of events in lists. */
export const listedEvents = {
  type: 'cal_events',
  collection: eventCopies,
  publicOnly: { field: 'status', equals: 'publish' },
} satisfies ListedKind;

/** Services whose events update the copies. */
export const EVENT_SOURCES: readonly ServiceName[] = ['calendar'];

/** Updates core's copies of events. The position of the integration event guards each copy against older events. */
export const eventCopiesFrom = ({ documents, settings }: Pick<Core, 'documents' | 'settings'>): Subscription => {
  const zone = (): string => settings.current().timezone;
  const handle: CopySubscription['handle'] = async (delivery, copied) => {
    if (eventChanged.is(delivery)) await lay(copied, delivery, changesOf(delivery.data, zone()));
    else if (eventTrashed.is(delivery)) await lay(copied, delivery, { status: 'trash', path: null });
    else if (calendarErased.is(delivery) && delivery.data.kind === 'event')
      await lay(copied, delivery, { title: '', hidden: true });
    else if (eventDeleted.is(delivery)) await dropCopy(copied, eventCopies, delivery);
  };
  return copySubscription({
    name: 'core.events',
    sources: EVENT_SOURCES,
    takes: [eventChanged, eventTrashed, eventDeleted, calendarErased],
    documents,
    handle,
  });
};

/** Returns the tags of an event; undefined if it is missing. */
export const termsOfEvent = async (
  { documents, waitForCopies }: Pick<Core, 'documents' | 'waitForCopies'>,
  request: TermsRequest,
  id: number,
): Promise<PostTerms | undefined> => {
  await waitForCopies(request);
  const [event] = await documents.getMany<EventCopy>(eventCopies, [id]);
  if (event === undefined) return undefined;
  const { author = 0, status, tags } = event;
  return { categories: [], tags, isReadable: mayRead(request.principal, 'cal_events', { author, status }) };
};

type Changes = Partial<EventCopy>;

const clock = (text: string): string => text.slice(0, 19).replace('T', ' ');

/** Returns the wall-clock time in the site's zone, for integration events that lack clock times. */
const guessedClock = (instant: string, zone: string): string => toWallClock(clock(instant), zone);

const changesOf = (data: { readonly [Name in keyof EventFacts]?: EventFacts[Name] | undefined }, zone: string) => {
  const { start, end, startClock, endClock } = data;
  return present({
    ...Object.fromEntries(COPIED_FIELDS.map((name) => [name, data[name]])),
    startUtc: start && clock(start),
    endUtc: end && clock(end),
    start: startClock === undefined ? start && guessedClock(start, zone) : clock(startClock),
    end: endClock === undefined ? end && guessedClock(end, zone) : clock(endClock),
  });
};

const COPIED_FIELDS = [
  'status',
  'language',
  'title',
  'path',
  'protected',
  'allDay',
  'hidden',
  'tags',
  'languages',
  'group',
  'image',
  'author',
] as const;

const present = (changes: object): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Merges changes into the copy. @throws IncompleteCopyError if the event is unknown and the changes are incomplete */
const lay = (
  documents: CopiedDocuments,
  delivery: Delivery & { readonly data: { readonly id: number } },
  changes: Changes,
): Promise<void> =>
  mergeCopy<EventCopy>(documents, eventCopies, delivery, (known) =>
    completed({ ...known, ...changes, id: delivery.data.id }),
  );

const completed = (facts: Changes): EventCopy | undefined => {
  const { id, status, language, title, start, end, startUtc, endUtc } = facts;
  if (id === undefined || status === undefined || language === undefined || title === undefined) return undefined;
  if (start === undefined || end === undefined || startUtc === undefined || endUtc === undefined) return undefined;
  const defaults = { path: null, protected: false, allDay: false, hidden: false, tags: [], languages: [language] };
  return { ...defaults, ...facts, id, status, language, title, start, end, startUtc, endUtc };
};
