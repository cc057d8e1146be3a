import { i18nSchema } from '@almanac/content-model';
import { emptyList, linksSchema } from '@almanac/rest';
import { z } from 'zod';
import { LOCKED } from '../content-items/itemSchema.ts';
import { listOf } from '../listSchema.ts';
import type { Taxonomy } from './term.ts';

const members = {
  id: z.int(),
  count: z.int().min(0),
  description: z.string(),
  name: z.string(),
  slug: z.string(),
  taxonomy: z.enum(['cal_events_cat', 'post_tag']),
  urls: z.strictObject({ self: z.string(), collection: z.string(), up: z.string().optional() }),
};

/** A term by itself and in lists (docs/interface/calendar.md §5.6). */
const termSchema = z
  .strictObject({
    ...members,
    parent: z.int().min(0).optional(),
    meta: emptyList,
    url: z.string(),
    i18n: i18nSchema,
    _links: linksSchema.optional(),
  })
  .meta({ id: 'Term' });

/** A term within an event. */
export const termWithin = z
  .strictObject({
    ...members,
    parent: z.int().min(0),
    term_group: z.literal(0),
    term_taxonomy_id: z.int(),
    filter: z.literal('raw'),
  })
  .meta({ id: 'TermOfEvent' });

const missing = ['rest_term_invalid'];
/** The codes of refusals to save a term. */
export const notSaved = ['empty_term_name', 'db_insert_error', 'duplicate_term_slug', 'term_exists'];

/** The answers of the routes of terms, without the refusals that every route has. */
export const termAnswers = {
  list: ({ plural }: Pick<Taxonomy, 'plural'>) => ({ 200: listOf(plural, termSchema), 403: [LOCKED] }),
  create: {
    201: { body: termSchema, headers: { Location: z.string() } },
    400: notSaved,
    409: ['i18n_group_conflict'],
    404: missing,
  },
  read: { 200: termSchema, 404: missing },
  change: { 200: termSchema, 400: notSaved, 404: missing },
  remove: { 200: termSchema, 404: missing },
};
