import { DomainError } from '@almanac/domain';
import type { Principal } from '@almanac/identity';
import { type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { idArgs, passwordArgs, slugArgs } from '../records/itemArgs.ts';
import { listAnswer, pagingOf } from '../records/listAnswer.ts';
import { notAccessible, pageNotFound } from '../records/recordKind.ts';
import { requireNamed } from '../records/recordLookup.ts';
import { isUnlocked, mayEditRecord, mayReadRecord } from '../records/rights.ts';
import { defaultBounds } from './dateBounds.ts';
import type { EventState } from './event.ts';
import { eventAnswer, listedEvents, listTags } from './eventAnswers.ts';
import { eventKind, events } from './eventKind.ts';
import { eventListArgs } from './eventListArgs.ts';
import { eventQuery } from './eventQuery.ts';

const namespace = 'cal/events/v1';

export const listEventsRoute = (calendar: Calendar): Route => {
  const { site, documents } = calendar;
  const window = windowOf(calendar);
  const args = eventListArgs({
    perPage: site.settings.events_per_page,
    startDate: () => window().start,
    endDate: () => window().end,
  });
  return route({
    namespace,
    path: '/events',
    methods: ['GET'],
    summary: 'Lists events.',
    args,
    handle: async (request) => {
      const { filter, order, bounds } = await eventQuery(calendar, request);
      const paging = pagingOf(request.args);
      const [found, total] = await Promise.all([
        documents.find<EventState>(events, { filter, order, limit: paging.perPage, offset: paging.offset }),
        documents.count(events, filter),
      ]);
      if (found.length === 0 && paging.page > 1) throw pageNotFound(eventKind);
      const items = await listedEvents(calendar, request, found, request.args.password);
      const effective = { per_page: paging.perPage, ...bounds };
      return listAnswer(request, { ...paging, plural: 'events', items, total, effective, tags: listTags });
    },
  });
};

const MINUTE_MS = 60_000;

/** The window of a list that says nothing about dates, made anew every minute. */
const windowOf = ({ site, now }: Calendar): (() => ReturnType<typeof defaultBounds>) => {
  let made = { minute: -1, bounds: { start: '', end: '' } };
  return () => {
    const at = now();
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    if (made.minute !== minute) {
      made = { minute, bounds: defaultBounds({ zone: site.timezone, cutoff: site.settings.day_cutoff, now: at }) };
    }
    return made.bounds;
  };
};

/** By id and by slug. */
export const readEventRoutes = (calendar: Calendar): { readonly byId: Route; readonly bySlug: Route } => {
  const handle = async (request: RestRequest<{ readonly password?: string | undefined }>) => {
    const event = await requireNamed(calendar.documents, eventKind, request);
    refuseReading(event, request);
    return eventAnswer(calendar, request, event, { jsonLd: true });
  };
  const shared = { namespace, methods: ['GET'] as const, summary: 'Reads an event.', handle };
  return {
    byId: route({ ...shared, path: '/events/{id:\\d+}', args: { ...idArgs, ...passwordArgs } }),
    bySlug: route({ ...shared, path: '/events/by-slug/{slug}', args: { ...slugArgs, ...passwordArgs } }),
  };
};

/** @throws DomainError 403 for what the caller may not read (calendar-v1.md §4.1) */
const refuseReading = (
  event: EventState,
  { principal, args, params }: RestRequest<{ readonly password?: string | undefined }>,
): void => {
  if (event.status === 'trash') {
    throw new DomainError('event-no-longer-available', 403, 'The event is no longer available.');
  }
  if (!mayReadRecord(principal, eventKind, event)) throw notAccessible(eventKind);
  if (isUnlocked(event, args.password) || editsIt(principal, event, params.context)) return;
  throw new DomainError('event-password-protected', 403, 'The event is not accessible without a password.');
};

const editsIt = (principal: Principal, event: EventState, context: unknown): boolean =>
  context === 'edit' && mayEditRecord(principal, eventKind, event);
