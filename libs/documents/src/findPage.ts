import type { Collection, Documents, Query } from './documents.ts';

/** A part of a list. */
interface ReadPart {
  readonly limit: number;
  readonly offset: number;
  /** The number of records in it. */
  readonly found: number;
}

/** Returns the number of all records of a list if a part shows it: one that is not full is the last. */
export const totalByPart = ({ limit, offset, found }: ReadPart): number | undefined =>
  found < limit && (found > 0 || offset === 0) ? offset + found : undefined;

/** A page of a list. */
export interface FoundPage<Body> {
  readonly found: Body[];
  /** The number of matching documents, those of other pages included. */
  readonly total: number;
}

/** Returns a page of matching documents and their number, which is counted only if the page may not be the last. */
export const findPage = async <Body>(
  documents: Pick<Documents, 'find' | 'count'>,
  collection: Collection,
  query: Query & { readonly limit: number },
): Promise<FoundPage<Body>> => {
  const { filter, limit, offset = 0 } = query;
  const found = await documents.find<Body>(collection, query);
  const shown = totalByPart({ limit, offset, found: found.length });
  return { found, total: shown ?? (await documents.count(collection, filter)) };
};
