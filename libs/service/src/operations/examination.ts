import { randomUUID } from 'node:crypto';
import type { examineService } from '@almanac/contracts';
import { outdatedCollections } from '@almanac/event-sourcing';
import { checkWithin } from './checkResult.ts';
import type { InfrastructureChecks } from './infrastructureChecks.ts';
import type { OperatedService } from './operatedService.ts';

/** The result of a check of the service's infrastructure. */
export type Examination = ReturnType<typeof examineService.parseAnswer>;

const EXAMINATION_KIND = 'examined';
/** Lifetime in milliseconds of a test record that an ended process has not deleted. */
const CACHE_MS = 60_000;

/** Checks everything at once; a part that fails, or exceeds its timeout, reports its fault and delays no other part. */
export const examine = async (service: OperatedService, grounds: InfrastructureChecks): Promise<Examination> => {
  const { now } = service;
  const [store, outdated, disk, storeTime, brokers] = await Promise.all([
    checkWithin(() => tryStore(service)),
    checkWithin(() => outdatedCollections(service)),
    checkWithin(() => grounds.disk()),
    checkWithin(() => storeAhead(grounds)),
    checkWithin(async () => grounds.brokers?.()),
  ]);
  return {
    store: store.fault,
    documents: { fault: outdated.fault, outdated: (outdated.value ?? []).map(({ name }) => name) },
    disk: { fault: disk.fault, ...(disk.value ?? { free: null, size: null }) },
    clock: {
      fault: storeTime.fault,
      at: now().toISOString(),
      storeAhead: storeTime.value ?? null,
      setBack: grounds.clockSetBackMs(),
    },
    brokers: { fault: brokers.fault, embedded: grounds.brokers === undefined },
  };
};

/** Writes a record, reads it back and deletes it; then checks that the log is as far as its readers. */
const tryStore = async ({ entries, store, readers, name, now }: OperatedService): Promise<void> => {
  const id = randomUUID();
  const body = { written: id };
  await entries.insert(EXAMINATION_KIND, id, body, { expiresAt: now().getTime() + CACHE_MS });
  const read = await entries.get<typeof body>(EXAMINATION_KIND, id);
  if (read?.body.written !== id) throw new Error('a record that was written could not be read');
  if (!(await entries.delete(EXAMINATION_KIND, id))) throw new Error('a record that was written could not be deleted');
  await store.last();
  await Promise.all(readers.filter(({ sources }) => sources.includes(name)).map((reader) => reader.lag()));
};

/**
 * Returns the milliseconds by which the store's clock certainly differs from the process's; negative if it is behind.
 */
const storeAhead = async ({ storeTime }: InfrastructureChecks): Promise<number | undefined> => {
  const before = Date.now();
  const at = (await storeTime())?.getTime();
  return at === undefined ? undefined : beyond(at, before, Date.now());
};

/** Returns the distance of a time from the period of the request; 0 if within. */
const beyond = (at: number, before: number, after: number): number => {
  if (at < before) return at - before;
  return at > after ? at - after : 0;
};
