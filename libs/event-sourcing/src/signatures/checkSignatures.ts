import { type Commit, type EventStore, hasCode, type NewEvent } from '@almanac/event-store';
import { readChain, redactionOf } from './chain.ts';
import { CHAIN_START, type Link, Signing } from './signing.ts';
import { existingKey, type KeySource } from './signingKey.ts';

/** Delay after which a signature counts as late: the signer was stopped, or signatures were removed. Not a fault. */
const LATE_MS = 3_600_000;

export interface SignatureReport {
  /** The newest signed position, and the mac of its signature; equal for every copy of the log. */
  readonly signed: number;
  readonly head: string;
  /** Number of commits after it. */
  readonly unsigned: number;
  /** Number of commits that were signed more than an hour after they were written. */
  readonly late: number;
  readonly faults: readonly string[];
}

export interface CheckOptions extends KeySource {
  readonly store: EventStore;
}

/**
 * Compares a log with its signatures and describes commits that were changed, removed or inserted since.
 * @throws SecretsKeyMissingError, SecretUnreadableError
 */
export const checkSignatures = async (options: CheckOptions): Promise<SignatureReport> => {
  const faults: string[] = [];
  const key = await existingKey(options);
  let [last, late] = [CHAIN_START, 0];
  if (key !== undefined) {
    const signing = new Signing(options.service, key);
    for await (const link of readChain(options.entries)) {
      if (!signing.follows(last, link)) faults.push(`the signature of positions ${link.from} to ${link.to} is forged`);
      last = link;
      const commits = await signedCommits(options.store, link, faults);
      for (const commit of commits) faults.push(...(await changesOf(options, signing, link, commit)));
      late += commits.filter(({ meta }) => Date.parse(link.at) - Date.parse(meta.at) > LATE_MS).length;
    }
  }
  return { signed: last.to, head: last.mac, unsigned: (await options.store.last()) - last.to, late, faults };
};

const signedCommits = async (
  store: EventStore,
  { from, to, digests }: Link,
  faults: string[],
): Promise<readonly Commit[]> => {
  try {
    const commits = await readAll(store, from - 1, Math.max(1, digests.length));
    const end = from + commits.length;
    if (end <= to) faults.push(`positions ${end} to ${to} were signed and are not there`);
    return commits;
  } catch (error) {
    if (!hasCode(error, 'log-gap')) throw error;
    faults.push(`of the signed positions ${from} to ${to} some are not there`);
    return [];
  }
};

/** Reads a number of commits after a position, or as many as there are; a page of the log may have fewer. */
const readAll = async (store: EventStore, after: number, number: number): Promise<Commit[]> => {
  const commits: Commit[] = [];
  while (commits.length < number) {
    const more = await store.readLog(after + commits.length, number - commits.length);
    if (more.length === 0) break;
    commits.push(...more);
  }
  return commits;
};

const changesOf = async (
  { entries }: CheckOptions,
  signing: Signing,
  { from, digests }: Link,
  commit: Commit,
): Promise<string[]> => {
  const { position, events } = commit;
  if (signing.ofCommit(commit) === digests[position - from]) return [];
  const found: string[] = [];
  const signed = new Map<NewEvent, string>();
  for (const event of events) {
    const redaction = await redactionOf(entries, event);
    const digest = signing.ofData(event);
    const isSigned = redaction?.position === position && signing.isRedaction(event, redaction);
    signed.set(event, isSigned ? redaction.before : digest);
    if (isSigned && redaction.after !== digest)
      found.push(`${event.stream}@${event.version} at position ${position} is not what its erasure made of it`);
  }
  const asSigned = signing.ofCommit(commit, (event) => signed.get(event) ?? '');
  if (asSigned !== digests[position - from]) found.push(`the commit at position ${position} is not what was signed`);
  return found;
};
