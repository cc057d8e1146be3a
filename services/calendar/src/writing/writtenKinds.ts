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
  /** Returns the ids of the linked venues and organizers. */
  linksOf(state: ItemState): Pick<EventState, 'venues' | 'organizers'>;
}

const unlinked = { costOf: () => '', linksOf: () => ({ venues: [], organizers: [] }) };

/** By the names of their aggregates. */
export const writtenKinds: Readonly<Record<KindNames['noun'], WrittenKind>> = {
  event: {
    kind: eventKind,
    written: writtenEvent,
    costOf: ({ cost }: EventState, currency) => displayCost(cost, currency),
    linksOf: (event: EventState) => event,
  },
  venue: { kind: venueKind, written: writtenVenue, ...unlinked },
  organizer: { kind: organizerKind, written: writtenOrganizer, ...unlinked },
};
