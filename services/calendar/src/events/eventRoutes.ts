import type { Route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { routesInOrder, trashRoutes } from '../content-items/itemRoutes.ts';
import { changeEventRoutes } from './changeEvent.ts';
import { createEventRoute } from './createEvent.ts';
import { eventKind } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventAnswers } from './eventSchema.ts';
import { listEventsRoute } from './listEvents.ts';
import { readEventRoutes } from './readEvent.ts';

export const eventRoutes = (calendar: Calendar): Route[] =>
  routesInOrder({
    list: listEventsRoute(calendar),
    create: createEventRoute(calendar),
    read: readEventRoutes(calendar),
    trash: trashRoutes(calendar, eventKind, {
      summary: 'Moves an event to the trash.',
      answers: eventAnswers.trash,
      answer: (request, event) => eventAnswer(calendar, request, event),
    }),
    change: changeEventRoutes(calendar),
  });
