import { translatableTerms } from '@almanac/taxonomy';
import { versionsInLanguage } from '@almanac/translations';
import { categoryKind } from '../categories/category.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { linkedIds, type Writing } from '../records/linkedWriting.ts';
import { given } from '../records/sharedFields.ts';
import { tagTaxonomy } from '../tags/tagCopies.ts';
import { namingOf } from '../terms/namedTerms.ts';
import { termsInLanguage } from '../terms/termVersions.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import { type EventFields, event } from './event.ts';
import type { EventValues } from './eventFields.ts';
import { eventCategories } from './eventTerms.ts';

type Links = Pick<EventFields, 'venues' | 'organizers' | 'categories' | 'tags'>;

/** What was sent of the calendar's records that an event links; those that are new are made in the same commit. */
export const eventLinks = async (writing: Writing, values: EventValues): Promise<Partial<Links>> => {
  const { unit, calendar, language } = writing;
  const venues = values.venue && (await linkedIds(writing, linkedVenues, values.venue));
  const organizers = values.organizer && (await linkedIds(writing, linkedOrganizers, values.organizer));
  const naming = namingOf(calendar, language);
  const categories = await eventCategories(unit, calendar, values.categories, naming);
  return given<Links>({ venues, organizers, categories });
};

/**
 * The categories and tags of a new version that says nothing about them: those of its source, in its own language where
 * there are such (docs/interface/translation.md §2).
 */
export const inheritedTerms = async (
  { unit, calendar, language }: Pick<Writing, 'unit' | 'calendar' | 'language'>,
  source: number | undefined,
): Promise<Partial<Links>> => {
  if (source === undefined) return {};
  const { categories, tags } = await unit.load(event, source);
  return {
    categories: await versionsInLanguage(unit, translatableTerms(categoryKind), categories, language),
    tags: await termsInLanguage(calendar.documents, tagTaxonomy, tags, language),
  };
};
