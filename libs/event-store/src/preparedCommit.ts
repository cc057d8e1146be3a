import { createRequire } from 'node:module';
import { CommitTooLargeError, UnserialisableError, UnstorableError } from './errors.ts';
import { keysOf, type NewCommit, type NewEvent } from './eventStore.ts';
import { unstorableIn } from './unstorable.ts';

const require = createRequire(import.meta.url);
/** Loads the package at the first large commit. */
const bson = (): typeof import('bson') => require('bson');

/** The default limit of a commit, safely below the 16 MiB of a MongoDB document. */
const COMMIT_BYTES = 15 * 1_024 * 1_024;

/** A checked commit that may join a batch. */
export interface PreparedCommit {
  readonly commit: NewCommit;
  /** Its keys except those of its events: `once/…`. */
  readonly names: readonly string[];
  /** `{ events, meta, once? }` as JSON. */
  readonly json: string;
}

/**
 * Checks a commit by itself before anything is sent, so that an invalid one fails alone.
 * @param limit maximum bytes, as JSON and as BSON
 * @throws UnserialisableError, UnstorableError, CommitTooLargeError
 */
export const prepareCommit = (commit: NewCommit, limit = COMMIT_BYTES): PreparedCommit => {
  checkVersions(commit.events);
  checkData(commit.events);
  const names = namesOf(commit);
  const json = stringify(commit);
  checkSize(commit, json, limit);
  return { commit, names, json };
};

/**
 * Maximum growth from JSON to BSON, in bytes a character: a list of small numbers takes two characters each in JSON; in
 * BSON every element has its index as a name, up to 14 bytes.
 */
const MAX_BYTES_PER_CODE_UNIT = 8;

/** Maximum bytes that a value takes more in BSON than in JSON: its type, its index as a name, and 8 bytes of a number. */
const MAX_GROWTH_OF_VALUE = 24;

const valuesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((sum: number, member) => sum + valuesIn(member), 1);

/** True if a commit is surely small enough, as found without converting it to BSON. */
const isSmall = (commit: NewCommit, json: string, limit: number): boolean => {
  if (json.length * MAX_BYTES_PER_CODE_UNIT <= limit) return true;
  const keys = keysOf(commit);
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(keys));
  return bytes + valuesIn({ commit, keys }) * MAX_GROWTH_OF_VALUE <= limit;
};

/** Checks the size of a commit; small ones are not measured. */
const checkSize = (commit: NewCommit, json: string, limit: number): void => {
  if (isSmall(commit, json, limit)) return;
  const { events, meta }: NewCommit = JSON.parse(json);
  const size = bson().calculateObjectSize({ _id: Number.MAX_SAFE_INTEGER, keys: keysOf(commit), events, meta });
  const bytes = Math.max(Buffer.byteLength(json), size);
  if (bytes > limit) throw new CommitTooLargeError(bytes, limit);
};

const stringify = ({ events, meta, once = [] }: NewCommit): string => {
  const stored = events.map(({ stream, version, type, schema, data }) => ({ stream, version, type, schema, data }));
  return JSON.stringify(once.length === 0 ? { events: stored, meta } : { events: stored, meta, once });
};

const namesOf = ({ meta, once = [] }: NewCommit): string[] => {
  if (once.length === 0) return [`once/${meta.id}`];
  const names = [meta.id, ...once].map((name) => `once/${name}`);
  if (new Set(names).size !== names.length) throw new UnserialisableError('the commit holds a key twice');
  return names;
};

/** Checks that a stream's versions are consecutive within a commit: no duplicate key, and no gap. */
const checkVersions = (events: readonly NewEvent[]): void => {
  const next = new Map<string, number>();
  for (const { stream, version } of events) {
    if (!Number.isSafeInteger(version) || version < 1 || version !== (next.get(stream) ?? version))
      throw new UnserialisableError(`${stream}@${version} does not follow what the commit has before it`);
    next.set(stream, version + 1);
  }
};

const checkData = (events: readonly NewEvent[]): void => {
  for (const event of events) {
    const flaw = flawOf(event.data);
    if (flaw !== undefined) throw new UnserialisableError(`JSON cannot say it: ${event.type}${flaw}`);
    const unstorable = unstorableIn(event.data);
    if (unstorable !== undefined) throw new UnstorableError(`no store keeps it: ${event.type}${unstorable}`);
  }
};

const MAX_DEPTH = 500;

/** Describes a value that JSON would drop, change or refuse. Undefined members are left out, as JSON does. */
const flawOf = (value: unknown, depth = 0): string | undefined => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return undefined;
  if (typeof value !== 'object') return ` is ${String(value)}`;
  if (depth > MAX_DEPTH) return ' is nested too deeply, or holds itself';
  if (Array.isArray(value)) return flawOfList(value, depth);
  return !isPlain(value) ? ' is of a class' : flawOfMembers(value, depth);
};

const flawOfList = (list: readonly unknown[], depth: number): string | undefined => {
  for (let index = 0; index < list.length; index++) {
    const flaw = flawOf(list[index], depth + 1);
    if (flaw !== undefined) return `[${index}]${flaw}`;
  }
  return undefined;
};

const flawOfMembers = (members: Readonly<Record<string, unknown>>, depth: number): string | undefined => {
  for (const name of Object.keys(members)) {
    if (members[name] === undefined) continue;
    const flaw = flawOf(members[name], depth + 1);
    if (flaw !== undefined) return `.${name}${flaw}`;
  }
  return undefined;
};

/** True for a plain object, recognised by shape so that an object of another realm passes too. */
const isPlain = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};
