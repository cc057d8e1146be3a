import type { ServiceName } from '@almanac/contracts';
import type { KeptRecord, Records } from '@almanac/documents';
import type { Delivery } from './bus.ts';

const LETTERS = 'parked';
const KEYS = 'parked-key';
const PAGE = 500;

/** A parked delivery: one that could not be handled (`reason`), or one behind it with the same key. */
export interface DeadLetter {
  readonly delivery: Delivery;
  readonly reason: string | null;
}

/** A key whose deliveries are parked. */
interface ParkedKey {
  readonly source: ServiceName;
  readonly key: string;
  /** Somebody has asked to try again. */
  readonly replay: boolean;
  /** Counts what was parked, so that each parking changes the revision that freeing the key relies on. */
  readonly parked: number;
}

type Key = Pick<Delivery, 'source' | 'key'>;

/**
 * The parked deliveries of one subscription (or relay). A key is parked as long as its record stands; the record goes
 * by one write that holds only if nothing was parked since the queue was seen empty (architecture §3).
 */
export interface DeadLetters {
  /** Parks a delivery that failed, and with it its key. Parking twice is parking once. */
  park(delivery: Delivery, reason: string): Promise<void>;
  /** Parks a delivery if its key is parked; false when the key is free, so that it must be handled. */
  parkBehind(delivery: Delivery): Promise<boolean>;
  /** The parked deliveries, by source and key, each key's in order. */
  list(key?: Key): Promise<DeadLetter[]>;
  /** The command to try a key's deliveries again, or all keys'; done by whoever runs the subscription. */
  requestReplay(key?: Key): Promise<void>;
  /** The command to give a parked delivery up; those behind it are tried again. */
  discard(delivery: Delivery): Promise<void>;
  /** Learns which keys of a source are parked; what `isParked` says is as of the last call or own parking. */
  refresh(source: ServiceName): Promise<void>;
  isParked(key: Key): boolean;
  /**
   * Handles the deliveries of the keys of a source whose replay was requested, in order, and frees the keys that are
   * empty. A delivery that fails again keeps its key parked. The mark is not asked.
   */
  drain(source: ServiceName, handle: (delivery: Delivery) => Promise<void>, signal?: AbortSignal): Promise<void>;
}

export const createDeadLetters = (records: Records, owner: string): DeadLetters => {
  const known = new Map<string, ParkedKey>();

  const idOf = ({ source, key }: Key): string => `${owner}/${source}/${encodeURIComponent(key)}`;
  const letterIdOf = (delivery: Delivery): string =>
    `${idOf(delivery)}/${[delivery.epoch, delivery.position, delivery.n].map((part) => String(part).padStart(16, '0')).join('.')}`;

  const readKeys = (prefix = ''): Promise<KeptRecord<ParkedKey>[]> =>
    all<ParkedKey>(records, KEYS, `${owner}/${prefix}`);
  const readLetters = (key: Key, limit: number): Promise<KeptRecord<DeadLetter>[]> =>
    records.list<DeadLetter>(LETTERS, { prefix: `${idOf(key)}/`, limit });

  /** Changes the key's record; `make` answers undefined where there is nothing to change. False when nothing was. */
  const change = async (key: Key, make: (before?: ParkedKey) => ParkedKey | undefined): Promise<boolean> => {
    const record = await records.get<ParkedKey>(KEYS, idOf(key));
    const after = make(record?.body);
    if (after === undefined) return false;
    if (!(await records.put(KEYS, idOf(key), after, { ifRevision: record?.revision ?? 0 }))) return change(key, make);
    known.set(idOf(key), after);
    return true;
  };

  const insert = async (delivery: Delivery, reason: string | null): Promise<void> => {
    await records.insert<DeadLetter>(LETTERS, letterIdOf(delivery), { delivery, reason });
  };

  const park = async (delivery: Delivery, reason: string): Promise<void> => {
    const { source, key } = delivery;
    await insert(delivery, reason);
    await change(delivery, (before) => ({ source, key, replay: false, parked: (before?.parked ?? 0) + 1 }));
  };

  const parkBehind = async (delivery: Delivery): Promise<boolean> => {
    await insert(delivery, null);
    if (await change(delivery, (before) => before && { ...before, parked: before.parked + 1 })) return true;
    await records.delete(LETTERS, letterIdOf(delivery));
    known.delete(idOf(delivery));
    return false;
  };

  const free = async (key: Key): Promise<boolean> => {
    const record = await records.get<ParkedKey>(KEYS, idOf(key));
    if ((await readLetters(key, 1)).length > 0) return false;
    if (record !== undefined && !(await records.delete(KEYS, record.id, { ifRevision: record.revision }))) return false;
    known.delete(idOf(key));
    return true;
  };

  const refuse = async (letter: KeptRecord<DeadLetter>, error: unknown): Promise<void> => {
    await records.put<DeadLetter>(LETTERS, letter.id, { ...letter.body, reason: String(error) });
    await change(letter.body.delivery, (before) => before && { ...before, replay: false });
  };

  /** Handles what is parked with a key, page by page; false when a delivery failed again or the signal came. */
  const empty = async (key: Key, handle: Handle, signal?: AbortSignal): Promise<boolean> => {
    for (const letter of await readLetters(key, PAGE)) {
      if (signal?.aborted) return false;
      try {
        await handle(letter.body.delivery);
      } catch (error) {
        await refuse(letter, error);
        return false;
      }
      await records.delete(LETTERS, letter.id);
    }
    return true;
  };

  const requestReplay = async (one?: Key): Promise<void> => {
    const keys = one === undefined ? (await readKeys()).map((record) => record.body) : [one];
    for (const { source, key } of keys) {
      await change({ source, key }, (before) => ({ source, key, parked: 0, ...before, replay: true }));
    }
  };

  return {
    park,
    parkBehind,
    list: async (key) =>
      (await all<DeadLetter>(records, LETTERS, key === undefined ? `${owner}/` : `${idOf(key)}/`)).map(
        (record) => record.body,
      ),
    requestReplay,
    discard: async (delivery) => {
      await records.delete(LETTERS, letterIdOf(delivery));
      await requestReplay(delivery);
    },
    refresh: async (source) => {
      const keys = await readKeys(`${source}/`);
      for (const id of [...known.keys()]) if (id.startsWith(`${owner}/${source}/`)) known.delete(id);
      for (const record of keys) known.set(record.id, record.body);
    },
    isParked: (key) => known.has(idOf(key)),
    drain: async (source, handle, signal) => {
      for (const parked of [...known.values()].filter((one) => one.source === source && one.replay)) {
        while (await empty(parked, handle, signal)) if (await free(parked)) break;
      }
    },
  };
};

type Handle = (delivery: Delivery) => Promise<void>;

const all = async <Body>(records: Records, kind: string, prefix: string): Promise<KeptRecord<Body>[]> => {
  const found: KeptRecord<Body>[] = [];
  for (;;) {
    const after = found.at(-1)?.id;
    const page = await records.list<Body>(kind, { prefix, limit: PAGE, ...(after === undefined ? {} : { after }) });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
};
