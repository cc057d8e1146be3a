import type { Documents } from '@almanac/documents';
import type { Commit, EventStore } from '@almanac/event-store';
import type { Registration } from './registration.ts';
import { indexRegistrations } from './registrationIndex.ts';
import { Replay } from './replay.ts';

export interface FindWithDocumentsOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly registrations: readonly Registration[];
}

/** Size of the stream cache: few commits have more events, and the memory is reserved at once. */
const STREAMS = 200;

/**
 * Finds a commit by its id, as the store does, and updates its documents first. A crash between append and fold leaves
 * the documents to the projector, which may not have written them yet.
 */
export const findWithDocuments = ({ store, documents, registrations }: FindWithDocumentsOptions) => {
  const index = indexRegistrations(registrations);
  return async (id: string): Promise<Commit | undefined> => {
    const commit = await store.findCommit(id);
    if (commit !== undefined)
      await documents.write(await new Replay(store, index, { remembered: STREAMS }).documentsOf([commit]));
    return commit;
  };
};
