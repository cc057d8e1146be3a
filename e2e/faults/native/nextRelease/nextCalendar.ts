import { collections, publishing, registrations } from '@almanac/calendar/service';
import { publishUpcast, venueChanged } from '@almanac/contracts';
import type { Registration } from '@almanac/event-sourcing';
import type { NewEvent } from '@almanac/event-store';

// A possible next release: a new event type, a new member of a published event, a new stored form of an event, and a
// raised projection version.

export const INSPECTED = 'VenueInspected';

const lift = (data: object): object => ({ note: 'not asked', ...data });

const next = ({ aggregate, collection, ...rest }: Registration): Registration => {
  const projectionVersion = aggregate.projectionVersion + 1;
  const before = aggregate.upcasters?.VenueChanged ?? [];
  const upcasters = { ...aggregate.upcasters, VenueChanged: [...before, lift] };
  const eventTypes = [...aggregate.eventTypes, INSPECTED];
  return {
    ...rest,
    aggregate: { ...aggregate, eventTypes, upcasters, projectionVersion },
    collection: { ...collection, projectionVersion },
  };
};

/** Removes the schema number, so that this release lifts every form; lifting the current form changes nothing. */
const thisForm = ({ schema: _, ...event }: NewEvent): NewEvent => event;

const isVenue = ({ aggregate }: Registration): boolean => aggregate.category === 'venue';

const nextRegistrations = registrations.map((each) => (isVenue(each) ? next(each) : each));
const venues = nextRegistrations.filter(isVenue);

/** Events and documents of the calendar in the next release. */
export const nextCalendar = {
  registrations: nextRegistrations,
  collections: collections.map(
    (known) => venues.find(({ collection }) => collection.name === known.name)?.collection ?? known,
  ),
  publishing: publishUpcast(
    nextRegistrations.map(({ aggregate }) => aggregate),
    (commit) =>
      commit.events.flatMap((event) =>
        event.type === INSPECTED
          ? [venueChanged.of(event.stream, { id: Number(event.stream.slice(6)), ...(event.data as object) })]
          : publishing({ ...commit, events: [thisForm(event)] }),
      ),
  ),
};
