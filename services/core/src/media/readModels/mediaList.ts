import type { Documents } from '@almanac/documents';
import { type ListQuery, type Ordering, orderedPage } from '../../posts/readModels/orderedPage.ts';
import { orderFields } from '../../posts/readModels/postList.ts';
import { type Medium, media } from '../medium.ts';

/** The columns of a search by the names that posts and media use for them. */
export const columns = { title: 'title', excerpt: 'caption', content: 'description' } as const;

const ordering: Ordering = { collection: media, fields: { ...orderFields, parent: 'parent' }, columns };

/** The media of a page, in its order. */
export const pageOfMedia = (documents: Documents, query: ListQuery): Promise<Medium[]> =>
  orderedPage<Medium>(documents, ordering, query);

/** Those that are there. */
export const mediaById = (documents: Documents, ids: readonly number[]): Promise<Medium[]> =>
  documents.getMany<Medium>(media, [...new Set(ids)]);

/** A medium that is there; undefined otherwise. */
export const mediumById = async (documents: Documents, id: number): Promise<Medium | undefined> =>
  (await mediaById(documents, [id]))[0];

/** The medium to which a file belongs, itself or a version of it. */
export const mediumWithFile = async (documents: Documents, path: string): Promise<Medium | undefined> =>
  (await documents.find<Medium>(media, { filter: { field: 'paths', contains: [path] }, limit: 1 }))[0];
