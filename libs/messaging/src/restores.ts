import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { epochAt } from './source.ts';

const RESTORE_KIND = 'restore';

interface Restore {
  /** The last position of the restored log. */
  readonly end: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const idOf = (index: number): string => String(index).padStart(6, '0');

/** Returns the last position of a service's log at each of its restores, oldest first, for `Source.restores`. */
export const readRestores = async (entries: Entries): Promise<number[]> =>
  (await entries.list<Restore>(RESTORE_KIND)).map(({ body }) => body.end);

/**
 * Creates the function that returns the epoch of a position of a service's own log. The restores are read once: they
 * happen while no replica runs.
 * @throws the store's error; the next call reads again
 */
export const createEpochs = (entries: Entries): ((position: number) => Promise<number>) => {
  let restores: readonly number[] | undefined;
  return async (position) => {
    restores ??= await readRestores(entries);
    return epochAt(restores, position);
  };
};

const KIND_OF_OTHERS = 'restore-of';

/**
 * Records for a service the restores of a source's log: the source's topic still has events that its log has lost.
 * Called while no replica of the service runs.
 */
export const noteRestores = async (entries: Entries, source: ServiceName, ends: readonly number[]): Promise<void> => {
  await entries.put<Ends>(KIND_OF_OTHERS, source, { ends });
};

interface Ends {
  readonly ends: readonly number[];
}

/** Returns the restores of a source's log that were recorded for a service, oldest first. */
export const readNotedRestores = async (entries: Entries, source: ServiceName): Promise<readonly number[]> =>
  (await entries.get<Ends>(KIND_OF_OTHERS, source))?.body.ends ?? [];

/** A log restored from a backup. */
export interface RestoredLog {
  /** The position of its last commit. */
  readonly end: number;
  /** The restores of the log that it replaces, if still readable: their epochs are not reused. */
  readonly replaced?: readonly number[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Records a restore, so that later positions belong to a new epoch (docs/architecture.md §3); returns that epoch.
 * Called while the service does not run.
 */
export const openEpoch = async (entries: Entries, { end, replaced = [], at }: RestoredLog): Promise<number> => {
  const own = await readRestores(entries);
  const restores = [...own, ...replaced.slice(own.length).map(() => end), end];
  for (const [index, restoredEnd] of restores.entries()) {
    await entries.insert<Restore>(RESTORE_KIND, idOf(index), { end: restoredEnd, at });
  }
  return restores.length + 1;
};
