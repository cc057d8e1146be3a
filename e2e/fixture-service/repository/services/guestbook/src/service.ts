import type { Collection } from '@almanac/documents';
import { collectionsOf, type Registration } from '@almanac/event-sourcing';
import type { ErasureDeclaration } from '@almanac/service';
import { authors, signatureRegistration } from './signatures/signature.ts';

/** Every aggregate of the guest book with its documents. */
export const registrations: readonly Registration[] = [signatureRegistration];

/** Every collection that it keeps, that of copies included. */
export const collections: readonly Collection[] = [...collectionsOf(registrations), authors];

/** Declares how `npm run ops -- erase` removes the guest book's personal data. */
export const erasure: ErasureDeclaration = {
  categories: { signature: { does: 'nothing', because: 'it is public content, which names its author by id' } },
  collections: {
    signatures: { does: 'nothing', because: 'they are folds of signatures' },
    'guestbook-authors': { does: 'tells', event: 'core.erased.v1' },
  },
  entries: {},
  topic: { does: 'nothing', because: 'it carries ids alone' },
};
