import { translatableTerms, versionsInLanguage } from '@almanac/content-model';
import type { Calendar } from '../calendar.ts';
import type { RequestNamed } from '../content-items/createMissingInCore.ts';
import type { WriteRequest, Writing } from '../content-items/writeItem.ts';
import type { ImageReference } from '../images/images.ts';
import { requestImages } from '../images/requestImages.ts';
import { linkedIds } from '../linked-items/linkedWriting.ts';
import type { Reference } from '../linked-items/references.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { withoutUndefined } from '../requestArgs.ts';
import { categoryKind } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import { namingOf, termsInLanguage } from '../terms/termLookup.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import type { EventFields } from './event.ts';
import { eventCategories, requestTags } from './eventTerms.ts';
import type { EventValues } from './eventValues.ts';

type Links = Pick<EventFields, 'venues' | 'organizers' | 'categories' | 'tags'>;

/** Returns the sent links of an event to the calendar's records; new records are created in the same commit. */
export const eventLinks = async (writing: Writing, values: EventValues): Promise<Partial<Links>> => {
  const venues = values.venue && (await linkedIds(writing, linkedVenues, values.venue));
  const organizers = values.organizer && (await linkedIds(writing, linkedOrganizers, values.organizer));
  const categories = await eventCategories(writing, values.categories);
  return withoutUndefined<Links>({ venues, organizers, categories });
};

/**
 * Returns the categories and tags of a new version without sent ones: those of its source, in the version's language
 * if they have such versions (docs/interface/translation.md §2).
 */
export const inheritedTerms = async (
  { unit, calendar, language }: Pick<Writing, 'unit' | 'calendar' | 'language'>,
  { categories, tags }: Pick<Links, 'categories' | 'tags'>,
): Promise<Partial<Links>> => ({
  categories: await versionsInLanguage(unit, translatableTerms(categoryKind), categories, language),
  tags: await termsInLanguage(calendar.documents, tagTaxonomy, tags, language),
});

/** Returns the images of the records that are sent within a record. */
const imagesWithin = (
  references: readonly Reference<{ readonly image?: ImageReference | undefined }>[] | null | undefined,
): (ImageReference | undefined)[] =>
  (references ?? []).map((each) => ('values' in each ? each.values.image : undefined));

/** @param language of the event @throws ServiceUnavailableError; DomainError 400 for an unknown tag id */
export const requestNamed = async (
  calendar: Calendar,
  request: WriteRequest<EventValues>,
  language: string,
): Promise<RequestNamed> => {
  const { image, venue, organizer, tags } = request.args;
  const images = [image, ...imagesWithin(venue), ...imagesWithin(organizer)];
  return {
    images: await requestImages(calendar, images, request),
    tags: await requestTags(calendar, tags, namingOf(calendar, language)),
  };
};
