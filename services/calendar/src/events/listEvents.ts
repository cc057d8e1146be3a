import { type FoundPage, findPage, type Query } from '@almanac/documents';
import { clockUntil, endOfMinute, type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { unusedTextsIn } from '../content-items/unusedTexts.ts';
import { itemErrors } from '../errors.ts';
import { listAnswer, type Paging, pagingOf } from '../listAnswer.ts';
import { withViewsApart } from '../rememberViews.ts';
import { collapsedList, withMore } from './collapsedSeries.ts';
import { defaultBounds } from './dateBounds.ts';
import { type EventState, events } from './event.ts';
import { listedEvents } from './eventAnswers.ts';
import { eventListArgs } from './eventListArgs.ts';
import { type EventQuery, eventQuery } from './eventQuery.ts';
import { eventAnswers } from './eventSchema.ts';

export const listEventsRoute = (calendar: Calendar): Route => {
  const window = windowOf(calendar);
  return route({
    namespace: 'cal/events/v1',
    path: '/events',
    methods: ['GET'],
    summary: 'Lists events.',
    args: eventListArgs({
      perPage: () => calendar.settings.current().events_per_page,
      startDate: () => window().start,
      endDate: () => window().end,
    }),
    answers: eventAnswers.list,
    handle: async (request) => {
      const query = await eventQuery(calendar, request);
      const collapsed = request.args.collapse_series
        ? await collapsedList(calendar.documents, query.filter)
        : undefined;
      const paging = pagingOf(request.args);
      const without = unusedTextsIn(request, 'events');
      const { found, total } = await pageOf(calendar, { ...query, ...collapsed, without }, paging);
      const linked = showsLinks(request) ? found : found.map((event) => withoutUnusedLinks(request, event));
      const views = await listedEvents(withViewsApart(calendar, without), request, linked, request.args.password);
      const items = collapsed === undefined ? views : withMore(views, collapsed);
      const effective = { per_page: paging.perPage, ...query.bounds, status: query.statuses.join(',') };
      return listAnswer(request, { ...paging, plural: 'events', items, total, effective });
    },
  });
};

const showsLinks = ({ wants }: Pick<RestRequest, 'wants'>): boolean =>
  wants('events.venue') && wants('events.organizer');

/** Returns an event without links to records that no requested member shows, so that those are not read. */
const withoutUnusedLinks = ({ wants }: Pick<RestRequest, 'wants'>, event: EventState): EventState => ({
  ...event,
  ...(!wants('events.venue') && { venues: [] }),
  ...(!wants('events.organizer') && { organizers: [] }),
});

/** @throws DomainError 404 for a page beyond the last */
const pageOf = async (
  { documents }: Calendar,
  { filter, order, without }: EventQuery & Pick<Query, 'without'>,
  { page, perPage: limit, offset }: Paging,
): Promise<FoundPage<EventState>> => {
  const listed = await findPage<EventState>(documents, events, {
    filter,
    order,
    limit,
    offset,
    without: without ?? [],
  });
  if (listed.found.length === 0 && page > 1) throw itemErrors.event.pageNotFound();
  return listed;
};

const MINUTE_MS = 60_000;

/** Returns a function for the default bounds of a list, cached for one minute and until the settings change. */
const windowOf = ({ settings, now }: Calendar): (() => ReturnType<typeof defaultBounds>) => {
  let made = { minute: -1, under: settings.current(), bounds: { start: '', end: '' } };
  return () => {
    const at = clockUntil(now, endOfMinute);
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const under = settings.current();
    if (made.minute !== minute || made.under !== under) {
      const { timezone: zone, day_cutoff: cutoff } = under;
      made = { minute, under, bounds: defaultBounds({ zone, cutoff, now: at }) };
    }
    return made.bounds;
  };
};
