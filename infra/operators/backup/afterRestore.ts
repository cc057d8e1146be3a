import type { Entries } from '@almanac/documents';
import { dropLinksPast, skipNumbers } from '@almanac/event-sourcing';
import {
  LogContradictedError,
  lastLogPosition,
  listCheckpoints,
  noteRestores,
  openEpoch,
  readRestores,
  type Source,
  type StoredCheckpoint,
  setCheckpoint,
  verifyLogPosition,
} from '@almanac/messaging';
import type { PersonKeys } from '@almanac/secrets';
import type { ServiceData } from '../serviceData.ts';

export interface RestoredService {
  readonly name: string;
  /** The end of the restored log. */
  readonly position: number;
  /** The epoch of the positions after it. */
  readonly epoch: number;
}

/** The number of skipped blocks of ids, more than a service takes between two backups: 100,000 ids of each space. */
const MARGIN = 100;

export interface NewEpochOptions {
  readonly at: Date;
  /** The entries of the data that the backup replaces, if they are readable. */
  readonly replaced?: Entries;
  /** The persons erased in the data that the backup replaces: their keys must not come back. */
  readonly erased?: Pick<PersonKeys, 'destroyed'>;
  /** The latest epoch with published events, if it is known; default: the first. */
  readonly published?: number;
}

/**
 * Prepares a restored log for its service: a new epoch for the positions after it, and ids that were not given before
 * (docs/architecture.md §3). The same backup can be restored repeatedly.
 */
export const enterNewEpoch = async (
  { name, store, entries, persons }: ServiceData,
  { at, replaced, erased, published = 1 }: NewEpochOptions,
): Promise<RestoredService> => {
  const position = await store.last();
  await dropLinksPast(entries, position);
  if (erased !== undefined) for (const person of await erased.destroyed()) await persons.destroy(person);
  const known = replaced === undefined ? [] : await readRestores(replaced);
  const before = Array.from({ length: Math.max(known.length, published - 1) }, () => position);
  const epoch = await openEpoch(entries, { end: position, at: at.toISOString(), replaced: before });
  await skipNumbers(entries, MARGIN * (replaced === undefined ? epoch - 1 : 1), replaced);
  return { name, position, epoch };
};

/** Tells every service of the restores of each log, so that it skips older messages in topics. */
export const passOnRestores = async (services: readonly ServiceData[]): Promise<void> => {
  for (const source of services) {
    const ends = await readRestores(source.entries);
    for (const { entries } of services) await noteRestores(entries, source.name, ends);
  }
};

/**
 * Moves checkpoints that are ahead of a restored log to its end, and reports them. Otherwise they would stop their
 * owners. The effects of the lost events stay; the operator must check them.
 */
export const settleCheckpoints = async (services: readonly ServiceData[]): Promise<string[]> => {
  const settled: string[] = [];
  for (const { entries } of services) {
    for (const checkpoint of await listCheckpoints(entries)) {
      const source = services.find(({ name }) => name === checkpoint.source);
      const found = source === undefined ? undefined : await settle(entries, checkpoint, await sourceOf(source));
      if (found !== undefined) settled.push(found);
    }
  }
  return settled;
};

const sourceOf = async ({ store, entries }: ServiceData): Promise<Source> => ({
  store,
  publishing: () => [],
  restores: await readRestores(entries),
});

const settle = async (
  entries: Entries,
  { id, source: name, logPosition }: StoredCheckpoint,
  source: Source,
): Promise<string | undefined> => {
  try {
    await verifyLogPosition(id, source, logPosition);
    return undefined;
  } catch (error) {
    if (!(error instanceof LogContradictedError)) throw error;
    const end = await lastLogPosition(source);
    if (logPosition.position <= end.position) return `${error.message}; it stops there until you decide`;
    await setCheckpoint(entries, id, end);
    const lost = `${name} ${end.position + 1} to ${logPosition.position}`;
    return `${id} was ahead: it had handled ${lost}, which the backup does not hold; now it goes on after ${end.position}`;
  }
};
