import type { Documents } from '@almanac/documents';
import { type ListQuery, type Ordering, orderedPage } from '../../posts/readModels/orderedPage.ts';
import { orderFields } from '../../posts/readModels/postList.ts';
import { type Medium, media } from '../medium.ts';

/** Columns of a search, by the names that posts use for them. */
export const columns = { title: 'title', excerpt: 'caption', content: 'description' } as const;

const ordering: Ordering = { collection: media, fields: { ...orderFields, parent: 'parent' }, columns };

/** Returns the media of a page, in the requested order. */
export const pageOfMedia = (documents: Documents, query: ListQuery): Promise<Medium[]> =>
  orderedPage<Medium>(documents, ordering, query);

/** Returns the existing media with these ids. */
export const mediaById = (documents: Documents, ids: readonly number[]): Promise<Medium[]> =>
  documents.getMany<Medium>(media, [...new Set(ids)]);

/** Returns a medium; undefined if it is missing. */
export const mediumById = async (documents: Documents, id: number): Promise<Medium | undefined> =>
  (await mediaById(documents, [id]))[0];

/** Returns the medium that a file belongs to, as original or rendition. */
export const mediumWithFile = async (documents: Documents, path: string): Promise<Medium | undefined> =>
  (await documents.find<Medium>(media, { filter: { field: 'paths', contains: [path] }, limit: 1 }))[0];
