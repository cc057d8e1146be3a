import type { Entries } from '@almanac/documents';

/** A record kept of a request that runs here, as it was last written. */
export interface Claim<Kept extends { readonly startedAt: number }> {
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
  /** Ends it; resolves to the revision that the record now has, unless another process has taken it over. */
  end(): Promise<number>;
}

/** Says again and again that the request still runs, so that a process that was killed is soon known by its silence. */
export const renewClaim = <Kept extends { readonly startedAt: number }>(
  { entries, now, claimedFor }: ClaimPorts,
  { kind, id, kept, expiresAt, ...claim }: Claim<Kept>,
): Renewal => {
  let { revision } = claim;
  let renewing = Promise.resolve();

  const renew = async (): Promise<void> => {
    const running = { ...kept, startedAt: now().getTime() };
    const held = await entries.put(kind, id, running, { expiresAt, ifRevision: revision });
    if (held) revision++;
    else clearInterval(timer);
  };
  const timer = setInterval(() => {
    // a store that cannot be asked just now is asked at the next turn; the request itself tells of it
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
