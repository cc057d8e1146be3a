import type { ResourceSchema, Words } from '@almanac/rest';
import { renderedText, resourceSchema, shown } from '../schemas.ts';

const dateTime = { format: 'date-time' } as const;

const properties: Readonly<Record<string, Words>> = {
  author: shown('integer', 'vem'),
  date: shown(['string', 'null'], 'vem', dateTime),
  date_gmt: shown(['string', 'null'], 've', dateTime),
  guid: shown('object', 've', renderedText),
  id: shown('integer', 'vem'),
  modified: shown('string', 've', dateTime),
  modified_gmt: shown('string', 've', dateTime),
  parent: shown('integer', 'vem'),
  slug: shown('string', 'vem'),
  title: shown('object', 'vem', renderedText),
  content: shown('object', 've', renderedText),
  excerpt: shown('object', 'vem', renderedText),
  meta: shown('object', 've'),
};

/** The published schema of revisions (docs/interface/core-revisions.md §2). */
export const revisionSchema: ResourceSchema = resourceSchema('post-revision', properties);

/** That of autosaves, which have a preview. */
export const autosaveSchema: ResourceSchema = resourceSchema('post-revision', {
  ...properties,
  preview_link: shown('string', 'e', { format: 'uri' }),
});
