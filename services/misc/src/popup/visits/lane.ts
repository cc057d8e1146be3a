import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { DomainError } from '@almanac/i18n';

/** What was counted together: in one commit, or in several of one day. */
export interface Counts {
  readonly opens: number;
  readonly conversions: number;
  /** Conversions without an opening of the same visitor on the same day; part of `conversions`. */
  readonly orphans: number;
  /** Visits that limits dropped, as earlier releases counted them; 0 in new events (droppedVisits.ts). */
  readonly dropped: number;
  /** The last opening that was counted, ISO 8601 in UTC. */
  readonly last_open: string | null;
  readonly last_conversion: string | null;
}

/**
 * What one process has counted of a popup on a day of the site's clock. Each process has a lane of its own, so that
 * replicas never wait for one another; the sum of a day's lanes is what was counted on it.
 */
export interface Lane extends Counts {
  readonly popup: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Its name, of a process or `total`. */
  readonly lane: string;
  readonly isTotal: boolean;
  readonly version: number;
  /** Its counts stand in another lane. */
  readonly isClosed: boolean;
}

export interface CountedTogether extends Counts {
  readonly popup: number;
  readonly day: string;
}

export type LaneEvent =
  | Event<'VisitsCounted', CountedTogether>
  /** What was counted here stands in the day's total from now on. */
  | Event<'LaneClosed', Readonly<Record<never, never>>>;

export type LaneCommand = { readonly type: 'Count'; readonly counted: CountedTogether } | { readonly type: 'Close' };

/** Which of a day's lanes holds what was counted in lanes that are closed. */
export const TOTAL = 'total';

export const nothingCounted: Counts = {
  opens: 0,
  conversions: 0,
  orphans: 0,
  dropped: 0,
  last_open: null,
  last_conversion: null,
};

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** What was counted there and here. */
export const plus = (one: Counts, other: Counts): Counts => ({
  opens: one.opens + other.opens,
  conversions: one.conversions + other.conversions,
  orphans: one.orphans + other.orphans,
  dropped: one.dropped + other.dropped,
  last_open: later(one.last_open, other.last_open),
  last_conversion: later(one.last_conversion, other.last_conversion),
});

/** The id of a lane, from which its stream is named. */
export const laneId = (popup: number, day: string, lane: string): string => `${popup}-${day}-${lane}`;

export const laneMessages = { closed: 'The day is closed; try again.' } as const;

/** What was counted, `visits-<popup>-<day>-<lane>` (docs/adr/0030). */
export const laneDecider: Decider<Lane, LaneEvent, LaneCommand> = {
  category: 'visits',
  initialState: { ...nothingCounted, popup: 0, day: '', lane: '', isTotal: false, version: 0, isClosed: false },
  eventTypes: ['VisitsCounted', 'LaneClosed'],
  projectionVersion: 1,
  evolve: (state, { type, data, stream, version }) => {
    if (type === 'LaneClosed') return { ...state, ...nothingCounted, version, isClosed: true };
    const lane = stream.slice(stream.lastIndexOf('-') + 1);
    const { popup, day } = data;
    return { ...state, ...plus(state, data), popup, day, lane, isTotal: lane === TOTAL, version };
  },
  /** @throws DomainError 503 for counting in a lane that is closed */
  decide: (state, command) => {
    if (command.type === 'Close') return state.isClosed ? [] : [{ type: 'LaneClosed', data: {} }];
    if (state.isClosed)
      throw new DomainError('popup_day_closed', 503, laneMessages.closed, { data: { retry_after: 1 } });
    return [{ type: 'VisitsCounted', data: command.counted }];
  },
};

export const lanes: Collection = {
  name: 'visit-lanes',
  projectionVersion: laneDecider.projectionVersion,
  indexes: [
    ['popup', 'day'],
    ['isTotal', 'day'],
  ],
};

export const laneRegistration: Registration<Lane, LaneEvent> = {
  aggregate: laneDecider,
  collection: lanes,
  isGone: (state) => state.isClosed,
};
