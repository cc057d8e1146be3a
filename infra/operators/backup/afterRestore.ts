import { skipNumbers } from '@almanac/aggregates';
import type { Records } from '@almanac/documents';
import {
  type KeptCheckpoint,
  LogContradictedError,
  lastPlace,
  listCheckpoints,
  noteRestores,
  openEpoch,
  placeCheckpoint,
  readRestores,
  type Source,
  verifyPlace,
} from '@almanac/messaging';
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
  readonly replaced?: Records;
  /** The latest epoch of which the others were told anything, where that is known; default the first. */
  readonly published?: number;
}

/**
 * What a restored log needs before its service runs: a new epoch for the positions after it, and ids that were not
 * given before (docs/architecture.md §3), also where the same backup is restored again.
 */
export const enterNewEpoch = async (
  { name, store, records }: ServiceData,
  { at, replaced, published = 1 }: NewEpochOptions,
): Promise<Restored> => {
  const position = await store.last();
  const known = replaced === undefined ? [] : await readRestores(replaced);
  const before = Array.from({ length: Math.max(known.length, published - 1) }, () => position);
  const epoch = await openEpoch(records, { end: position, at: at.toISOString(), replaced: before });
  await skipNumbers(records, MARGIN * (replaced === undefined ? epoch - 1 : 1), replaced);
  return { name, position, epoch };
};

/** Tells every service of the restores of each log: what topics hold of before is passed over. */
export const tellRestores = async (services: readonly ServiceData[]): Promise<void> => {
  for (const source of services) {
    const ends = await readRestores(source.records);
    for (const { records } of services) await noteRestores(records, source.name, ends);
  }
};

/**
 * Puts marks that are ahead of a restored log at its end, where they would stop their owners loudly, and says which: what
 * the owner made of the events that are gone stays, and is the operator's to look at.
 */
export const settleMarks = async (services: readonly ServiceData[]): Promise<string[]> => {
  const settled: string[] = [];
  for (const { records } of services) {
    for (const checkpoint of await listCheckpoints(records)) {
      const source = services.find(({ name }) => name === checkpoint.source);
      const found = source === undefined ? undefined : await settle(records, checkpoint, await sourceOf(source));
      if (found !== undefined) settled.push(found);
    }
  }
  return settled;
};

const sourceOf = async ({ store, records }: ServiceData): Promise<Source> => ({
  store,
  publishing: () => [],
  restores: await readRestores(records),
});

const settle = async (
  records: Records,
  { id, source: name, place }: KeptCheckpoint,
  source: Source,
): Promise<string | undefined> => {
  try {
    await verifyPlace(id, source, place);
    return undefined;
  } catch (error) {
    if (!(error instanceof LogContradictedError)) throw error;
    const end = await lastPlace(source);
    if (place.position <= end.position) return `${error.message}; it stops there until you decide`;
    await placeCheckpoint(records, id, end);
    const lost = `${name} ${end.position + 1} to ${place.position}`;
    return `${id} was ahead: it had handled ${lost}, which the backup does not hold; now it goes on after ${end.position}`;
  }
};
