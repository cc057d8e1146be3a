import { collections, publishing, registrations } from '@almanac/calendar/app';
import { publishUpcast, venueChanged } from '@almanac/contracts';
import type { Registration } from '@almanac/event-sourcing';
import type { NewEvent } from '@almanac/event-store';

// What a release after this one might bring: a type of event, a member of what others are told, another stored form of
// an event, and the raised projection version that goes with them.

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

/** To this release every form is one that it may lift, since lifting what is of today's form changes nothing. */
const thisForm = ({ schema: _, ...event }: NewEvent): NewEvent => event;

const isVenue = ({ aggregate }: Registration): boolean => aggregate.category === 'venue';

const nextRegistrations = registrations.map((each) => (isVenue(each) ? next(each) : each));
const venues = nextRegistrations.filter(isVenue);

/** The calendar's events and documents as the next release knows them. */
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
