import { type RestRequest, sentAsShown, withoutArgs } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { unchangedLinks } from '../records/unchangedLinks.ts';
import type { EventState } from './event.ts';
import { eventDisplay } from './eventAnswers.ts';
import type { EventValues } from './eventFields.ts';
import { eventMembers } from './eventView.ts';
import { readLinked } from './linkedReader.ts';

const LINKS = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;

/** What a request asks of an event beyond what the event already shows. */
export const askedOfEvent = async <V extends EventValues>(
  calendar: Calendar,
  request: RestRequest<V>,
  event: EventState,
): Promise<RestRequest<V>> => {
  const { image: _, ...members } = eventMembers(event, eventDisplay(calendar, request));
  const links = await linksAsShown(calendar, request, event);
  return withoutArgs(request, [...sentAsShown(request, members), ...links]);
};

const linksAsShown = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  event: EventState,
): Promise<string[]> => {
  const { args, principal } = request;
  if (LINKS.every((name) => args[name] === undefined)) return [];
  const reading = { documents: calendar.documents, principal, display: eventDisplay(calendar, request) };
  const linked = (await readLinked(reading, [event])).of(event);
  return unchangedLinks(args, {
    image: idsOf([linked.image ?? []].flat()),
    categories: idsOf(linked.categories),
    tags: idsOf(linked.tags),
    venue: idsOf(linked.venues),
    organizer: idsOf(linked.organizers),
  });
};

const idsOf = (shown: readonly object[]): unknown[] => shown.map((each) => (each as { readonly id?: unknown }).id);
