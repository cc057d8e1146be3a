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
/** The limit of writes of one record: created, made anonymous twice, deleted. */
const WRITES = 8;
const MAX_SORT_KEY_LENGTH = 200;

/** Reserves that many numbers for new records. Returns the first. */
export const takeNumbers = async ({ entries }: LogPorts, { name }: AccessLog, count: number): Promise<number> => {
  for (;;) {
    const known = await entries.get<{ readonly next: number }>(LOG_NUMBERS_KIND, name);
    const next = known?.body.next ?? 1;
    const ifRevision = known?.revision ?? 0;
    if (await entries.put(LOG_NUMBERS_KIND, name, { next: next + count }, { ifRevision })) return next;
  }
};

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
