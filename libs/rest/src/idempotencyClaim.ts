import type { Entries } from '@almanac/documents';

export interface Claimed {
  readonly startedAt: number;
  /** The try that claimed it last. */
  readonly by?: string;
}

/** The entry of a request that runs in this process, as it was last written. */
export interface Claim<Kept extends Claimed> {
  readonly kind: string;
  readonly id: string;
  readonly kept: Kept;
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface ClaimPorts {
  readonly entries: Entries;
  readonly now: () => Date;
  /** Milliseconds that a claim holds without being renewed. */
  readonly claimedFor: number;
}

export interface Renewal {
  /**
   * Ends the renewing; resolves to the entry's present revision, unless another process has taken the entry over, or the
   * answer to the last renewal was lost.
   */
  end(): Promise<number>;
}

/** Renews the entry while the request runs, so that the entry of a process that was killed soon counts as abandoned. */
export const renewClaim = <Kept extends Claimed>(
  { entries, now, claimedFor }: ClaimPorts,
  { kind, id, kept, expiresAt, ...claim }: Claim<Kept>,
): Renewal => {
  let { revision } = claim;
  let renewing = Promise.resolve();

  const renew = async (): Promise<void> => {
    const running = { ...kept, startedAt: now().getTime() };
    if (await entries.put(kind, id, running, { expiresAt, ifRevision: revision })) {
      revision++;
      return;
    }
    const entry = await entries.get<Kept>(kind, id);
    // renewed before, by a write whose answer was lost
    if (entry?.body.by === kept.by && entry !== undefined) revision = entry.revision;
    else clearInterval(timer);
  };
  const timer = setInterval(() => {
    // a store that does not answer now is asked again at the next turn; the request itself reports the error
    renewing = renewing.then(renew).catch(() => undefined);
  }, claimedFor / 3);
  timer.unref();

  return {
    end: async () => {
      clearInterval(timer);
      await renewing;
      return revision;
    },
  };
};
