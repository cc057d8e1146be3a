import type { Aggregate } from '@almanac/event-sourcing';
import type { WrittenRecord } from '@almanac/service';
import type { ItemState } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { type Currency, displayCost } from '../events/cost.ts';
import { type EventState, eventKind, writtenEvent } from '../events/event.ts';
import { organizerKind, writtenOrganizer } from '../organizers/organizer.ts';
import { venueKind, writtenVenue } from '../venues/venue.ts';

/** A kind of record that people write. */
export interface WrittenKind {
  readonly kind: KindNames & { readonly aggregate: Pick<Aggregate<ItemState>, 'category'> };
  readonly written: WrittenRecord<ItemState>;
  /** Returns the displayed cost; empty if the record has none. */
  costOf(state: ItemState, currency: Currency): string;
}

const written = (of: Omit<WrittenKind, 'costOf'>, costOf: WrittenKind['costOf'] = () => ''): WrittenKind => ({
  ...of,
  costOf,
});

const costOfEvent: WrittenKind['costOf'] = (state, currency) => displayCost((state as EventState).cost, currency);

/** By the names of their aggregates. */
export const writtenKinds: ReadonlyMap<string, WrittenKind> = new Map([
  ['event', written({ kind: eventKind, written: writtenEvent }, costOfEvent)],
  ['venue', written({ kind: venueKind, written: writtenVenue })],
  ['organizer', written({ kind: organizerKind, written: writtenOrganizer })],
]);
