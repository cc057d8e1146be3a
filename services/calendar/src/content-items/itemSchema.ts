import { i18nSchema } from '@almanac/content-model';
import { type Answers, linksSchema } from '@almanac/rest';
import { z } from 'zod';
import { calendarErrors } from '../errors.ts';
import { listOf } from '../listSchema.ts';
import type { KindNames } from './itemKind.ts';

/** `YYYY-MM-DD HH:MM:SS` (docs/interface/calendar.md §5). */
export const wallClock = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/** Members of records of every kind (docs/interface/calendar.md §5.1). */
export const itemMembers = {
  id: z.int(),
  author: z.string(),
  status: z.string(),
  date: wallClock,
  date_utc: wallClock,
  modified: wallClock,
  modified_utc: wallClock,
  url: z.string(),
  global_id: z.string(),
  global_id_lineage: z.array(z.string()),
};

/** Members of records of every kind, alone and in lists; a record within another one does not have them. */
export const ownMembers = { i18n: i18nSchema, _links: linksSchema.optional() };

/** schema.org (docs/interface/calendar.md §5.7). */
export const jsonLdSchema = z.looseObject({}).optional();

/** The code of the refusal to reveal the links of a protected event. */
export const LOCKED = calendarErrors.protectedEvent.definition.code;

/** Returns the answers of a kind's routes, without the refusals that every route has. */
export const itemAnswers = ({ noun, plural }: Pick<KindNames, 'noun' | 'plural'>, record: z.ZodType) => {
  const missing = [`rest-${noun}-not-found`];
  return {
    list: { 200: listOf(plural, record), 403: [LOCKED], 404: [`${noun}-archive-page-not-found`] },
    create: { 201: record, 404: missing, 409: ['i18n_group_conflict'] },
    read: { 200: record, 403: [`${noun}-not-accessible`], 404: missing },
    change: { 200: record, 404: missing, 410: [`${noun}-is-in-trash`] },
    trash: { 200: record, 404: missing, 410: [`${noun}-is-in-trash`] },
  } satisfies Record<string, Answers>;
};
