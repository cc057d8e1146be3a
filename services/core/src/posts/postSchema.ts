import { i18nSchema } from '@almanac/content-model';
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
import { writeArgsOf } from './postArgs.ts';
import { actionRelations } from './postLinks.ts';
import { type PostVariant, variants } from './postVariant.ts';

const text = z.string();
const missing = ['rest_post_invalid_id'];

/** Returns the schema of posts or pages; answers have its members in its order (docs/interface/core-posts.md §2.1). */
const schemaOf = (variant: PostVariant, id: string) => {
  const { password, ...fields } = variant.fields;
  const { date, date_gmt: dateUtc, slug, status } = writeArgsOf(variant);
  return recordSchema(
    variant.type,
    {
      date: writableMember(date, 'vem', moment),
      date_gmt: writableMember(dateUtc, 've', moment),
      guid: readOnly(renderedText, 've'),
      id: readOnly(z.int(), 'vem'),
      link: readOnly(address, 'vem'),
      modified: readOnly(moment, 've'),
      modified_gmt: readOnly(moment, 've'),
      slug: writableMember(slug, 'vem', text),
      status: writableMember(status, 've', text),
      type: readOnly(text, 'vem'),
      ...(password && schemaMembers({ password })),
      permalink_template: readOnly(text, 'e'),
      generated_slug: readOnly(text, 'e'),
      class_list: readOnly(z.array(text), 've'),
      ...schemaMembers(fields),
    },
    {
      id,
      links: actionLinks(actionRelations(variant), `/core/v2/${variant.base}/{id}`),
      beyond: { i18n: i18nSchema.optional() },
    },
  );
};

const notSaved = [
  'empty_content',
  'rest_invalid_author',
  'rest_invalid_featured_media',
  'rest_invalid_field',
  'rest_invalid_stored_value',
  'rest_invalid_type',
];
const notWritten = [
  'rest_cannot_edit_others',
  'rest_cannot_assign_sticky',
  'rest_cannot_assign_term',
  'rest_cannot_publish',
];

/**
 * Returns the answers of the routes of posts or pages, in addition to the errors common to every route.
 * @param refused the codes of members that cannot be stored
 */
const answersOf = (post: z.ZodType, refused: readonly string[]) => ({
  list: {
    200: pagesOfRecords(post),
    400: ['rest_no_search_term_defined', 'rest_orderby_include_missing_include', 'rest_post_invalid_page_number'],
    401: ['rest_forbidden_status'],
    403: ['rest_forbidden_status'],
  },
  read: { 200: post, 403: ['rest_post_incorrect_password'], 404: missing },
  create: {
    201: created(post),
    400: [...refused, 'rest_post_exists'],
    401: [...notWritten, 'rest_cannot_create'],
    403: [...notWritten, 'rest_cannot_create'],
    404: missing,
    409: ['i18n_group_conflict'],
  },
  change: {
    200: post,
    400: refused,
    401: [...notWritten, 'rest_cannot_edit'],
    403: [...notWritten, 'rest_cannot_edit'],
    404: missing,
  },
  remove: {
    200: { body: z.union([post, deleted(post).body]) },
    401: ['rest_cannot_delete'],
    403: ['rest_cannot_delete'],
    404: missing,
    410: ['rest_already_trashed'],
  },
});

const schemas = { post: schemaOf(variants.post, 'Post'), page: schemaOf(variants.page, 'Page') };
const answersOfPage = answersOf(schemas.page.answered, [...notSaved, 'rest_post_invalid_id']);
const unmoved = { 409: ['rest_too_many_pages_below'] };
const answers = {
  post: answersOf(schemas.post.answered, notSaved),
  page: {
    ...answersOfPage,
    change: { ...answersOfPage.change, ...unmoved },
    remove: { ...answersOfPage.remove, ...unmoved },
  },
};

export const schemasOf = ({ type }: PostVariant) => ({ schema: schemas[type], answers: answers[type] });
