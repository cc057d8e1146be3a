import type { ErasureDeclaration } from '@almanac/service';

/** What `npm run ops -- erase` does to what the guest book keeps. */
export const erasure: ErasureDeclaration = {
  categories: { signature: { does: 'nothing', because: 'it is public content, which names its author by id' } },
  collections: {
    signatures: { does: 'nothing', because: 'they are folds of signatures' },
    'guestbook-authors': { does: 'tells', event: 'core.erased.v1' },
  },
  entries: {},
  topic: { does: 'nothing', because: 'it carries ids alone' },
};
