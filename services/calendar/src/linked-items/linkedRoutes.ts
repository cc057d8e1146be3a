import type { Route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields } from '../content-items/contentItem.ts';
import { routesInOrder, trashRoutes } from '../content-items/itemRoutes.ts';
import { itemAnswers } from '../content-items/itemSchema.ts';
import { linkedAnswer } from './linkedAnswers.ts';
import { listLinkedRoute, readLinkedRoutes } from './readLinked.ts';
import { changeLinkedRoutes, createLinkedRoute, type Writable } from './writeLinked.ts';

/** Returns all routes of a kind of record that events link. */
export const linkedRoutes = <Fields extends ItemFields>(calendar: Calendar, writable: Writable<Fields>): Route[] => {
  const { readable, summaries } = writable;
  return routesInOrder({
    list: listLinkedRoute(calendar, readable),
    create: createLinkedRoute(calendar, writable),
    read: readLinkedRoutes(calendar, readable),
    trash: trashRoutes(calendar, readable.kind, {
      summary: summaries.trash,
      answers: itemAnswers(readable.kind, readable.schema).trash,
      answer: (request, state) => linkedAnswer(calendar, request, readable, { state }),
    }),
    change: changeLinkedRoutes(calendar, writable),
  });
};
