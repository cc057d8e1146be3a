import { type Route, route, type Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes, passwordArgs, routesInOrder } from '../content-items/itemRoutes.ts';
import { translationArgs } from '../requestArgs.ts';
import { changeEventRoutes } from './changeEvent.ts';
import { eventKind } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { eventAnswers } from './eventSchema.ts';
import type { EventWrites } from './eventWrites.ts';
import { listEventsRoute } from './listEvents.ts';
import { readEventRoutes } from './readEvent.ts';
import { recurrenceArg, scopeArg, translatedScopeArg } from './recurrenceArg.ts';

const createEventRoute = (calendar: Calendar, writes: EventWrites): Route =>
  route({
    namespace: 'cal/events/v1',
    path: '/events',
    methods: ['POST'],
    summary: 'Creates an event.',
    args: { ...eventArgs, ...translationArgs, recurrence: recurrenceArg, scope: translatedScopeArg },
    answers: eventAnswers.create,
    permission: itemPermissions(calendar.documents, eventKind).create,
    handle: async (request) => {
      const made = await writes.create(request);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
    recover: async (request, commit) => {
      const made = await writes.recover(request, commit);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
  });

const trashArgs = { ...passwordArgs, scope: scopeArg };

/** Returns the routes that put an event, or occurrences of its series, into the trash. */
const trashEventRoutes = (calendar: Calendar, writes: EventWrites): ItemRoutes =>
  itemRoutes<Values<typeof trashArgs>>({
    plural: 'events',
    methods: ['DELETE'],
    summary: 'Moves an event to the trash.',
    args: trashArgs,
    answers: eventAnswers.trash,
    permission: itemPermissions(calendar.documents, eventKind).remove,
    handle: async (request) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      return eventAnswer(calendar, request, await writes.remove(request, event, request.args));
    },
  });

export const eventRoutes = (calendar: Calendar, writes: EventWrites): Route[] =>
  routesInOrder({
    list: listEventsRoute(calendar),
    create: createEventRoute(calendar, writes),
    read: readEventRoutes(calendar),
    trash: trashEventRoutes(calendar, writes),
    change: changeEventRoutes(calendar, writes),
  });
