import type { ErasureDeclaration, StoreErasure } from '@almanac/service';

const nothing = (because: string): StoreErasure => ({ does: 'nothing', because });

/** What `npm run ops -- erase` does to what translation keeps (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: {
    translator: nothing('it is a number and languages'),
  },
  collections: {
    translators: nothing('it is a fold of streams that hold nothing personal'),
    'user-copies': { does: 'tells', event: 'core.erased.v1' },
  },
  entries: {},
  topic: nothing('published events carry ids and digests'),
};
