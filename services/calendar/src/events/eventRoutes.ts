import type { Route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { changeEventRoutes } from './changeEvent.ts';
import { createEventRoute } from './createEvent.ts';
import { listEventsRoute, readEventRoutes } from './readEvents.ts';
import { trashEventRoutes } from './trashEvent.ts';

/** The routes of events, in the order in which the index names their methods. */
export const eventRoutes = (calendar: Calendar): Route[] => {
  const read = readEventRoutes(calendar);
  const trash = trashEventRoutes(calendar);
  const change = changeEventRoutes(calendar);
  return [
    listEventsRoute(calendar),
    createEventRoute(calendar),
    read.byId,
    trash.byId,
    change.byId,
    read.bySlug,
    trash.bySlug,
    change.bySlug,
  ];
};
