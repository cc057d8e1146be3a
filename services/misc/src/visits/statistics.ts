import type { Collection, Documents, Filter } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';
import type { Registration, UnitOfWork } from '@almanac/write-side';
import { type Counts, type Lane, lanes, nothingCounted, plus } from './lane.ts';

export interface DayCounts {
  readonly date: string;
  readonly opens: number;
  readonly conversions: number;
}

/** What was counted of a popup, in all and by day. */
export interface Counted extends Counts {
  readonly days: readonly DayCounts[];
}

export type StatisticsEvent = Event<'StatisticsReset', Counted>;

/** What had been counted when the statistics were last reset: it is left out from then on. */
export interface Statistics extends Counted {
  readonly version: number;
}

const nothing: Statistics = { ...nothingCounted, days: [], version: 0 };

/** Resets of statistics, `statistics-<popup>`: what is counted meanwhile is lost to none of both. */
export const statisticsAggregate: Aggregate<Statistics, StatisticsEvent> = {
  category: 'statistics',
  initialState: nothing,
  eventTypes: ['StatisticsReset'],
  projectionVersion: 1,
  evolve: (_state, { data, version }) => ({ ...data, version }),
};

export const statistics: Collection = {
  name: 'popup-statistics',
  projectionVersion: statisticsAggregate.projectionVersion,
  indexes: [],
};

export const statisticsRegistration: Registration<Statistics, StatisticsEvent> = {
  aggregate: statisticsAggregate,
  collection: statistics,
};

/** Everything that was ever counted of a popup. */
export const everCounted = async (documents: Documents, popup: number): Promise<Counted> => {
  const filter: Filter = { field: 'popup', equals: popup };
  const found = await documents.find<Lane>(lanes, { filter, order: [{ field: 'day', direction: 'asc' }] });
  const days = Map.groupBy(found, ({ day }) => day);
  return {
    ...found.reduce<Counts>(plus, nothingCounted),
    days: [...days].map(([date, ofDay]) => {
      const { opens, conversions } = ofDay.reduce<Counts>(plus, nothingCounted);
      return { date, opens, conversions };
    }),
  };
};

const newer = (last: string | null, before: string | null): string | null =>
  last !== null && (before === null || last > before) ? last : null;

/** What was counted since a reset. */
export const since = (ever: Counted, before: Counted): Counted => {
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

/** What was counted of a popup since its statistics were last reset. */
export const countedOf = async (documents: Documents, popup: number): Promise<Counted> => {
  // the reset first: what is counted between the two reads is no part of it
  const [before] = await documents.getMany<Statistics>(statistics, [popup]);
  return since(await everCounted(documents, popup), before ?? nothing);
};

/** Resets the statistics of a popup; answers what they were. */
export const resetStatistics = async (unit: UnitOfWork, documents: Documents, popup: number): Promise<Counted> => {
  const { version: _, ...before } = await unit.load(statisticsAggregate, popup);
  const ever = await everCounted(documents, popup);
  await unit.append(statisticsAggregate, popup, [{ type: 'StatisticsReset', data: ever }]);
  return since(ever, before);
};
