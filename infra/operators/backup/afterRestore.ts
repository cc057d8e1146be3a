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

export interface Restored {
  readonly name: string;
  /** Where the restored log ends. */
  readonly position: number;
  /** Of the positions after it. */
  readonly epoch: number;
}

/** More blocks of ids than a service takes between two backups: 100,000 ids of each space. */
const MARGIN = 100;

export interface NewEpochOptions {
  readonly at: Date;
  /** The records of the data that the backup replaces, where these can still be read. */
  readonly replaced?: Entries;
  /** Who was erased in the data that the backup replaces: the backup does not bring their keys back. */
  readonly erased?: Pick<PersonKeys, 'destroyed'>;
  /** The latest epoch of which anything was published, where that is known; default the first. */
  readonly published?: number;
}

/**
 * What a restored log needs before its service runs: a new epoch for the positions after it, and ids that were not
 * given before (docs/architecture.md §3), also where the same backup is restored again.
 */
export const enterNewEpoch = async (
  { name, store, entries, persons }: ServiceData,
  { at, replaced, erased, published = 1 }: NewEpochOptions,
): Promise<Restored> => {
  const position = await store.last();
  await dropLinksPast(entries, position);
  if (erased !== undefined) for (const person of await erased.destroyed()) await persons.destroy(person);
  const known = replaced === undefined ? [] : await readRestores(replaced);
  const before = Array.from({ length: Math.max(known.length, published - 1) }, () => position);
  const epoch = await openEpoch(entries, { end: position, at: at.toISOString(), replaced: before });
  await skipNumbers(entries, MARGIN * (replaced === undefined ? epoch - 1 : 1), replaced);
  return { name, position, epoch };
};

/** Tells every service of the restores of each log: what topics hold of before is passed over. */
export const passOnRestores = async (services: readonly ServiceData[]): Promise<void> => {
  for (const source of services) {
    const ends = await readRestores(source.entries);
    for (const { entries } of services) await noteRestores(entries, source.name, ends);
  }
};

/**
 * Sets checkpoints that are ahead of a restored log to its end, since they would otherwise stop their owners, and
 * reports them. What an owner has made of the lost events stays; the operator must look at it.
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
