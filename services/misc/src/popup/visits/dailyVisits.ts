import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';

export interface Counts {
  readonly opens: number;
  readonly conversions: number;
  /** Conversions without an opening by the same visitor on the same day; included in `conversions`. */
  readonly orphans: number;
  /** Visits dropped by limits, as counted by earlier releases; 0 in new events (droppedVisits.ts). */
  readonly dropped: number;
  /** Time of the last counted opening, ISO 8601 in UTC. */
  readonly last_open: string | null;
  readonly last_conversion: string | null;
}

/** Counts of a popup on a day of the site's clock. */
export interface DailyCounts extends Counts {
  readonly popup: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/**
 * A counter of a popup on a day. Earlier releases had one for each process and moved the counts of old ones into the
 * counter `total`; the counts of a day are the sum of its counters.
 */
export interface DailyVisits extends DailyCounts {
  readonly version: number;
  /** True if its counts were moved into `total`. */
  readonly isClosed: boolean;
}

export type DailyVisitsEvent =
  | Event<'VisitsCounted', DailyCounts>
  /** The counts were moved into `total`; only earlier releases did that. */
  | Event<'LaneClosed', Readonly<Record<never, never>>>;

export interface CountCommand {
  readonly type: 'Count';
  readonly counted: DailyCounts;
}

export const zeroCounts: Counts = {
  opens: 0,
  conversions: 0,
  orphans: 0,
  dropped: 0,
  last_open: null,
  last_conversion: null,
};

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Returns the sum of counts, with the later times. */
export const addCounts = (one: Counts, other: Counts): Counts => ({
  opens: one.opens + other.opens,
  conversions: one.conversions + other.conversions,
  orphans: one.orphans + other.orphans,
  dropped: one.dropped + other.dropped,
  last_open: later(one.last_open, other.last_open),
  last_conversion: later(one.last_conversion, other.last_conversion),
});

/** Returns the id of the counter that this release uses. */
export const counterId = (popup: number, day: string): string => `${popup}-${day}-total`;

/** Decider of the counters, `visits-<popup>-<day>-total` (docs/adr/0052). */
export const dailyVisitsDecider: Decider<DailyVisits, DailyVisitsEvent, CountCommand> = {
  category: 'visits',
  initialState: { ...zeroCounts, popup: 0, day: '', version: 0, isClosed: false },
  eventTypes: ['VisitsCounted', 'LaneClosed'],
  projectionVersion: 2,
  evolve: (state, { type, data, version }) => {
    if (type === 'LaneClosed') return { ...state, ...zeroCounts, version, isClosed: true };
    const { popup, day } = data;
    return { ...state, ...addCounts(state, data), popup, day, version };
  },
  decide: (_state, { counted }) => [{ type: 'VisitsCounted', data: counted }],
};

export const dailyVisits: Collection = {
  name: 'visit-lanes',
  projectionVersion: dailyVisitsDecider.projectionVersion,
  indexes: [['popup', 'day']],
};

export const dailyVisitsRegistration: Registration<DailyVisits, DailyVisitsEvent> = {
  aggregate: dailyVisitsDecider,
  collection: dailyVisits,
  isGone: (state) => state.isClosed,
};
