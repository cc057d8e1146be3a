import {
  actionLinks,
  address,
  created,
  deleted,
  moment,
  pagesOfRecords,
  readOnly,
  recordSchema,
  renderedText,
  writableMember,
} from '@almanac/rest';
import { z } from 'zod';
import { schemaMembers } from '../fields.ts';
import { writeArgs } from './mediaArgs.ts';
import { actionRelations } from './mediaLinks.ts';
import { mediumFields } from './mediumFields.ts';

const text = z.string();
const measure = z.int().min(0);

const rendition = z.strictObject({
  file: text,
  width: measure.optional(),
  height: measure.optional(),
  filesize: measure.optional(),
  mime_type: text,
  source_url: address,
});

const details = z.strictObject({
  width: measure.optional(),
  height: measure.optional(),
  file: text.optional(),
  filesize: measure,
  sizes: z.record(text, rendition),
  image_meta: z.looseObject({}).optional(),
  original_image: text.optional(),
});

const { parent, ...fields } = mediumFields;

/** The schema of media; answers have its members in its order (docs/interface/core-media.md §4). */
export const mediaSchema = recordSchema(
  'attachment',
  {
    date: writableMember(writeArgs.date, 'vem', moment),
    date_gmt: writableMember(writeArgs.date_gmt, 've', moment),
    guid: readOnly(renderedText, 've'),
    id: readOnly(z.int(), 'vem'),
    link: readOnly(address, 'vem'),
    modified: readOnly(moment, 've'),
    modified_gmt: readOnly(moment, 've'),
    slug: writableMember(writeArgs.slug, 'vem', text),
    status: writableMember(writeArgs.status, 've', text),
    type: readOnly(text, 'vem'),
    permalink_template: readOnly(text, 'e'),
    generated_slug: readOnly(text, 'e'),
    class_list: readOnly(z.array(text), 've'),
    ...schemaMembers(fields),
    media_type: readOnly(z.enum(['image', 'file']), 'vem'),
    mime_type: readOnly(text, 'vem'),
    media_details: { ...readOnly(z.looseObject({}), 'vem'), schema: details },
    ...schemaMembers({ parent }),
    source_url: readOnly(address, 'vem'),
    missing_image_sizes: readOnly(z.array(text), 'e'),
  },
  { id: 'Medium', links: actionLinks(actionRelations, '/core/v2/media/{id}') },
);

const medium = mediaSchema.answered;
const missing = ['rest_post_invalid_id'];
const notSaved = [
  'rest_invalid_author',
  'rest_invalid_featured_media',
  'rest_invalid_stored_value',
  'rest_invalid_type',
];
const notWritten = ['rest_cannot_edit_others', 'rest_cannot_edit'];

const notUploaded = [
  'rest_upload_no_data',
  'rest_upload_no_content_type',
  'rest_upload_no_content_disposition',
  'rest_upload_invalid_disposition',
  'rest_upload_image_type_not_supported',
  'rest_upload_unknown_error',
  'rest_upload_sideload_error',
];

/** Answers of the media routes, in addition to the errors common to every route. */
export const mediaAnswers = {
  list: {
    200: pagesOfRecords(medium),
    400: ['rest_no_search_term_defined', 'rest_orderby_include_missing_include', 'rest_post_invalid_page_number'],
  },
  read: { 200: medium, 404: missing },
  create: {
    201: { body: medium, headers: { ...created(medium).headers, 'X-Core-Upload-Attachment-ID': z.int().optional() } },
    400: [...notSaved, ...notUploaded, 'rest_post_exists'],
    401: [...notWritten, 'rest_cannot_create'],
    403: [...notWritten, 'rest_cannot_create'],
    404: missing,
    412: ['rest_upload_hash_mismatch'],
    500: ['rest_upload_file_error'],
  },
  change: { 200: medium, 400: notSaved, 401: notWritten, 403: notWritten, 404: missing },
  remove: {
    200: deleted(medium),
    401: ['rest_cannot_delete'],
    403: ['rest_cannot_delete'],
    404: missing,
    501: ['rest_trash_not_supported'],
  },
};
