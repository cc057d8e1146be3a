import { randomBytes } from 'node:crypto';
import { isSlowHash, slowHash, slowHashLike } from '@almanac/identity';
import { codeHash, sameDigest } from './digests.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';

// A recovery code is valid for years, so its stored hash is slow (docs/interface/login.md §4). The codes of a set
// share a salt, so that verifying a code costs one slow hash and not ten. The input of the slow hash is the keyed hash
// of former releases: their sets can be converted without the codes themselves.

type Ports = Pick<SecondStepPorts, 'kept' | 'secret'>;

const newSalt = (): Buffer => randomBytes(16);

const slowly = async (keyed: readonly string[], salt: Buffer): Promise<string[]> => {
  const hashes = [];
  // one after another: in parallel they would occupy all threads and delay sign-ins
  for (const each of keyed) hashes.push(await slowHash(each, salt));
  return hashes;
};

/** Returns the hashes to store for the codes of a set. */
export const recoveryHashes = (
  { secret }: Pick<Ports, 'secret'>,
  set: string,
  codes: readonly string[],
): Promise<string[]> =>
  slowly(
    codes.map((code) => codeHash(code, set, secret)),
    newSalt(),
  );

/** Returns the index of a code within a set, at the cost of one slow hash; undefined if it is unknown. */
export const indexOfCode = async ({ kept, secret }: Ports, set: string, code: string): Promise<number | undefined> => {
  const hashes = await kept.recoveryHashesOf(set);
  const [first] = hashes;
  if (first === undefined) return undefined;
  const keyed = codeHash(code, set, secret);
  const wanted = isSlowHash(first) ? await slowHashLike(keyed, first) : keyed;
  const found = hashes.map((hash) => sameDigest(hash, wanted)).indexOf(true);
  return found === -1 ? undefined : found;
};

/** Converts keyed hashes of former releases to slow ones; stops at the signal. */
export const slowFormerHashes = async ({ kept }: Pick<Ports, 'kept'>, signal?: AbortSignal): Promise<void> => {
  for (let after = ''; ; ) {
    const sets = await kept.recoverySets(after);
    for (const set of sets) {
      if (signal?.aborted === true) return;
      const { hashes } = set.body;
      if (!hashes.every(isSlowHash)) await kept.replaceRecovery(set, await slowly(hashes, newSalt()));
    }
    const last = sets.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
};
