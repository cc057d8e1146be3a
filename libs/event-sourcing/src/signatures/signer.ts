import { setImmediate as breathe } from 'node:timers/promises';
import { type Commit, type EventStore, hasCode, type NewEvent, type Redaction } from '@almanac/event-store';
import { LogContradictedError } from '../errors.ts';
import { addLink, keepRedaction, macAt, newestLink, redactionOf } from './chain.ts';
import { type Link, Signing } from './signing.ts';
import { type KeySource, signingKey } from './signingKey.ts';

/** Maximum number of commits under one signature. */
const BATCH_SIZE = 100;
/** Milliseconds of work before the event loop is yielded to: an event may have a text of megabytes. */
const TURN_MS = 10;

/**
 * Milliseconds between two runs of the signer, and those for the last run when the process stops. The next start signs
 * the rest.
 */
export const SIGNING_TIMES = { rest: 1_000, last: 2_000 } as const;

export interface SignerOptions extends KeySource {
  readonly store: EventStore;
  readonly now: () => Date;
}

/**
 * Signs a log behind its appends, each signature over all before it (docs/adr/0031). Several concurrent signers do no
 * harm: each place in the chain is taken once.
 */
export interface Signer {
  /**
   * Signs the log to its end, or until the signal; returns the reached position.
   * @throws LogContradictedError if signatures or commits that this process has read are missing;
   * SecretsKeyMissingError
   */
  catchUp(signal?: AbortSignal): Promise<number>;
  /** Returns the number of unsigned commits. */
  lag(): Promise<number>;
  /**
   * Replaces data in the log, as `EventStore.redact` does, and signs the replacement. After an interruption it can be
   * called again. @throws SecretsKeyMissingError for a signed log
   */
  redact(redactions: readonly Redaction[]): Promise<void>;
}

export const createSigner = (options: SignerOptions): Signer => {
  const { service, store, entries, now } = options;
  let made: Signing | undefined;
  let seen: Link | undefined;

  const signing = async (): Promise<Signing> => {
    made ??= new Signing(service, await signingKey(options));
    return made;
  };

  /**
   * Refuses a lost signature. If it cannot be inserted again, it is there and a new primary only does not show it yet;
   * if it can, it was removed.
   */
  const refuseLoss = async (link: Link): Promise<false> => {
    if (!(await addLink(entries, link)) && (await macAt(entries, link.n)) === undefined) return false;
    throw new LogContradictedError('the signer', link.to);
  };

  /** Signs the next commits; false at the log's end. */
  const signNext = async (): Promise<boolean> => {
    if (seen !== undefined && (await macAt(entries, seen.n)) !== seen.mac) return refuseLoss(seen);
    const last = await newestLink(entries);
    const commits = await store.readLog(last.to, BATCH_SIZE);
    if (commits.length === 0) {
      if ((await store.last()) < last.to && (await store.commitAt(last.to)) === undefined)
        throw new LogContradictedError('the signer', last.to);
      return false;
    }
    const next = (await signing()).next(last, await digestsOf(await signing(), commits), now());
    if (await addLink(entries, next)) seen = next;
    return true;
  };

  const catchUp = async (signal?: AbortSignal): Promise<number> => {
    while (signal?.aborted !== true && (await signNext())) await breathe();
    return (await newestLink(entries)).to;
  };

  const sign = async ({ position, ...event }: Redaction): Promise<void> => {
    const [commit] = await store.readLog(position - 1, 1);
    const stored = commit?.events.find(({ stream, version }) => stream === event.stream && version === event.version);
    if (stored === undefined) return;
    const known = await redactionOf(entries, event);
    const keyed = await signing();
    const before = known !== undefined && keyed.isRedaction(event, known) ? known.before : keyed.ofData(stored);
    const after = keyed.ofData({ ...stored, data: event.data });
    await keepRedaction(entries, event, keyed.redaction(event, { position, at: now().toISOString(), before, after }));
  };

  return {
    catchUp,
    lag: async () => (await store.last()) - (await newestLink(entries)).to,
    redact: async (redactions) => {
      // otherwise unsigned commits would be signed with their new data
      if (await isSigned(catchUp, options)) for (const redaction of redactions) await sign(redaction);
      await store.redact(redactions);
    },
  };
};

/** Begins in a turn of its own: reading the commits may have taken as long. */
const digestsOf = async (signing: Signing, commits: readonly Commit[]): Promise<string[]> => {
  const digests: string[] = [];
  await breathe();
  let begun = performance.now();
  for (const commit of commits) {
    const ofData = new Map<NewEvent, string>();
    for (const event of commit.events) {
      ofData.set(event, signing.ofData(event));
      if (performance.now() - begun < TURN_MS) continue;
      await breathe();
      begun = performance.now();
    }
    digests.push(signing.ofCommit(commit, (event) => ofData.get(event) ?? signing.ofData(event)));
  }
  return digests;
};

/** Signs to the end. False for a log without signatures if the site has no key for secrets. */
const isSigned = async (catchUp: Signer['catchUp'], { entries }: SignerOptions): Promise<boolean> => {
  try {
    await catchUp();
    return true;
  } catch (error) {
    if (hasCode(error, 'secrets-key-missing') && (await newestLink(entries)).n === 0) return false;
    throw error;
  }
};
