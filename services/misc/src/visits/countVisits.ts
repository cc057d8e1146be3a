import { hasCode, type KeyTakenError } from '@almanac/event-store';
import type { Commands } from '@almanac/write-side';
import type { Claims, Visit, VisitKind } from './claims.ts';
import { judgeVisits, type Verdict } from './judgeVisits.ts';
import { type CountedTogether, type Counts, laneDecider, laneId, nothingCounted, plus } from './lane.ts';

/** A visit that waits for its commit; of one that a limit dropped nothing is kept of who it was. */
export type Waiting = (Visit & { readonly isDropped?: false }) | Dropped;

export interface Dropped {
  readonly popup: number;
  readonly kind: VisitKind;
  readonly visitor: { readonly day: string };
  readonly at: number;
  readonly isDropped: true;
}

export interface CountPorts {
  readonly commands: Commands;
  readonly claims: Claims;
  readonly newId: () => string;
  readonly now: () => Date;
  /** The lane of this process. */
  readonly lane: string;
}

const isVisit = (waiting: Waiting): waiting is Visit => waiting.isDropped !== true;

/**
 * Counts visits in one commit. Answers those that have to wait for another replica's; all others stand in the log, or
 * are repeats of one that does.
 */
export const countVisits = async (ports: CountPorts, waiting: readonly Waiting[]): Promise<Waiting[]> => {
  for (;;) {
    const batch = await judged(ports, waiting);
    if (await commit(ports, batch))
      return batch.visits.filter(({ verdict }) => verdict === 'later').map(({ visit }) => visit);
  }
};

interface JudgedVisit {
  readonly visit: Waiting;
  readonly verdict: Verdict | 'dropped';
}

interface Batch {
  readonly id: string;
  readonly overtaken: readonly string[];
  readonly visits: readonly JudgedVisit[];
}

const judged = async ({ claims, newId, now }: CountPorts, waiting: readonly Waiting[]): Promise<Batch> => {
  const id = newId();
  const visits = waiting.filter(isVisit);
  const { verdicts, overtaken } = await judgeVisits(visits, { claims, batch: id, now: now().getTime() });
  const dropped = waiting.filter((each) => !isVisit(each)).map((visit) => ({ visit, verdict: 'dropped' as const }));
  return {
    id,
    overtaken,
    visits: [...visits.map((visit, index) => ({ visit, verdict: verdicts[index] as Verdict })), ...dropped],
  };
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

const countsOf = ({ kind, at }: Waiting, verdict: 'counted' | 'orphan' | 'dropped'): Counts => {
  if (verdict === 'dropped') return { ...nothingCounted, dropped: 1 };
  const when = new Date(at).toISOString();
  if (kind === 'open') return { ...nothingCounted, opens: 1, last_open: when };
  return { ...nothingCounted, conversions: 1, orphans: verdict === 'orphan' ? 1 : 0, last_conversion: when };
};
