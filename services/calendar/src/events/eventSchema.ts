import { schemasOf } from '@almanac/content-model';
import { emptyList } from '@almanac/rest';
import { z } from 'zod';
import { itemAnswers, itemMembers, jsonLdSchema, LOCKED, ownMembers, wallClock } from '../content-items/itemSchema.ts';
import { imageSchema } from '../images/imageSchema.ts';
import { organizerWithin } from '../organizers/organizerView.ts';
import { notSaved, termWithin } from '../terms/termSchema.ts';
import { venueWithin } from '../venues/venueView.ts';
import { eventKind } from './event.ts';
import { eventFields } from './eventFields.ts';
import { seriesSchema } from './seriesMember.ts';

const part = z.string();

/** The parts of a date (docs/interface/dates.md §4). */
const dateDetails = z
  .strictObject({ year: part, month: part, day: part, hour: part, minutes: part, seconds: part })
  .meta({ id: 'DateDetails' });

const costDetails = z
  .strictObject({
    currency_symbol: z.string(),
    currency_code: z.string(),
    currency_position: z.string(),
    values: z.array(z.string()),
  })
  .meta({ id: 'CostDetails' });

/** An event (docs/interface/calendar.md §5.1). */
const eventSchema = z
  .strictObject({
    ...itemMembers,
    ...ownMembers,
    rest_url: z.string(),
    title: z.string(),
    description: z.string(),
    excerpt: z.string(),
    slug: z.string(),
    image: z.union([imageSchema, z.literal(false)]),
    all_day: z.boolean().nullable(),
    start_date: wallClock,
    start_date_details: dateDetails,
    end_date: wallClock,
    end_date_details: dateDetails,
    utc_start_date: wallClock,
    utc_start_date_details: dateDetails,
    utc_end_date: wallClock,
    utc_end_date_details: dateDetails,
    timezone: z.string(),
    timezone_abbr: z.string(),
    cost: z.string(),
    cost_details: costDetails,
    ...schemasOf(eventFields, 'v1'),
    categories: z.array(termWithin),
    tags: z.array(termWithin),
    venue: z.union([venueWithin, z.array(venueWithin)]),
    organizer: z.array(organizerWithin),
    custom_fields: emptyList,
    import_uid: z.string().optional(),
    series: seriesSchema.optional(),
    json_ld: jsonLdSchema,
  })
  .meta({ id: 'Event' });

const answers = itemAnswers(eventKind, eventSchema);

/** The answers of the routes of events, without the refusals that every route has. */
export const eventAnswers = {
  ...answers,
  create: { ...answers.create, 400: notSaved },
  change: { ...answers.change, 400: notSaved },
  read: {
    ...answers.read,
    403: [...answers.read[403], 'event-no-longer-available', LOCKED],
  },
};
