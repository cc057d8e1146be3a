import type { Entries } from '@almanac/documents';

const KIND = 'rebuild-running';
/** All processes of a service claim the same entry. */
const ID = 'one';
/** A claim that was not kept for this long is over, ms. */
const CLAIMED_FOR = 15_000;

interface ClaimedRebuild {
  readonly id: string;
}

type Store = { readonly entries: Entries; readonly now: () => Date };

/** The right to make the documents of a service anew: one process has it at a time, as long as it keeps it. */
export class RebuildClaim {
  readonly #store: Store;
  readonly #rebuild: ClaimedRebuild;

  private constructor(store: Store, id: string) {
    this.#store = store;
    this.#rebuild = { id };
  }

  /** Undefined while another rebuild has it. @param id of the rebuild that wants it */
  static async take(store: Store, id: string): Promise<RebuildClaim | undefined> {
    const claim = new RebuildClaim(store, id);
    return (await claim.#insert()) ? claim : undefined;
  }

  /** The id of the rebuild that has it. */
  static async holder({ entries }: Store): Promise<string | undefined> {
    return (await entries.get<ClaimedRebuild>(KIND, ID))?.body.id;
  }

  /** Keeps it for another while; false once another rebuild has it, since this process was paused for too long. */
  async keep(): Promise<boolean> {
    const { entries } = this.#store;
    const held = await entries.get<ClaimedRebuild>(KIND, ID);
    if (held === undefined) return this.#insert();
    if (held.body.id !== this.#rebuild.id) return false;
    return entries.put(KIND, ID, this.#rebuild, { expiresAt: this.#until(), ifRevision: held.revision });
  }

  async give(): Promise<void> {
    const { entries } = this.#store;
    const held = await entries.get<ClaimedRebuild>(KIND, ID);
    if (held?.body.id === this.#rebuild.id) await entries.delete(KIND, ID, { ifRevision: held.revision });
  }

  #insert(): Promise<boolean> {
    return this.#store.entries.insert(KIND, ID, this.#rebuild, { expiresAt: this.#until() });
  }

  #until(): number {
    return this.#store.now().getTime() + CLAIMED_FOR;
  }
}
