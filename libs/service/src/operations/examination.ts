import { randomUUID } from 'node:crypto';
import type { examineService } from '@almanac/contracts';
import { outdatedCollections } from '@almanac/event-sourcing';
import type { Grounds } from './grounds.ts';
import type { OperatedService } from './operatedService.ts';
import { tried } from './tried.ts';

/** What came of trying everything that a service stands on. */
export type Examination = ReturnType<typeof examineService.parseAnswer>;

const KIND = 'examined';
/** How long a record may stay that was written and, the process having ended, not deleted. */
const STAYS = 60_000;

/** Tries all at once; a part that fails, or does not answer in time, says why and keeps no other from its answer. */
export const examine = async (service: OperatedService, grounds: Grounds): Promise<Examination> => {
  const { now } = service;
  const [store, outdated, disk, storeTime, brokers] = await Promise.all([
    tried(() => tryStore(service)),
    tried(() => outdatedCollections(service)),
    tried(() => grounds.disk()),
    tried(() => storeAhead(grounds)),
    tried(async () => grounds.brokers?.()),
  ]);
  return {
    store: store.fault,
    documents: { fault: outdated.fault, outdated: (outdated.value ?? []).map(({ name }) => name) },
    disk: { fault: disk.fault, ...(disk.value ?? { free: null, size: null }) },
    clock: { fault: storeTime.fault, at: now().toISOString(), storeAhead: storeTime.value ?? null },
    brokers: { fault: brokers.fault, embedded: grounds.brokers === undefined },
  };
};

/** Writes a record, reads it back and deletes it; then asks whether the log is as far as what was made of it. */
const tryStore = async ({ entries, store, readers, name, now }: OperatedService): Promise<void> => {
  const id = randomUUID();
  const body = { written: id };
  await entries.insert(KIND, id, body, { expiresAt: now().getTime() + STAYS });
  const read = await entries.get<typeof body>(KIND, id);
  if (read?.body.written !== id) throw new Error('a record that was written could not be read');
  if (!(await entries.delete(KIND, id))) throw new Error('a record that was written could not be deleted');
  await store.last();
  await Promise.all(readers.filter(({ sources }) => sources.includes(name)).map((reader) => reader.lag()));
};

/** Milliseconds by which the store's clock certainly differs from that of the process; negative: it is behind. */
const storeAhead = async ({ storeTime }: Grounds): Promise<number | undefined> => {
  const before = Date.now();
  const at = (await storeTime())?.getTime();
  return at === undefined ? undefined : beyond(at, before, Date.now());
};

/** How far a time lies outside the span in which it was asked for; 0 inside. */
const beyond = (at: number, before: number, after: number): number => {
  if (at < before) return at - before;
  return at > after ? at - after : 0;
};
