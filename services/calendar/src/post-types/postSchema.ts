import { i18nSchema } from '@almanac/content-model';
import { type Answers, created, embeddedSchema, linksSchema, pagesOfRecords } from '@almanac/rest';
import { z } from 'zod';

const text = z.string();
const id = z.int().min(0);
const raw = { raw: text.optional() };

/** A record in the form of posts (docs/interface/calendar-post-types.md §2). */
const post = z
  .strictObject({
    id,
    date: text,
    date_gmt: text.nullable().optional(),
    guid: z.strictObject({ rendered: text, ...raw }).optional(),
    modified: text.optional(),
    modified_gmt: text.nullable().optional(),
    password: text.optional(),
    slug: text,
    status: text.optional(),
    type: z.enum(['cal_events', 'cal_venue', 'cal_organizer']),
    link: text,
    title: z.strictObject({ ...raw, rendered: text }),
    content: z
      .strictObject({ ...raw, rendered: text, protected: z.boolean(), block_version: z.int().optional() })
      .optional(),
    excerpt: z.strictObject({ ...raw, rendered: text, protected: z.boolean() }),
    author: id,
    featured_media: id,
    template: text.optional(),
    meta: z.record(text, z.union([z.boolean(), text, z.array(id)])).optional(),
    tags: z.array(id).optional(),
    cal_events_cat: z.array(id).optional(),
    generated_slug: text.optional(),
    i18n: i18nSchema.optional(),
    _links: linksSchema.optional(),
    _embedded: embeddedSchema.optional(),
  })
  .meta({ id: 'CalendarPost' });

const missing = ['rest_post_invalid_id'];
const notWritten = ['rest_cannot_publish', 'rest_cannot_edit_others'];

/** Answers of post-type routes, in addition to the errors common to every route. */
export const postAnswers = {
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
    200: z.union([post, z.strictObject({ deleted: z.literal(true), previous: post })]),
    401: ['rest_cannot_delete'],
    403: ['rest_cannot_delete'],
    404: missing,
    410: ['event-is-in-trash', 'venue-is-in-trash', 'organizer-is-in-trash'],
  },
} satisfies Record<string, Answers>;
