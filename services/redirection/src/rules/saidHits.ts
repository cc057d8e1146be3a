import type { Entries } from '@almanac/documents';
import { idOfStream, isEventOf } from '@almanac/event-sourcing';
import type { Commit, EventStore } from '@almanac/event-store';
import { dropHits, type HitPorts, setHits } from '../hits/hits.ts';
import { ruleDecider } from './rule.ts';

const KIND = 'said-hits';
const LOG = 'log';

export interface SaidHitsPorts extends HitPorts {
  readonly store: EventStore;
  readonly entries: Entries;
}

interface Reached {
  /** The last commit whose counters are certainly as it says. */
  readonly position: number;
}

/**
 * Begins to follow the log where it ends: counters of before are as they are. To be called before the first request,
 * at every start; it begins once.
 */
export const beginSaidHits = async ({ entries, store }: SaidHitsPorts): Promise<void> => {
  const reached: Reached = { position: await store.last() };
  await entries.insert(KIND, LOG, reached);
};

/**
 * Sets and drops the counters that the log says and a process that ended after its commit did not. What was done
 * already stays as it is.
 */
export const followSaidHits = async (ports: SaidHitsPorts, signal?: AbortSignal): Promise<void> => {
  const { entries, store } = ports;
  let position = (await entries.get<Reached>(KIND, LOG))?.body.position ?? 0;
  while (signal?.aborted !== true) {
    const commits = await store.readLog(position);
    const last = commits.at(-1);
    if (last === undefined) return;
    for (const commit of commits) await apply(ports, commit);
    position = last.position;
    const reached: Reached = { position };
    await entries.put(KIND, LOG, reached);
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
