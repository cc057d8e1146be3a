import type { Collection, Documents, DocumentWrite } from '../documents.ts';
import type { NaiveDocument } from './naiveQuery.ts';

interface DocumentsUnderTest {
  readonly documents: Documents;
  dispose(): Promise<void>;
}

/** Opens documents on an empty store. */
export type Make = (collections: readonly Collection[]) => Promise<DocumentsUnderTest>;

/** Returns writes of the first versions of documents. */
export const writesOf = (collection: Collection, documents: readonly NaiveDocument[]): DocumentWrite[] =>
  documents.map(({ id, body }) => ({ collection, id, version: 1, body }));

/** Differences of the MongoDB stand-in from MongoDB. */
export interface Limits {
  /** Texts are compared by UTF-16 units: letters beyond U+FFFF come before those from U+E000 on. */
  readonly utf16Order?: boolean;
  /** Entries never expire. */
  readonly lasting?: boolean;
}
