import type { Commands } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { defaultLanguage } from '@almanac/i18n';
import { createBatches } from './batches.ts';
import { addCounts, type Counts, counterId, type DailyCounts, dailyVisitsDecider, zeroCounts } from './dailyVisits.ts';
import { createVisitIds, type Visit, type VisitIdPorts } from './visitIds.ts';

/** Counts a visit; resolves once it is in the log. @throws the errors of the store */
export type CountVisit = (visit: Visit) => Promise<void>;

export interface CountPorts extends VisitIdPorts {
  readonly commands: Commands;
  readonly newId: () => string;
}

interface IdentifiedVisit extends Visit {
  readonly id: string;
}

/** Counts visits, each once on all replicas (docs/adr/0052). Concurrent visits share a commit. */
export const createVisitCounter = (ports: CountPorts): CountVisit => {
  const { idOf, hasOpened, isInLog } = createVisitIds(ports);

  const countsOf = async (visit: Visit, ids: ReadonlySet<string>): Promise<Counts> => {
    const at = new Date(visit.at).toISOString();
    if (visit.kind === 'open') return { ...zeroCounts, opens: 1, last_open: at };
    const orphans = (await hasOpened(visit, ids)) ? 0 : 1;
    return { ...zeroCounts, conversions: 1, orphans, last_conversion: at };
  };

  const sumByDay = async (visits: ReadonlyMap<string, Visit>): Promise<DailyCounts[]> => {
    const ids = new Set(visits.keys());
    const sums = new Map<string, DailyCounts>();
    for (const visit of visits.values()) {
      const { popup, visitor } = visit;
      const { day } = visitor;
      const sum = sums.get(counterId(popup, day)) ?? zeroCounts;
      sums.set(counterId(popup, day), { ...addCounts(sum, await countsOf(visit, ids)), popup, day });
    }
    return [...sums.values()];
  };

  /** Counts visits in one commit. False if one of them is already counted: then none is counted. */
  const commit = createBatches(async (batch: readonly IdentifiedVisit[]): Promise<boolean> => {
    const visits = new Map(batch.map((visit) => [visit.id, visit]));
    const [id = '', ...others] = visits.keys();
    const sums = await sumByDay(visits);
    const why = {
      principal: 'anonymous',
      language: defaultLanguage(),
      correlation: id,
      causation: id,
      commitId: id,
    } as const;
    try {
      await ports.commands.run(why, async (unit) => {
        for (const other of others) unit.once(other);
        // the former release takes this key to block a commit that it considers lost
        for (const each of visits.keys()) unit.once(`visits/${each}`);
        for (const counted of sums) {
          const counter = counterId(counted.popup, counted.day);
          await unit.decide(dailyVisitsDecider, counter, { type: 'Count', counted }, undefined);
        }
      });
      return true;
    } catch (error) {
      if (hasCode(error, 'key-taken')) return false;
      throw error;
    }
  });

  return async (visit) => {
    let { id, isCounted } = await idOf(visit, ports.newId());
    while (!isCounted && !(await commit({ ...visit, id }))) {
      // the log is queried first: a later visit may have taken the entry by now
      if (await isInLog(id)) return;
      ({ id, isCounted } = await idOf(visit, id));
    }
  };
};
