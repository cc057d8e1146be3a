import { i18nSchema, schemasOf } from '@almanac/content-model';
import { type Answers, linksSchema, pagesOfRecords } from '@almanac/rest';
import { z } from 'zod';
import type { KindNames } from '../content-items/itemKind.ts';
import { seriesSchema } from '../events/seriesMember.ts';
import { organizerFields } from '../organizers/organizerFields.ts';
import { eventFieldsInOrder } from './eventView.ts';
import { venueFieldsInOrder } from './linkedView.ts';

/** Null if a password protects it. */
const flag = z.boolean().nullable();
const text = z.string();
const id = z.int().min(0);

const rendered = z.strictObject({ rendered: text });
const protectedText = z.strictObject({ rendered: text, protected: flag });

/** Members of records of every kind (docs/interface/calendar-second-generation.md §5.1). */
export const recordMembers = {
  id,
  date: text,
  date_gmt: text.nullable(),
  guid: rendered,
  modified: text,
  modified_gmt: text.nullable(),
  slug: text,
  status: text,
  type: text,
  link: text,
  title: rendered,
  content: protectedText,
  excerpt: protectedText,
  author: id,
  featured_media: id,
  comment_status: text,
  ping_status: text,
  template: text,
  format: text,
};

const ownMembers = { i18n: i18nSchema, _links: linksSchema.optional() };

const { website, ...venueTexts } = schemasOf(venueFieldsInOrder, 'calx');
const venueMembers = { ...recordMembers, ...venueTexts, directions_link: text, ...(website && { website }) };
const organizerMembers = { ...recordMembers, ...schemasOf(organizerFields, 'calx') };

export const venueSchema = z.strictObject({ ...venueMembers, ...ownMembers }).meta({ id: 'CalxVenue' });
export const organizerSchema = z.strictObject({ ...organizerMembers, ...ownMembers }).meta({ id: 'CalxOrganizer' });

/** A local time with its zone. */
const dateSchema = z.strictObject({ date: text, timezone_type: z.int(), timezone: text }).meta({ id: 'CalxDate' });

const moments = ['start', 'start_utc', 'start_site', 'start_display', 'end', 'end_utc', 'end_site', 'end_display'];

/** The start and end of an event in four zones. */
const datesSchema = z
  .strictObject(Object.fromEntries(moments.map((moment) => [moment, dateSchema])))
  .meta({ id: 'CalxDateDetails' });

/** An event (docs/interface/calendar-second-generation.md §5.2). */
export const eventSchema = z
  .strictObject({
    ...recordMembers,
    ...ownMembers,
    tags: z.array(id),
    cal_events_cat: z.array(id),
    class_list: z.array(text),
    start_date: text,
    start_date_utc: text,
    end_date: text,
    end_date_utc: text,
    dates: datesSchema,
    timezone: text,
    duration: text,
    multiday: z.union([z.literal(false), id]).nullable(),
    is_past: flag,
    is_now: flag,
    all_day: flag,
    starts_this_week: z.null(),
    ends_this_week: z.null(),
    this_week_duration: z.null(),
    happens_this_week: z.null(),
    displays_on: z.array(z.never()),
    ...schemasOf(eventFieldsInOrder, 'calx'),
    cost: text,
    series: seriesSchema.optional(),
    organizer_names: z.array(text),
    organizers: z.array(z.strictObject(organizerMembers).meta({ id: 'CalxOrganizerWithin' })),
    venues: z.array(z.strictObject(venueMembers).meta({ id: 'CalxVenueWithin' })),
    schedule_details: text,
    short_schedule_details: text,
  })
  .meta({ id: 'CalxEvent' });

/** Returns a schema in the form that OPTIONS publishes (docs/interface/server.md §13.3). */
const published = (title: string, schema: z.ZodType) => ({
  ...z.toJSONSchema(schema, { target: 'draft-04' }),
  title,
});

/** Returns the schemas that the routes of a kind publish. */
export const publishedSchemas = ({ noun, plural }: Pick<KindNames, 'noun' | 'plural'>, record: z.ZodObject) => ({
  list: published(plural, z.array(record)),
  // a copy without the id, which would make it a reference
  record: published(noun, z.strictObject(record.shape)),
});

/** Returns the answers of a kind's routes, without the refusals that every route has. */
export const recordAnswers = ({ noun }: Pick<KindNames, 'noun'>, record: z.ZodType) => {
  const missing = [`rest-${noun}-not-found`];
  const refusedTotals = { 'X-Core-Total': z.literal(0), 'X-Core-TotalPages': z.literal(0) };
  return {
    list: {
      200: pagesOfRecords(record),
      400: { codes: ['rest_invalid_param'], headers: refusedTotals },
      404: ['calx_rest_organizers_page_not_found'],
    },
    create: { 201: record, 404: missing, 409: ['i18n_group_conflict'] },
    read: { 200: record, 404: missing },
    change: { 200: record, 404: missing, 410: [`${noun}-is-in-trash`] },
    remove: { 200: z.array(z.never()).max(0), 404: missing, 410: [`${noun}-is-in-trash`] },
  } satisfies Record<string, Answers>;
};
