import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Entries } from '@almanac/documents';

const REBUILD_CLAIM_KIND = 'rebuild-running';
/** All processes of a service claim the same entry. */
const ID = 'one';
/** Lease of a claim in milliseconds. */
const CLAIMED_FOR = 15_000;

interface ClaimedRebuild {
  readonly id: string;
}

type Store = { readonly entries: Entries; readonly now: () => Date };

/** A lease on rebuilding the documents of a service: one process holds it at a time, as long as it renews it. */
export class RebuildClaim {
  readonly #store: Store;
  readonly #rebuild: ClaimedRebuild;

  private constructor(store: Store, id: string) {
    this.#store = store;
    this.#rebuild = { id };
  }

  /**
   * Takes the lease; undefined while another rebuild holds it.
   * @param id of the new rebuild
   */
  static async take(store: Store, id: string): Promise<RebuildClaim | undefined> {
    const claim = new RebuildClaim(store, id);
    return (await claim.#insert()) ? claim : undefined;
  }

  /** Returns the id of the rebuild that holds the lease. */
  static async holder({ entries }: Store): Promise<string | undefined> {
    return (await entries.get<ClaimedRebuild>(REBUILD_CLAIM_KIND, ID))?.body.id;
  }

  /** Renews the lease; false if another rebuild has taken it, because this process was paused for too long. */
  async keep(): Promise<boolean> {
    const { entries } = this.#store;
    const held = await entries.get<ClaimedRebuild>(REBUILD_CLAIM_KIND, ID);
    if (held === undefined) return this.#insert();
    if (held.body.id !== this.#rebuild.id) return false;
    return entries.put(REBUILD_CLAIM_KIND, ID, this.#rebuild, { expiresAt: this.#until(), ifRevision: held.revision });
  }

  async give(): Promise<void> {
    const { entries } = this.#store;
    const held = await entries.get<ClaimedRebuild>(REBUILD_CLAIM_KIND, ID);
    if (held?.body.id === this.#rebuild.id) await entries.delete(REBUILD_CLAIM_KIND, ID, { ifRevision: held.revision });
  }

  #insert(): Promise<boolean> {
    return this.#store.entries.insert(REBUILD_CLAIM_KIND, ID, this.#rebuild, { expiresAt: this.#until() });
  }

  #until(): number {
    return this.#store.now().getTime() + CLAIMED_FOR;
  }
}

/** Milliseconds between two tries to take a claim, and between two renewals. */
const [RETRY_MS, RENEW_MS] = [250, 5_000];

/**
 * Runs the work of a command while it holds the claim of a service; waits for another holder.
 * @param onWait called once if it has to wait
 */
export const whileRebuilding = async <Result>(
  entries: Entries,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> => {
  const store = { entries, now: () => new Date() };
  const id = `command-${randomUUID()}`;
  let claim = await RebuildClaim.take(store, id);
  if (claim === undefined) onWait();
  for (; claim === undefined; claim = await RebuildClaim.take(store, id)) await pause(RETRY_MS);
  const held = claim;
  // a failed renewal is tried again before the lease ends
  const renewal = setInterval(() => void held.keep().catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await held.give();
  }
};
