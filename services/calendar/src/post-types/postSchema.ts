import { i18nSchema, metaSchema } from '@almanac/content-model';
import {
  type Answers,
  actionLinks,
  address,
  created,
  deleted,
  moment,
  pagesOfRecords,
  readOnly,
  recordSchema,
  renderedText,
  requiredMember,
  writableMember,
} from '@almanac/rest';
import { z } from 'zod';
import type { ItemFields } from '../content-items/contentItem.ts';
import { seriesSchema } from '../events/seriesMember.ts';
import { postActions } from './postActions.ts';
import { termArgs, writeArgs } from './postArgs.ts';
import type { PostKind } from './postKinds.ts';

const text = z.string();
const id = z.int().min(0);

const protectedText = z.strictObject({
  raw: text.optional(),
  rendered: text,
  protected: z.boolean(),
  block_version: z.int().optional(),
});

const eventMeta = z
  .strictObject({ ...metaSchema.shape, _cal_events_status: text, _cal_events_status_reason: text })
  .meta({ id: 'EventMeta' });

/** The `meta` of a record whose password is unknown. */
const hiddenMeta = z.strictObject({});

/** Returns the schema of a kind of record, in the order of its members (docs/interface/calendar-post-types.md §2). */
const schemaOf = <Fields extends ItemFields>(post: PostKind<Fields>) => {
  const { kind, terms } = post;
  const meta = z.union([terms === undefined ? metaSchema : eventMeta, hiddenMeta]);
  const ofTerms = {
    tags: writableMember(termArgs.tags, 've', z.array(id)),
    cal_events_cat: writableMember(termArgs.cal_events_cat, 've', z.array(id)),
    generated_slug: readOnly(text, 'e'),
  };
  const relations = postActions(post).map(([relation]) => relation);
  return recordSchema(
    kind.type,
    {
      date: writableMember(writeArgs.date, 'vem', moment),
      date_gmt: writableMember(writeArgs.date_gmt, 've', moment.nullable()),
      guid: readOnly(renderedText, 've'),
      id: readOnly(id, 'vem'),
      link: readOnly(address, 'vem'),
      modified: readOnly(moment, 've'),
      modified_gmt: readOnly(moment.nullable(), 've'),
      slug: writableMember(writeArgs.slug, 'vem', text),
      status: writableMember(writeArgs.status, 've', text),
      type: readOnly(z.literal(kind.type), 'vem'),
      password: writableMember(writeArgs.password, 'e', text),
      title: requiredMember(writableMember(writeArgs.title, 'vem', renderedText)),
      content: writableMember(writeArgs.content, 've', protectedText),
      author: writableMember(writeArgs.author, 'vem', id),
      excerpt: writableMember(writeArgs.excerpt, 'vem', protectedText),
      featured_media: writableMember(writeArgs.featured_media, 'vem', id),
      template: writableMember(writeArgs.template, 've', text),
      meta: writableMember(writeArgs.meta, 've', meta),
      ...(terms && ofTerms),
    },
    {
      id: `${kind.noun[0]?.toUpperCase()}${kind.noun.slice(1)}Post`,
      links: actionLinks(relations, `/core/v2/${kind.type}/{id}`),
      beyond: { i18n: i18nSchema.optional(), ...(terms && { series: seriesSchema.optional() }) },
    },
  );
};

const missing = ['rest_post_invalid_id'];
const notWritten = ['rest_cannot_publish', 'rest_cannot_edit_others'];

/** Returns the answers of post-type routes, in addition to the errors common to every route. */
const answersOf = (post: z.ZodObject) =>
  ({
    list: {
      200: pagesOfRecords(post),
      400: ['rest_post_invalid_page_number'],
      401: ['rest_forbidden_context'],
      403: ['rest_forbidden_context'],
    },
    read: { 200: post, 401: ['rest_forbidden_context'], 403: ['rest_forbidden_context'], 404: missing },
    create: {
      201: created(post),
      400: ['rest_invalid_type'],
      401: [...notWritten, 'rest_cannot_create'],
      403: [...notWritten, 'rest_cannot_create'],
      404: missing,
      409: ['i18n_group_conflict'],
    },
    change: {
      200: post,
      400: ['rest_invalid_type'],
      401: [...notWritten, 'rest_cannot_edit'],
      403: [...notWritten, 'rest_cannot_edit'],
      404: missing,
      410: ['event-is-in-trash', 'venue-is-in-trash', 'organizer-is-in-trash'],
    },
    remove: {
      200: { body: z.union([post, deleted(post).body]) },
      401: ['rest_cannot_delete'],
      403: ['rest_cannot_delete'],
      404: missing,
      410: ['event-is-in-trash', 'venue-is-in-trash', 'organizer-is-in-trash'],
    },
  }) satisfies Record<string, Answers>;

/** Returns the published schema of a kind of record, and the answers of its routes. */
export const postSchemas = <Fields extends ItemFields>(post: PostKind<Fields>) => {
  const { answered, published } = schemaOf(post);
  return { published, answers: answersOf(answered) };
};
