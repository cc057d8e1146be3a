import type { ResourceSchema, Words } from '@almanac/rest';
import { readOnly, renderedText, resourceSchema } from '../schemas.ts';

const dateTime = { format: 'date-time' } as const;

const properties: Readonly<Record<string, Words>> = {
  author: readOnly('integer', 'vem'),
  date: readOnly(['string', 'null'], 'vem', dateTime),
  date_gmt: readOnly(['string', 'null'], 've', dateTime),
  guid: readOnly('object', 've', renderedText),
  id: readOnly('integer', 'vem'),
  modified: readOnly('string', 've', dateTime),
  modified_gmt: readOnly('string', 've', dateTime),
  parent: readOnly('integer', 'vem'),
  slug: readOnly('string', 'vem'),
  title: readOnly('object', 'vem', renderedText),
  content: readOnly('object', 've', renderedText),
  excerpt: readOnly('object', 'vem', renderedText),
  meta: readOnly('object', 've'),
};

/** The published schema of revisions (docs/interface/core-revisions.md §2). */
export const revisionSchema: ResourceSchema = resourceSchema('post-revision', properties);

/** The schema of autosaves, which have a preview. */
export const autosaveSchema: ResourceSchema = resourceSchema('post-revision', {
  ...properties,
  preview_link: readOnly('string', 'e', { format: 'uri' }),
});
