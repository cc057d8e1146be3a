import type { VisitRecord } from '@almanac/contracts';
import type { Collection, Documents, DocumentWrite, Entries } from '@almanac/documents';
import { maskedIp } from '@almanac/redirects/cleaning';

/**
 * Data stored for a visit. It is a measurement of a visitor, not a decision of an editor. The log of events would keep
 * it forever, so it has documents of its own that expire (docs/interface/redirection.md §7).
 */
export interface LogRecord extends Omit<VisitRecord, 'at'> {
  /** The id in the interface, counted from 1. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** The number of writes after the first; the version of the document grows with it. */
  readonly writes: number;
  /** The address in the form that lists compare and sort by. */
  readonly sortUrl: string;
}

/** One of the two logs: redirects or 404s. */
export interface AccessLog {
  readonly name: 'log' | '404';
  readonly collection: Collection;
  /** The limit of stored records: the next record replaces the oldest. */
  readonly capacity: number;
}

const collectionNamed = (name: string): Collection => ({
  name,
  projectionVersion: 1,
  indexes: [['number'], ['created'], ['ip'], ['sortUrl'], ['agent'], ['code'], ['method'], ['by']],
  texts: ['url', 'referrer', 'agent', 'domain', 'target', 'ip'],
});

const CAPACITY = 100_000;

export const redirectLog: AccessLog = { name: 'log', collection: collectionNamed('redirect-log'), capacity: CAPACITY };
export const notFoundLog: AccessLog = {
  name: '404',
  collection: collectionNamed('not-found-log'),
  capacity: CAPACITY,
};

export interface LogPorts {
  readonly documents: Documents;
  readonly entries: Entries;
}

const LOG_NUMBERS_KIND = 'log-numbers';
/** A log deletes its oldest records in steps of this part of its bytes. */
const RUNS_PER_LOG = 32;
/** The limit of writes of one record: created, made anonymous twice, deleted. */
const WRITES = 8;
const MAX_SORT_KEY_LENGTH = 200;

/** Consecutive records of a log: the number of the first, and the bytes of all. */
interface RecordRun {
  readonly first: number;
  readonly bytes: number;
}

interface LogNumbers {
  readonly next: number;
  /** The runs whose records are still in the log, oldest first; a log of an older release has none. */
  readonly runs?: readonly RecordRun[];
}

const bytesOf = (records: readonly VisitRecord[]): number =>
  records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0);

/** Returns the runs after records are added, without the oldest runs that exceed the bytes or the number of a log. */
const runsWith = (runs: readonly RecordRun[], added: RecordRun, { maxBytes, oldest }: RunLimits): RecordRun[] => {
  const last = runs.at(-1);
  const isJoined = last !== undefined && last.bytes + added.bytes <= maxBytes / RUNS_PER_LOG;
  const all = isJoined
    ? [...runs.slice(0, -1), { first: last.first, bytes: last.bytes + added.bytes }]
    : [...runs, added];
  let excess = all.reduce((sum, { bytes }) => sum + bytes, -maxBytes);
  const kept = all.findIndex(({ bytes }, place) => {
    const next = all[place + 1];
    if (next === undefined || (excess <= 0 && next.first > oldest)) return true;
    excess -= bytes;
    return false;
  });
  return all.slice(kept);
};

interface RunLimits {
  readonly maxBytes: number;
  /** The lowest number of a record within the log's limit. */
  readonly oldest: number;
}

/** Reserves numbers and bytes for new records. Returns the first number. */
export const takeNumbers = async (
  { entries, visitLogBytes }: LogPorts & { readonly visitLogBytes: number },
  { name, capacity }: AccessLog,
  records: readonly VisitRecord[],
): Promise<number> => {
  for (;;) {
    const known = await entries.get<LogNumbers>(LOG_NUMBERS_KIND, name);
    const { next: first, runs = [{ first: 1, bytes: 0 }] } = known?.body ?? { next: 1 };
    const next = first + records.length;
    const limits = { maxBytes: visitLogBytes, oldest: next - capacity };
    const numbers: LogNumbers = { next, runs: runsWith(runs, { first, bytes: bytesOf(records) }, limits) };
    if (await entries.put(LOG_NUMBERS_KIND, name, numbers, { ifRevision: known?.revision ?? 0 })) return first;
  }
};

/** Returns the lowest number of the records that a log may keep. */
export const oldestNumber = async ({ entries }: LogPorts, { name }: AccessLog): Promise<number> =>
  (await entries.get<LogNumbers>(LOG_NUMBERS_KIND, name))?.body.runs?.at(0)?.first ?? 1;

const write = (log: AccessLog, record: LogRecord, body: LogRecord | null): DocumentWrite => ({
  collection: log.collection,
  id: record.number % log.capacity,
  version: record.number * WRITES + record.writes,
  body,
});

/** Returns the address as far as the settings allow it: 0 none, 1 whole, 2 without its last part. */
export const allowedAddress = (ip: string, mode: number): string => {
  if (mode === 1) return ip;
  return mode === 2 && ip !== '' ? maskedIp(ip) : '';
};

export interface NumberBlock {
  /** The number of the first record (`takeNumbers`). Records added again under the same number are stored once. */
  readonly first: number;
  /** The setting for addresses: 0 none, 1 whole, 2 without the last part. */
  readonly mode: number;
}

/** Adds records in their order. */
export const addRecords = async (
  ports: LogPorts,
  log: AccessLog,
  records: readonly VisitRecord[],
  { first, mode }: NumberBlock,
): Promise<void> => {
  const made = records.map(({ at, ...record }, index): LogRecord => {
    const sortUrl = record.url.toLowerCase().slice(0, MAX_SORT_KEY_LENGTH);
    return { ...record, ip: allowedAddress(record.ip, mode), number: first + index, created: at, writes: 0, sortUrl };
  });
  await ports.documents.write(made.map((record) => write(log, record, record)));
};

/** Deletes records. Newer records that have taken their places stay. */
export const deleteRecords = (ports: LogPorts, log: AccessLog, records: readonly LogRecord[]): Promise<void> =>
  ports.documents.write(records.map((record) => write(log, { ...record, writes: WRITES - 1 }, null)));

/** Reduces the addresses of records to what the settings allow now. */
export const limitAddresses = (
  ports: LogPorts,
  log: AccessLog,
  records: readonly LogRecord[],
  mode: number,
): Promise<void> =>
  ports.documents.write(
    records.map((record) => {
      const limited = { ...record, ip: allowedAddress(record.ip, mode), writes: record.writes + 1 };
      return write(log, limited, limited);
    }),
  );
