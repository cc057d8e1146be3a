/** The effect of `npm run ops -- erase` on one store of a service (docs/architecture.md §2, Erasure). */
export type StoreErasure =
  /** Replaces personal data in stored events, as the registration's `erasure` declares. */
  | { readonly does: 'redacts' }
  /** Rebuilds the documents from the log, which then contains no personal data. */
  | { readonly does: 'folds again' }
  /** Drops the service's copies when this integration event arrives. */
  | { readonly does: 'tells'; readonly event: string }
  /** Destroys the key of the person. */
  | { readonly does: 'destroys' }
  /** Nothing to do: personal data is encrypted with the person's key, which is destroyed (docs/adr/0050). */
  | { readonly does: 'loses its key' }
  /** Nothing, with the reason why no personal data remains. */
  | { readonly does: 'nothing'; readonly because: string };

/** The erasure of each store of a service, by the stores' names. */
export interface ErasureDeclaration {
  /** Categories of streams: one for each aggregate. */
  readonly categories: Readonly<Record<string, StoreErasure>>;
  readonly collections: Readonly<Record<string, StoreErasure>>;
  /** Kinds of entries of the service itself; `sharedErasure` has those of libraries. */
  readonly entries: Readonly<Record<string, StoreErasure>>;
  /** Its published events, which remain as long as the topic. */
  readonly topic: StoreErasure;
}

/** Declares that an erasure changes nothing in a store. */
export const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });

/** The stores that libraries use in every service. */
export const sharedErasure: Omit<ErasureDeclaration, 'topic'> & { readonly counters: StoreErasure } = {
  categories: { claim: nothing('names of users are claimed by a keyed hash, all others are public') },
  collections: { claims: nothing('they are folds of claims') },
  entries: {
    checkpoint: nothing('it is a position'),
    effect: nothing('an outside effect holds ids; its handler reads the rest where it is kept'),
    'effect-added': nothing('an outside effect holds ids; its handler reads the rest where it is kept'),
    'effect-given-up': nothing('it is kept without its data, for 30 days'),
    examined: nothing('it is written to be deleted, and names nobody'),
    idempotency: nothing('a kept answer is gone after a day'),
    lease: nothing('it names a process'),
    'restore-of': nothing('they are positions'),
    'number-block': nothing('it is a number'),
    'log-redaction': nothing('it holds digests under a key'),
    'log-signature': nothing('it holds digests under a key'),
    // published events as in topics, and outside effects, which contain ids
    parked: { does: 'loses its key' },
    'person-key': { does: 'destroys' },
    'parked-key': nothing('it is the name of a stream'),
    rebuild: nothing('it is a position'),
    'rebuild-running': nothing('it is the name of a rebuild'),
    projector: nothing('it is a position'),
    resend: nothing('it is two positions'),
    restore: nothing('it is a position'),
    secret: nothing('it is encrypted, and its service deletes it with its subject'),
    'site-settings': nothing('settings are of the site'),
    'translation-rules': nothing('rules are of the site'),
  },
  counters: nothing('who is counted is a keyed hash, and a count is gone when its time is over'),
};
