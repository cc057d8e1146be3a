import type { RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { RequestTags } from '../records/makeFirst.ts';
import { imagesWithin, type RequestImages, requestImages } from '../records/requestImages.ts';
import { namingOf } from '../terms/namedTerms.ts';
import type { EventValues } from './eventFields.ts';
import { requestTags } from './eventTerms.ts';

/** What a request about an event names of core's: its image, those of new venues and organizers, and tags. */
export interface RequestNamed {
  readonly images: RequestImages;
  readonly tags: RequestTags;
}

/** @param language that of the event @throws ServiceUnavailableError; DomainError 400 for an id that names no tag */
export const requestNamed = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  language: string,
): Promise<RequestNamed> => {
  const { image, venue, organizer, tags } = request.args;
  const images = [image, ...imagesWithin(venue), ...imagesWithin(organizer)];
  return {
    images: await requestImages(calendar, images, request),
    tags: await requestTags(calendar, tags, namingOf(calendar, language)),
  };
};
