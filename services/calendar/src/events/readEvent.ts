import { type RestRequest, withVersions } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireNamed } from '../content-items/itemLookup.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes, passwordArgs } from '../content-items/itemRoutes.ts';
import { calendarErrors, itemErrors } from '../errors.ts';
import { type EventState, eventKind } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventAnswers } from './eventSchema.ts';
import { refuseLocked } from './linkingEvents.ts';

interface ReadValues {
  readonly password?: string | undefined;
}

export const readEventRoutes = (calendar: Calendar): ItemRoutes =>
  itemRoutes<ReadValues>({
    plural: 'events',
    methods: ['GET'],
    summary: 'Reads an event.',
    args: passwordArgs,
    answers: eventAnswers.read,
    handle: async (request) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      refuseReading(event, request);
      const answer = await eventAnswer(calendar, request, event, { jsonLd: true });
      const { defaultLanguage } = calendar.languages;
      const collection = 'cal/events/v1/events';
      return withVersions(answer, { request, collection, language: event.language, defaultLanguage });
    },
  });

/** @throws DomainError 403 for an event that the caller may not read (docs/interface/calendar.md §4.1) */
const refuseReading = (event: EventState, request: RestRequest<ReadValues>): void => {
  if (event.status === 'trash') {
    throw calendarErrors.trashedEvent();
  }
  if (!mayReadItem(request.principal, eventKind, event)) throw itemErrors.event.notAccessible();
  refuseLocked(event, request);
};
