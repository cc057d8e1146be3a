import type { Commands } from '@almanac/event-sourcing';
import { hasCode, type KeyTakenError } from '@almanac/event-store';
import type { Claims, Visit } from './claims.ts';
import { judgeVisits, type Verdict } from './judgeVisits.ts';
import { type CountedTogether, type Counts, laneDecider, laneId, nothingCounted, plus } from './lane.ts';

export interface CountPorts {
  readonly commands: Commands;
  readonly claims: Claims;
  readonly newId: () => string;
  readonly now: () => Date;
  /** The lane of this process. */
  readonly lane: string;
}

/**
 * Counts visits in one commit. Answers those that have to wait for another replica's; all others stand in the log, or
 * are repeats of one that does.
 */
export const countVisits = async (ports: CountPorts, waiting: readonly Visit[]): Promise<Visit[]> => {
  for (;;) {
    const batch = await judged(ports, waiting);
    if (await commit(ports, batch))
      return batch.visits.filter(({ verdict }) => verdict === 'later').map(({ visit }) => visit);
  }
};

interface JudgedVisit {
  readonly visit: Visit;
  readonly verdict: Verdict;
}

interface Batch {
  readonly id: string;
  readonly overtaken: readonly string[];
  readonly visits: readonly JudgedVisit[];
}

const judged = async ({ claims, newId, now }: CountPorts, visits: readonly Visit[]): Promise<Batch> => {
  const id = newId();
  const { verdicts, overtaken } = await judgeVisits(visits, { claims, batch: id, now: now().getTime() });
  return { id, overtaken, visits: visits.map((visit, index) => ({ visit, verdict: verdicts[index] as Verdict })) };
};

/** What a commit takes with it, so that it cannot come once another has overtaken it. */
const right = (batch: string): string => `visits/${batch}`;

/** False where another replica has overtaken this commit, or has committed what this one wanted to overtake. */
const commit = async ({ commands, lane, claims }: CountPorts, { id, overtaken, visits }: Batch): Promise<boolean> => {
  const counted = countedByDay(visits);
  if (counted.size === 0) return true;
  const why = { principal: 'anonymous', language: 'en', correlation: id, causation: id } as const;
  try {
    await commands.run({ ...why, commitId: id }, async (unit) => {
      for (const batch of [id, ...overtaken]) unit.once(right(batch));
      for (const sum of counted.values())
        await unit.decide(laneDecider, laneId(sum.popup, sum.day, lane), { type: 'Count', counted: sum }, undefined);
    });
    claims.remember(id);
    overtaken.forEach(claims.bury);
    return true;
  } catch (error) {
    if (!hasCode(error, 'key-taken')) throw error;
    claims.bury(id);
    await buryOvertaken(claims, overtaken, (error as KeyTakenError).key);
    return false;
  }
};

/** The right of a commit was taken: by itself, or by another replica that has overtaken it before. */
const buryOvertaken = async (claims: Claims, overtaken: readonly string[], key: string): Promise<void> => {
  const taken = overtaken.find((batch) => key === `once/${right(batch)}`);
  if (taken !== undefined && !(await claims.isCommitted(taken))) claims.bury(taken);
};

const countedByDay = (visits: readonly JudgedVisit[]) => {
  const sums = new Map<string, CountedTogether>();
  for (const { visit, verdict } of visits) {
    if (verdict === 'repeat' || verdict === 'later') continue;
    const { popup, visitor } = visit;
    const key = `${popup}/${visitor.day}`;
    const sum = sums.get(key) ?? { ...nothingCounted, popup, day: visitor.day };
    sums.set(key, { ...sum, ...plus(sum, countsOf(visit, verdict)) });
  }
  return sums;
};

const countsOf = ({ kind, at }: Visit, verdict: 'counted' | 'orphan'): Counts => {
  const when = new Date(at).toISOString();
  if (kind === 'open') return { ...nothingCounted, opens: 1, last_open: when };
  return { ...nothingCounted, conversions: 1, orphans: verdict === 'orphan' ? 1 : 0, last_conversion: when };
};
