import { type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { createdItem } from '../content-items/itemLookup.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { translationArgs } from '../requestArgs.ts';
import { eventKind } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { eventAnswers } from './eventSchema.ts';
import type { EventWrites } from './eventWrites.ts';
import { recurrenceArg } from './recurrenceArg.ts';

export const createEventRoute = (calendar: Calendar, writes: EventWrites): Route =>
  route({
    namespace: 'cal/events/v1',
    path: '/events',
    methods: ['POST'],
    summary: 'Creates an event.',
    args: { ...eventArgs, ...translationArgs, recurrence: recurrenceArg },
    answers: eventAnswers.create,
    permission: itemPermissions(calendar.documents, eventKind).create,
    handle: async (request) => {
      const made = await writes.create(request);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
    recover: async (request, commit) => {
      const made = await createdItem(calendar, eventKind, commit);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
  });
