import { searchEventsOfCalendar } from '@almanac/contracts';
import { anonymous } from '@almanac/identity';
import { contractArgs, type Route, route } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { EventState } from '../events/event.ts';
import { searchedBy } from '../events/eventQuery.ts';
import { renderedTimes } from '../views/eventTimes.ts';
import { listedEvents } from '../views/listedEvents.ts';
import { type PageContext, pageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';
import { seriesAddress } from '../views/seriesAddress.ts';

const MAX_UPCOMING = 5;
const MAX_PAST = 3;

const found = async (context: PageContext, search: string, isPast: boolean) => {
  const { renderContext } = context;
  const { shown, total, collapsed } = await listedEvents(context, {
    filters: searchedBy(search, anonymous),
    isPast,
    page: 1,
    perPage: isPast ? MAX_PAST : MAX_UPCOMING,
    collapses: true,
  });
  const datesOf = ({ series }: EventState) => {
    const more = series === null ? 0 : (collapsed?.moreOf(series) ?? 0);
    return series === null || more === 0
      ? null
      : { count: more + 1, url: seriesAddress(renderContext, series, isPast) };
  };
  const events = shown.map((event) => ({
    title: pageTitle(event, renderContext).text,
    url: addressOf(renderContext.baseUrl, event),
    language: event.language,
    start: renderedTimes(event, renderContext).start,
    all_day: event.allDay,
    dates: datesOf(event),
  }));
  const isCollapsed = context.calendar.settings.current().collapse_series;
  return { total: isCollapsed ? total : total + (collapsed?.more ?? 0), events };
};

/** The route by which core's page of a search finds events in the language of the request (docs/interface/pages.md §1). */
export const foundEventsRoute = (calendar: Calendar): Route =>
  route({
    namespace: 'internal',
    path: '/found-events',
    methods: ['GET'],
    summary: searchEventsOfCalendar.description,
    hidden: true,
    args: contractArgs(searchEventsOfCalendar),
    permission: ({ principal }) => principal.kind === 'system',
    handle: async (request) => {
      const context = pageContext(calendar, { ...request, principal: anonymous });
      const { search } = request.args;
      const [upcoming, past] = await Promise.all([found(context, search, false), found(context, search, true)]);
      return { body: { upcoming, past } };
    },
  });
