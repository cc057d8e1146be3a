import type { Entries } from '@almanac/documents';
import { idOfStream, isEventOf } from '@almanac/event-sourcing';
import type { Commit, EventStore } from '@almanac/event-store';
import { dropHits, type HitPorts, setHits } from '../hits/hits.ts';
import { ruleDecider } from './rule.ts';

const ANNOUNCED_HITS_KIND = 'said-hits';
const LOG = 'log';

export interface EditedHitsPorts extends HitPorts {
  readonly store: EventStore;
  readonly entries: Entries;
}

interface RoundProgress {
  /** The last commit whose counters are known to be set. */
  readonly position: number;
}

/**
 * Stores the end of the log as the first checkpoint: older counters are set already. Call it before the first request
 * at every start; only the first call has an effect.
 */
export const initializeEditedHits = async ({ entries, store }: EditedHitsPorts): Promise<void> => {
  const reached: RoundProgress = { position: await store.last() };
  await entries.insert(ANNOUNCED_HITS_KIND, LOG, reached);
};

/**
 * Sets and drops counters after a process ended between its commit and the counters. Counters that are set already stay
 * as they are.
 */
export const followEditedHits = async (ports: EditedHitsPorts, signal?: AbortSignal): Promise<void> => {
  const { entries, store } = ports;
  let position = (await entries.get<RoundProgress>(ANNOUNCED_HITS_KIND, LOG))?.body.position ?? 0;
  while (signal?.aborted !== true) {
    const commits = await store.readLog(position);
    const last = commits.at(-1);
    if (last === undefined) return;
    for (const commit of commits) await apply(ports, commit);
    position = last.position;
    const reached: RoundProgress = { position };
    await entries.put(ANNOUNCED_HITS_KIND, LOG, reached);
  }
};

const apply = async (ports: HitPorts, { events }: Commit): Promise<void> => {
  for (const event of events) {
    if (!isEventOf(ruleDecider, event)) continue;
    const rule = Number(idOfStream(event.stream));
    if (event.type === 'RuleHitsSet') await setHits(ports, { rule, version: event.version, hits: event.data });
    if (event.type === 'RuleDeleted') await dropHits(ports, [rule]);
  }
};
