import { idOfStream } from '@almanac/aggregates';
import { displayTitle } from '@almanac/content';
import {
  calendarErased,
  categoryChanged,
  categoryDeleted,
  eventChanged,
  eventDeleted,
  eventTrashed,
  type IntegrationEvent,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  type Publishing,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import type { NewEvent } from '@almanac/event-store';
import type { CategoryEvent } from '../categories/category.ts';
import type { EventFields } from '../events/event.ts';
import type { RecordState } from '../records/record.ts';

const contracts = {
  Event: { changed: eventChanged, trashed: eventTrashed, deleted: eventDeleted },
  Venue: { changed: venueChanged, trashed: venueTrashed, deleted: venueDeleted },
  Organizer: { changed: organizerChanged, trashed: organizerTrashed, deleted: organizerDeleted },
} as const;

const RECORD = /^(Event|Venue|Organizer)(Created|Changed|Published|Trashed|Restored|Grouped|Listed|Deleted|Erased)$/;

/** What others are told of one event; undefined where it stays the calendar's own. */
const toldOf = ({ stream, type, data }: NewEvent): IntegrationEvent | undefined => {
  const record = RECORD.exec(type);
  const id = Number(idOfStream(stream));
  if (record === null) return toldOfCategory(stream, id, { type, data } as CategoryEvent);
  const { changed, trashed, deleted } = contracts[record[1] as keyof typeof contracts];
  switch (record[2]) {
    case 'Trashed':
      return trashed.of(stream, { id, ...(data as { readonly from: string; readonly slug: string }) });
    case 'Deleted':
      return deleted.of(stream, { id });
    case 'Erased':
      return calendarErased.of(stream, { kind: (record[1] as string).toLowerCase(), id });
    case 'Published':
      return changed.of(stream, { id, status: 'publish', ...factsOf(data as Changes) });
    default: {
      const facts = factsOf(data as Changes);
      return Object.keys(facts).length === 0 ? undefined : changed.of(stream, { id, ...facts });
    }
  }
};

type Changes = Partial<EventFields & RecordState>;

const plain = ['status', 'language', 'group', 'slug', 'path', 'author', 'image'] as const;

/** The public facts among the changed members. */
const factsOf = (changes: Changes): Record<string, never> => {
  const { title, password, startUtc, endUtc } = changes;
  const facts = {
    ...Object.fromEntries(plain.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]]))),
    ...(title !== undefined && { title: displayTitle(title) }),
    ...(password !== undefined && { protected: password !== '' }),
    ...(startUtc !== undefined && { start: instantOf(startUtc) }),
    ...(endUtc !== undefined && { end: instantOf(endUtc) }),
  };
  return facts as Record<string, never>;
};

const instantOf = (utcClock: string): string => `${utcClock.replace(' ', 'T')}Z`;

const toldOfCategory = (stream: string, id: number, event: CategoryEvent): IntegrationEvent | undefined => {
  switch (event.type) {
    case 'CategoryCreated':
    case 'CategoryChanged':
    case 'CategoryGrouped': {
      const { languages: _, ...facts } = event.data as typeof event.data & { readonly languages?: unknown };
      return categoryChanged.of(stream, { ...facts, id });
    }
    case 'CategoryDeleted':
      return categoryDeleted.of(stream, { id });
    default:
      return undefined;
  }
};

/** Maps a commit of the calendar to what it publishes (architecture §3). */
export const publishing: Publishing = (commit) => commit.events.map(toldOf);
