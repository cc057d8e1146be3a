import { type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { eventKind } from '../events/event.ts';
import { answerFeed, feedArgs } from '../feed/feedRoute.ts';
import { pageContext } from '../views/pageContext.ts';
import { findNamedItem } from './namedPage.ts';

/**
 * `/event/{slug}/ical/` and `/event/{slug}/?ical=1`: a public event as an iCalendar file. An unknown one leads to the
 * file of all events, which programs that subscribed to it can read.
 */
export const eventFileRoute = (calendar: Calendar): Route =>
  route({
    namespace: 'internal',
    path: '/pages/event/{slug}/ical',
    methods: ['GET'],
    summary: 'A page of the site',
    hidden: true,
    expensive: true,
    args: feedArgs(calendar),
    handle: async (request) => {
      const event = await findNamedItem(pageContext(calendar, request), eventKind);
      if (event === undefined) return answerFeed(calendar, request, 'events.ics');
      const args = { ...request.args, include: [event.id] };
      return answerFeed(calendar, { ...request, args }, 'event.ics');
    },
  });
