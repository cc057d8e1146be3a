import { metaSchema } from '@almanac/content-model';
import {
  address,
  deleted,
  moment,
  pagesOfRecords,
  readOnly,
  recordSchema,
  renderedText,
  type SchemaMember,
} from '@almanac/rest';
import { z } from 'zod';

const members: Readonly<Record<string, SchemaMember>> = {
  author: readOnly(z.int(), 'vem'),
  date: readOnly(moment.nullable(), 'vem'),
  date_gmt: readOnly(moment.nullable(), 've'),
  guid: readOnly(renderedText, 've'),
  id: readOnly(z.int(), 'vem'),
  modified: readOnly(moment, 've'),
  modified_gmt: readOnly(moment, 've'),
  parent: readOnly(z.int(), 'vem'),
  slug: readOnly(z.string(), 'vem'),
  title: readOnly(renderedText, 'vem'),
  content: readOnly(renderedText, 've'),
  excerpt: readOnly(renderedText, 'vem'),
  meta: { ...readOnly(z.looseObject({}), 've'), schema: metaSchema },
};

/** Revisions (docs/interface/core-revisions.md §2). */
export const revisionSchema = recordSchema('post-revision', members, { id: 'Revision' });

/** Autosaves; unlike revisions they have a preview link. */
export const autosaveSchema = recordSchema(
  'post-revision',
  { ...members, preview_link: readOnly(address, 'e') },
  { id: 'Autosave' },
);

const revision = revisionSchema.answered;
const autosave = autosaveSchema.answered;
const mayNotRead = ['rest_cannot_read'];
const missing = ['rest_post_invalid_parent', 'rest_post_invalid_id', 'rest_revision_parent_id_mismatch'];

/** Answers of the revision and autosave routes, in addition to the errors common to every route. */
export const revisionAnswers = {
  list: {
    200: pagesOfRecords(revision),
    400: [
      'rest_no_search_term_defined',
      'rest_orderby_include_missing_include',
      'rest_revision_invalid_page_number',
      'rest_revision_invalid_offset_number',
    ],
    401: mayNotRead,
    403: mayNotRead,
    404: missing,
  },
  read: { 200: revision, 401: mayNotRead, 403: mayNotRead, 404: missing },
  remove: {
    200: deleted(revision),
    401: ['rest_cannot_delete'],
    403: ['rest_cannot_delete'],
    404: missing,
    501: ['rest_trash_not_supported'],
  },
  listAutosaves: { 200: z.array(autosave), 401: mayNotRead, 403: mayNotRead, 404: missing },
  saveAutosave: {
    200: autosave,
    400: [
      'rest_invalid_field',
      'rest_invalid_author',
      'rest_invalid_featured_media',
      'rest_invalid_stored_value',
      'rest_invalid_type',
      'empty_content',
    ],
    401: ['rest_cannot_edit', 'rest_cannot_edit_others', 'rest_cannot_publish'],
    403: ['rest_cannot_edit', 'rest_cannot_edit_others', 'rest_cannot_publish'],
    404: missing,
  },
  readAutosave: { 200: autosave, 401: mayNotRead, 403: mayNotRead, 404: [...missing, 'rest_post_no_autosave'] },
};
