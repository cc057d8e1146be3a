import type { Entries } from '@almanac/documents';

export interface IdempotencyClaim {
  readonly startedAt: number;
  /** The attempt that claimed it last. */
  readonly by?: string;
}

/** The entry of a request that runs in this process, as last written. */
export interface Claim<Kept extends IdempotencyClaim> {
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
  /** Lease in milliseconds of a claim without renewal. */
  readonly claimedFor: number;
}

export interface Renewal {
  /**
   * Ends the renewals. Resolves to the entry's current revision.
   * The revision is outdated if another process has taken the entry over, or the last renewal's answer was lost.
   */
  end(): Promise<number>;
}

/** Renews the lease of the entry while the request runs, so that the entry of a killed process soon expires. */
export const renewClaim = <Kept extends IdempotencyClaim>(
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
    // renewed by an earlier write whose answer was lost
    if (entry?.body.by === kept.by && entry !== undefined) revision = entry.revision;
    else clearInterval(timer);
  };
  const timer = setInterval(() => {
    // retries in the next turn if the store does not answer; the request itself reports the error
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
