import type { Collection, Documents, Filter } from '@almanac/documents';
import type { Decider, Registration, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { addCounts, type Counts, type DailyVisits, dailyVisits, zeroCounts } from './dailyVisits.ts';
import type { DroppedVisits } from './droppedVisits.ts';

interface DayCounts {
  readonly date: string;
  readonly opens: number;
  readonly conversions: number;
}

/** Counts of a popup, in total and by day. */
export interface PopupCounts extends Counts {
  readonly days: readonly DayCounts[];
}

export type StatisticsEvent = Event<'StatisticsReset', PopupCounts>;

export interface StatisticsCommand {
  readonly type: 'Reset';
  /** All counts since the popup exists. */
  readonly counted: PopupCounts;
}

/** Counts at the last reset, which are subtracted from later ones. */
export interface Statistics extends PopupCounts {
  readonly version: number;
}

const nothing: Statistics = { ...zeroCounts, days: [], version: 0 };

/** Decider of resets, `statistics-<popup>`. Concurrent visits count before or after the reset. */
export const statisticsDecider: Decider<Statistics, StatisticsEvent, StatisticsCommand> = {
  category: 'statistics',
  initialState: nothing,
  eventTypes: ['StatisticsReset'],
  projectionVersion: 1,
  evolve: (_state, { data, version }) => ({ ...data, version }),
  decide: (_state, { counted }) => [{ type: 'StatisticsReset', data: counted }],
};

const statistics: Collection = {
  name: 'popup-statistics',
  projectionVersion: statisticsDecider.projectionVersion,
  indexes: [],
};

export const statisticsRegistration: Registration<Statistics, StatisticsEvent> = {
  aggregate: statisticsDecider,
  collection: statistics,
};

/** Returns all counts of popups by id, without popups that were never shown. */
const everCountedOf = async (documents: Documents, ids: readonly number[]): Promise<Map<number, PopupCounts>> => {
  const filter: Filter = { field: 'popup', in: ids };
  const found = await documents.find<DailyVisits>(dailyVisits, { filter, order: [{ field: 'day', direction: 'asc' }] });
  const popups = Map.groupBy(found, ({ popup }) => popup);
  return new Map([...popups].map(([popup, counted]) => [popup, together(counted)]));
};

const together = (counted: readonly DailyVisits[]): PopupCounts => {
  const days = Map.groupBy(counted, ({ day }) => day);
  return {
    ...counted.reduce<Counts>(addCounts, zeroCounts),
    days: [...days].map(([date, ofDay]) => {
      const { opens, conversions } = ofDay.reduce<Counts>(addCounts, zeroCounts);
      return { date, opens, conversions };
    }),
  };
};

const newer = (last: string | null, before: string | null): string | null =>
  last !== null && (before === null || last > before) ? last : null;

/** Returns the counts since a reset. */
export const countsSinceReset = (ever: PopupCounts, before: PopupCounts): PopupCounts => {
  const past = new Map(before.days.map((day) => [day.date, day]));
  return {
    opens: ever.opens - before.opens,
    conversions: ever.conversions - before.conversions,
    orphans: ever.orphans - before.orphans,
    dropped: ever.dropped - before.dropped,
    last_open: newer(ever.last_open, before.last_open),
    last_conversion: newer(ever.last_conversion, before.last_conversion),
    days: ever.days
      .map(({ date, opens, conversions }) => ({
        date,
        opens: opens - (past.get(date)?.opens ?? 0),
        conversions: conversions - (past.get(date)?.conversions ?? 0),
      }))
      .filter(({ opens, conversions }) => opens > 0 || conversions > 0),
  };
};

export interface StatisticsPorts {
  readonly documents: Documents;
  readonly droppedVisits: DroppedVisits;
}

/** Returns the counts of popups since their last reset, with their ids and in the given order. */
export const countedOf = async (
  { documents, droppedVisits }: StatisticsPorts,
  ids: readonly number[],
): Promise<(PopupCounts & { readonly id: number })[]> => {
  // resets are read first, so that visits counted between the reads are not subtracted; a reset does not name its popup
  const resets = await Promise.all(ids.map((id) => documents.get<Statistics>(statistics, id)));
  const ever = await everCountedOf(documents, ids);
  const dropped = await Promise.all(ids.map((id) => droppedVisits.of(id)));
  return ids.map((id, index) => {
    const counted = countsSinceReset(ever.get(id) ?? nothing, resets[index]?.body ?? nothing);
    return { ...counted, id, dropped: counted.dropped + (dropped[index] ?? 0) };
  });
};

/** Resets the statistics of a popup; returns the counts until then. */
export const resetStatistics = async (unit: UnitOfWork, documents: Documents, popup: number): Promise<PopupCounts> => {
  const { version: _, ...before } = await unit.load(statisticsDecider, popup);
  const ever = (await everCountedOf(documents, [popup])).get(popup) ?? together([]);
  await unit.decide(statisticsDecider, popup, { type: 'Reset', counted: ever }, undefined);
  return countsSinceReset(ever, before);
};
