import type { Entry, EntryPut } from '@almanac/documents';
import {
  type Attempt,
  type Claim,
  type Claims,
  claimNames,
  openingName,
  PATIENCE_MS,
  REPEAT_MS,
  type Visit,
} from './claims.ts';

/** What becomes of a visit in this batch. */
export type Verdict = 'counted' | 'orphan' | 'repeat' | 'later';

export interface Judged {
  readonly verdicts: readonly Verdict[];
  /** Commits of others that never came: what they claimed is taken over, so they must not come any more. */
  readonly overtaken: readonly string[];
}

interface Judging {
  readonly claims: Claims;
  readonly batch: string;
  readonly now: number;
  /** What this batch has claimed, by name. */
  readonly mine: Map<string, Visit>;
  readonly puts: Map<Visit, readonly EntryPut<Claim>[]>;
  readonly overtaken: Set<string>;
}

const isRepeat = (one: number, other: number): boolean => Math.abs(one - other) < REPEAT_MS;

/**
 * Decides which visits of a batch are counted, and claims them for its commit. A claim is a hint until its commit stands
 * in the log; whoever meets one without a commit takes it over, and with it the commit's right to come at all
 * (docs/adr/0030).
 */
export const judgeVisits = async (
  visits: readonly Visit[],
  { claims, batch, now }: Pick<Judging, 'claims' | 'batch' | 'now'>,
): Promise<Judged> => {
  const judging: Judging = { claims, batch, now, mine: new Map(), puts: new Map(), overtaken: new Set() };
  const known = await knownClaims(visits, claims);
  const first: Verdict[] = [];
  for (const visit of visits) first.push(await judge(judging, visit, known));
  const kept = await keep(judging);
  const verdicts: Verdict[] = [];
  for (const [index, visit] of visits.entries())
    verdicts.push(await settled(judging, visit, { first, index, kept, known }));
  return { verdicts, overtaken: [...judging.overtaken] };
};

type Known = ReadonlyMap<string, Entry<Claim> | undefined>;

const knownClaims = async (visits: readonly Visit[], claims: Claims): Promise<Known> => {
  const names = new Set(visits.flatMap((visit) => [...claimNames(visit), openingName(visit)]));
  return new Map(await Promise.all([...names].map(async (name) => [name, await claims.get(name)] as const)));
};

const judge = async (judging: Judging, visit: Visit, known: Known): Promise<Verdict> => {
  const { batch, mine, puts, overtaken } = judging;
  const names = claimNames(visit);
  const own = names.map((name) => mine.get(name)).find((each) => each !== undefined);
  if (own !== undefined) return isRepeat(own.at, visit.at) ? 'repeat' : 'later';
  const wanted: EntryPut<Claim>[] = [];
  for (const id of names) {
    const entry = known.get(id);
    const found = await foundIn(judging, entry?.body, visit);
    if (found === 'repeat' || found === 'later') return found;
    for (const attempt of found.overtaking) overtaken.add(attempt.batch);
    const body: Claim = { at: visit.at, batch, ...found };
    wanted.push({ id, body, ifRevision: entry?.revision ?? 0, expiresAt: visit.visitor.forgotten });
  }
  for (const name of names) mine.set(name, visit);
  puts.set(visit, wanted);
  return 'counted';
};

const attemptsOf = (claim: Claim | undefined): readonly Attempt[] =>
  claim === undefined ? [] : [claim, ...(claim.overtaking ?? [])];

/** What a claim that is there means for a visit: that it is not counted here, or what its own claim keeps of it. */
const foundIn = async (
  judging: Judging,
  claim: Claim | undefined,
  visit: Visit,
): Promise<'repeat' | 'later' | Required<Pick<Claim, 'earlier' | 'overtaking'>>> => {
  const attempts = attemptsOf(claim);
  const states = await Promise.all(attempts.map((attempt) => stateOf(judging, attempt, visit)));
  if (states.includes('repeat')) return 'repeat';
  if (states.includes('later')) return 'later';
  return {
    earlier: claim?.earlier === true || states.includes('counted'),
    overtaking: attempts.filter((_, index) => states[index] === 'overtaken').map(({ at, batch }) => ({ at, batch })),
  };
};

/** What an attempt to count the same visitor means for a visit. */
const stateOf = async ({ claims, now }: Judging, { at, batch }: Attempt, visit: Visit) => {
  if (claims.isDead(batch)) return 'free';
  const counted = await claims.isCommitted(batch);
  if (isRepeat(at, visit.at)) {
    if (counted) return 'repeat';
    return now - at < PATIENCE_MS ? 'later' : 'overtaken';
  }
  return counted ? 'counted' : 'free';
};

/** Puts what was claimed; answers the visits whose claims nobody else had changed meanwhile. */
const keep = async ({ claims, puts }: Judging): Promise<ReadonlySet<Visit>> => {
  const all = [...puts].flatMap(([visit, wanted]) => wanted.map((put) => ({ visit, put })));
  const done = await claims.putAll(all.map(({ put }) => put));
  const lost = new Set(all.filter((_, index) => done[index] !== true).map(({ visit }) => visit));
  return new Set([...puts.keys()].filter((visit) => !lost.has(visit)));
};

interface Settling {
  readonly first: readonly Verdict[];
  readonly index: number;
  readonly kept: ReadonlySet<Visit>;
  readonly known: Known;
}

const settled = async (judging: Judging, visit: Visit, { first, index, kept, known }: Settling): Promise<Verdict> => {
  const verdict = first[index] as Verdict;
  if (verdict === 'repeat') {
    const own = claimNames(visit)
      .map((name) => judging.mine.get(name))
      .find((each) => each !== undefined);
    return own === undefined || kept.has(own) ? 'repeat' : 'later';
  }
  if (verdict !== 'counted') return verdict;
  if (!kept.has(visit)) return 'later';
  return visit.kind === 'conversion' && !(await wasOpened(judging, visit, { kept, known })) ? 'orphan' : 'counted';
};

/** Whether an opening of the same visitor is counted on his day. */
const wasOpened = async (
  { claims, mine }: Judging,
  visit: Visit,
  { kept, known }: Pick<Settling, 'kept' | 'known'>,
): Promise<boolean> => {
  const name = openingName(visit);
  const own = mine.get(name);
  if (own !== undefined && kept.has(own)) return true;
  const claim = known.get(name)?.body;
  if (claim?.earlier === true) return true;
  for (const { batch } of attemptsOf(claim)) if (await claims.isCommitted(batch)) return true;
  return false;
};
