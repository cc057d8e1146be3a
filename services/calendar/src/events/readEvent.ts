import { DomainError } from '@almanac/domain';
import { type RestRequest, withVersions } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { passwordArgs } from '../records/itemArgs.ts';
import { type ItemRoutes, itemRoutes } from '../records/itemRoutes.ts';
import { notAccessible } from '../records/recordKind.ts';
import { requireNamed } from '../records/recordLookup.ts';
import { mayReadRecord } from '../records/rights.ts';
import type { EventState } from './event.ts';
import { refuseLocked } from './eventAccess.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventKind } from './eventKind.ts';

interface ReadValues {
  readonly password?: string | undefined;
}

export const readEventRoutes = (calendar: Calendar): ItemRoutes =>
  itemRoutes<ReadValues>({
    plural: 'events',
    methods: ['GET'],
    summary: 'Reads an event.',
    args: passwordArgs,
    handle: async (request) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      refuseReading(event, request);
      const answer = await eventAnswer(calendar, request, event, { jsonLd: true });
      const { defaultLanguage } = calendar.languages;
      const collection = 'cal/events/v1/events';
      return withVersions(answer, { request, collection, language: event.language, defaultLanguage });
    },
  });

/** @throws DomainError 403 for what the caller may not read (docs/interface/calendar.md §4.1) */
const refuseReading = (event: EventState, request: RestRequest<ReadValues>): void => {
  if (event.status === 'trash') {
    throw new DomainError('event-no-longer-available', 403, 'The event is no longer available.');
  }
  if (!mayReadRecord(request.principal, eventKind, event)) throw notAccessible(eventKind);
  refuseLocked(event, request);
};
