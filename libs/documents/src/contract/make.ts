import type { Collection, Documents, DocumentWrite } from '../documents.ts';
import type { NaiveDocument } from './naiveQuery.ts';

export interface Made {
  readonly documents: Documents;
  dispose(): Promise<void>;
}

/** Opens documents over an empty store of their own. */
export type Make = (collections: readonly Collection[]) => Promise<Made>;

/** First versions of documents. */
export const writesOf = (collection: Collection, documents: readonly NaiveDocument[]): DocumentWrite[] =>
  documents.map(({ id, body }) => ({ collection, id, version: 1, body }));
