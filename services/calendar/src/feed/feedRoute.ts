import { anonymous } from '@almanac/identity';
import { cachedAnswer, plain } from '@almanac/pages';
import { type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { defaultBounds } from '../events/dateBounds.ts';
import { type EventState, events } from '../events/event.ts';
import { eventDisplay, listTags } from '../events/eventAnswers.ts';
import { eventListArgs } from '../events/eventListArgs.ts';
import { eventQuery } from '../events/eventQuery.ts';
import { type RelatedRecords, readRelated, unprotected } from '../events/relatedRecords.ts';
import { calendarFile } from './calendarFile.ts';
import { type EntryParts, eventComponent } from './eventComponent.ts';

/** More than programs take gladly. */
const MOST = 1_000;

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** The filters of the list of events, except those about pages and about events that are not public. */
const feedArgs = ({ settings, now }: Calendar) => {
  const window = () => {
    const { timezone: zone, day_cutoff: cutoff } = settings.current();
    return defaultBounds({ zone, cutoff, now: now() });
  };
  const { page, per_page, status, password, import_uid, ...filters } = eventListArgs({
    perPage: MOST,
    startDate: () => window().start,
    endDate: () => window().end,
  });
  return filters;
};

const namesOf = (terms: readonly object[]): string[] =>
  terms.flatMap((term) => ('name' in term ? [plain(String(term.name))] : []));

const partsOf = (event: EventState, related: RelatedRecords, site: string): EntryParts => {
  const { categories, tags } = related.of(event);
  return {
    site,
    venues: unprotected(event.venues, related.venues),
    organizer: unprotected(event.organizers, related.organizers)[0],
    categories: namesOf([...categories, ...tags]),
  };
};

/**
 * `/events/feed.ics`: the feed to which programs subscribe. Everybody gets the same events: those that are published
 * and need no password.
 */
export const feedRoute = (calendar: Calendar): Route =>
  route({
    namespace: 'internal',
    path: '/pages/events/feed.ics',
    methods: ['GET'],
    summary: 'Events as an iCalendar file',
    hidden: true,
    args: feedArgs(calendar),
    handle: async (request) => {
      const { documents, settings } = calendar;
      const unasked = { page: 1, per_page: MOST, status: undefined, password: undefined, import_uid: undefined };
      const args = { ...request.args, ...unasked };
      const { filter, order } = await eventQuery(calendar, { ...request, args, principal: anonymous });
      const found = await documents.find<EventState>(events, { filter, order, limit: MOST });
      const shown = found.filter(({ password }) => password === '');
      const display = eventDisplay(calendar, request);
      const related = await readRelated({ documents, principal: anonymous, display }, shown);
      const entries = shown.map((event) => eventComponent(event, partsOf(event, related, request.site)));
      const { name, description, timezone: zone } = settings.current();
      const head = { name, description, zone };
      return cachedAnswer(
        { headers: request.headers, principal: anonymous },
        { body: calendarFile(head, shown, entries), contentType: CALENDAR_TYPE },
        { tags: [...listTags], headers: { 'Content-Disposition': 'inline; filename="events.ics"' } },
      );
    },
  });
