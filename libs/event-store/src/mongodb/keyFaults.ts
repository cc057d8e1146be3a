import { type Commit, keysOf } from '../eventStore.ts';
import type { LogWire } from './logWire.ts';

const PAGE = 500;

/**
 * Compares keys with the log. Each commit must have the keys of its events and its id, and the index of keys must find
 * them at that commit.
 */
export async function* keyFaults(
  readLog: (after: number, limit: number) => Promise<readonly Commit[]>,
  holding: LogWire['holding'],
  last: number,
): AsyncGenerator<string> {
  for (let position = 0; position < last; ) {
    const commits = await readLog(position, Math.min(PAGE, last - position));
    const needed = commits.flatMap(neededOf);
    const found = await holding(needed.map(({ key }) => key));
    const held = new Map(found.flatMap(({ _id, keys }) => keys.map((key) => [key, _id])));
    for (const each of needed) if (held.get(each.key) !== each.position) yield missing(each, held.get(each.key));
    position = commits.at(-1)?.position ?? last;
  }
}

interface NeededKey {
  readonly key: string;
  readonly position: number;
}

/** Returns the keys that a commit has or should have. */
const neededOf = (commit: Commit): NeededKey[] =>
  [...new Set([...commit.keys, ...keysOf(commit)])].map((key) => ({ key, position: commit.position }));

const missing = ({ key, position }: NeededKey, found: number | undefined): string =>
  `the key ${key} of position ${position} ${found === undefined ? 'is missing' : `stands at position ${found}`}`;
