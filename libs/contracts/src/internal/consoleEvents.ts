import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the console to public routes of the calendar, for authors of events.

const text = z.string().optional();
const translationOf = { translation_of: z.int().optional() };
const image = z.union([z.int(), z.literal('')]).optional();
const answer = z.object({ id: z.int(), status: z.string(), url: z.string().optional() });

const written = z.object({ status: text, description: text, excerpt: text, website: text, image });

const event = written.extend({
  title: text,
  start_date: text,
  end_date: text,
  timezone: text,
  all_day: z.boolean().optional(),
  featured: z.boolean().optional(),
  cost: text,
  venue: z.array(z.union([z.int(), z.object({ venue: z.string() })])).optional(),
  organizer: z.array(z.union([z.int(), z.object({ organizer: z.string() })])).optional(),
  categories: z.array(z.int()).optional(),
  tags: z.array(z.union([z.int(), z.string()])).optional(),
});

const venue = written.extend({
  venue: text,
  address: text,
  city: text,
  stateprovince: text,
  zip: text,
  country: text,
  phone: text,
});

const organizer = written.extend({ organizer: text, phone: text, email: text });

export const createEventOfCalendar = internalContract('calendar.create-event', {
  method: 'POST',
  path: '/cal/events/v1/events',
  description: 'Creates an event.',
  request: event.extend(translationOf),
  answer,
});

export const changeEventOfCalendar = internalContract('calendar.change-event', {
  method: 'POST',
  path: '/cal/events/v1/events/{id}',
  description: 'Changes an event; a status takes it out of the trash.',
  request: event,
  answer,
});

export const trashEventOfCalendar = internalContract('calendar.trash-event', {
  method: 'DELETE',
  path: '/cal/events/v1/events/{id}',
  description: 'Puts an event into the trash.',
  request: noMembers,
  answer,
});

export const createVenueOfCalendar = internalContract('calendar.create-venue', {
  method: 'POST',
  path: '/cal/events/v1/venues',
  description: 'Creates a venue.',
  request: venue.extend(translationOf),
  answer,
});

export const changeVenueOfCalendar = internalContract('calendar.change-venue', {
  method: 'POST',
  path: '/cal/events/v1/venues/{id}',
  description: 'Changes a venue; a status takes it out of the trash.',
  request: venue,
  answer,
});

export const trashVenueOfCalendar = internalContract('calendar.trash-venue', {
  method: 'DELETE',
  path: '/cal/events/v1/venues/{id}',
  description: 'Puts a venue into the trash.',
  request: noMembers,
  answer,
});

export const createOrganizerOfCalendar = internalContract('calendar.create-organizer', {
  method: 'POST',
  path: '/cal/events/v1/organizers',
  description: 'Creates an organizer.',
  request: organizer.extend(translationOf),
  answer,
});

export const changeOrganizerOfCalendar = internalContract('calendar.change-organizer', {
  method: 'POST',
  path: '/cal/events/v1/organizers/{id}',
  description: 'Changes an organizer; a status takes it out of the trash.',
  request: organizer,
  answer,
});

export const trashOrganizerOfCalendar = internalContract('calendar.trash-organizer', {
  method: 'DELETE',
  path: '/cal/events/v1/organizers/{id}',
  description: 'Puts an organizer into the trash.',
  request: noMembers,
  answer,
});

const category = z.object({
  id: z.int(),
  name: z.string(),
  parent: z.int(),
  slug: z.string().default(''),
  description: z.string().default('').meta({ description: 'As stored.' }),
  url: z.string().default(''),
  count: z.int().default(0).meta({ description: 'Published events that have it.' }),
  i18n: z
    .object({
      language: z.string(),
      translations: z.record(z.string(), z.int()).meta({ description: 'The ids of its versions by language.' }),
    })
    .optional(),
});

const moreOfCategory = {
  slug: z.string().optional(),
  description: z.string().optional(),
  parent: z.int().optional(),
};

export const listCategoriesOfCalendar = internalContract('calendar.list-categories', {
  method: 'GET',
  path: '/cal/events/v1/categories',
  description: 'Lists the categories of events by name.',
  request: z.object({
    page: z.int().min(1),
    per_page: z.int().min(1).max(50),
    hide_empty: z.literal(false),
    search: z.string().max(200).optional(),
  }),
  answer: z.object({ categories: z.array(category), total: z.int() }),
});

export const readCategoryOfCalendar = internalContract('calendar.read-category', {
  method: 'GET',
  path: '/cal/events/v1/categories/{id}',
  description: 'Reads a category of events.',
  request: noMembers,
  answer: category,
});

export const createCategoryOfCalendar = internalContract('calendar.write-new-category', {
  method: 'POST',
  path: '/cal/events/v1/categories',
  description: 'Creates a category of events.',
  request: z.object({ name: z.string().optional(), ...moreOfCategory, ...translationOf }),
  answer: category,
});

export const changeCategoryOfCalendar = internalContract('calendar.write-category', {
  method: 'POST',
  path: '/cal/events/v1/categories/{id}',
  description: 'Changes a category of events.',
  request: z.object({ name: z.string().optional(), ...moreOfCategory }),
  answer: category,
});

export const deleteCategoryOfCalendar = internalContract('calendar.delete-category', {
  method: 'DELETE',
  path: '/cal/events/v1/categories/{id}',
  description: 'Deletes a category of events for good.',
  request: noMembers,
  answer: z.object({ id: z.int() }),
});

export const consoleEventInternals = [
  createEventOfCalendar,
  changeEventOfCalendar,
  trashEventOfCalendar,
  createVenueOfCalendar,
  changeVenueOfCalendar,
  trashVenueOfCalendar,
  createOrganizerOfCalendar,
  changeOrganizerOfCalendar,
  trashOrganizerOfCalendar,
  listCategoriesOfCalendar,
  readCategoryOfCalendar,
  createCategoryOfCalendar,
  changeCategoryOfCalendar,
  deleteCategoryOfCalendar,
] as const;
