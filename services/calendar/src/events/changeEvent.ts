import { minorEditArg } from '@almanac/content-model';
import { CLEAR_UNSENT, forUpdate, type RestRequest, sentUnchanged, type Values, withoutArgs } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes } from '../content-items/itemRoutes.ts';
import { unchangedLinks } from '../content-items/unchangedLinks.ts';
import { type EventState, eventKind } from './event.ts';
import { eventAnswer, eventDisplay } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { eventAnswers } from './eventSchema.ts';
import type { EventValues } from './eventValues.ts';
import { eventMembers } from './eventView.ts';
import type { EventWrites } from './eventWrites.ts';
import { recurrenceArg, scopeArg } from './recurrenceArg.ts';
import { readRelated } from './relatedRecords.ts';

const changeArgs = { ...forUpdate(eventArgs), ...minorEditArg, recurrence: recurrenceArg, scope: scopeArg };

/** Returns the routes of a change; POST, PUT and PATCH do the same. */
export const changeEventRoutes = (calendar: Calendar, writes: EventWrites): ItemRoutes =>
  itemRoutes<Values<typeof changeArgs>>({
    plural: 'events',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes an event.',
    args: changeArgs,
    answers: eventAnswers.change,
    permission: itemPermissions(calendar.documents, eventKind).update,
    handle: async (request) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      const changing = await withoutUnchanged(calendar, clearingUnsent(request), event);
      return eventAnswer(calendar, request, await writes.change(changing, event));
    },
  });

/** Members that strict clients clear by leaving them out of a POST (docs/interface/clients.md §3). */
const CLEARED = { image: null, organizer: [], cost: '', website: null } as const;

/** Returns the request with empty values for members that it leaves out, if it prefers that they are cleared. */
const clearingUnsent = <V extends EventValues>(request: RestRequest<V>): RestRequest<V> => {
  const { method, headers, args, given } = request;
  if (method !== 'POST' || headers.prefer !== CLEAR_UNSENT) return request;
  const unsent = Object.entries(CLEARED).filter(([name]) => !given.has(name));
  return {
    ...request,
    args: { ...args, ...Object.fromEntries(unsent) },
    given: given.union(new Set(unsent.map(([name]) => name))),
  };
};

const LINKS = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;

/** Returns the request without the arguments that equal the event's present view. */
const withoutUnchanged = async <V extends EventValues>(
  calendar: Calendar,
  request: RestRequest<V>,
  event: EventState,
): Promise<RestRequest<V>> => {
  const { image: _, ...members } = eventMembers(event, eventDisplay(calendar, request));
  const links = await unchangedLinkArgs(calendar, request, event);
  return withoutArgs(request, [...sentUnchanged(request, members), ...links]);
};

const unchangedLinkArgs = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  event: EventState,
): Promise<string[]> => {
  const { args, principal } = request;
  if (LINKS.every((name) => args[name] === undefined)) return [];
  const reading = { documents: calendar.documents, principal, display: eventDisplay(calendar, request) };
  const related = (await readRelated(reading, [event])).of(event);
  return unchangedLinks(args, {
    image: [related.image ?? []].flat(),
    categories: related.categories,
    tags: related.tags,
    venue: related.venues,
    organizer: related.organizers,
  });
};
