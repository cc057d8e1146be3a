import { publishUpcast } from '@almanac/contracts';
import { type Registration, upcast } from '@almanac/event-sourcing';
import type { EventStore, NewEvent, RecordedEvent } from '@almanac/event-store';
import { nextCalendar } from './nextCalendar.ts';

// Two consecutive releases that rename a member of a stored event: `title` of EventCreated becomes `name`. The first
// reads the new form and writes the former one. The second writes the new form, and a new form of its documents.

const CREATED = 'EventCreated';

const lift = ({ title, ...rest }: { readonly title: string }): object => ({ ...rest, name: title });

/** Returns the event as the code of this tree reads it. */
const lower = <E extends NewEvent | RecordedEvent>(event: E): E => {
  const { name, ...rest } = event.data as { readonly name?: string };
  return event.type === CREATED && name !== undefined ? { ...event, data: { ...rest, title: name } } : event;
};

const isEvent = ({ aggregate }: Registration): boolean => aggregate.category === 'event';

const reading = ({ aggregate, more, ...rest }: Registration): Registration => {
  const former = aggregate.upcasters?.[CREATED] ?? [];
  return {
    ...rest,
    aggregate: {
      ...aggregate,
      upcasters: { ...aggregate.upcasters, [CREATED]: [...former, lift] },
      writes: { [CREATED]: former.length + 1 },
      evolve: (state, event) => aggregate.evolve(state, lower(event)),
    },
    ...(more && {
      more: {
        ...more,
        derive: (before, after, event, ...others) => more.derive(before, after, lower(event), ...others),
      },
    }),
  };
};

const writing = ({ aggregate, collection, ...rest }: Registration): Registration => {
  const projectionVersion = aggregate.projectionVersion + 1;
  return {
    ...rest,
    aggregate: {
      ...aggregate,
      projectionVersion,
      evolve: (state, event) => ({ ...aggregate.evolve(state, event), form: 'of the next release' }),
    },
    collection: { ...collection, projectionVersion },
  };
};

const releaseOf = (registrations: readonly Registration[]) => {
  const own = registrations.find(isEvent);
  return {
    registrations,
    collections: nextCalendar.collections.map((known) =>
      own !== undefined && known.name === own.collection.name ? own.collection : known,
    ),
    publishing: publishUpcast(
      registrations.filter(isEvent).map(({ aggregate }) => aggregate),
      (commit) => nextCalendar.publishing({ ...commit, events: commit.events.map(formerForm) }),
    ),
  };
};

/** Returns the form that the release before publishes. */
const formerForm = (event: NewEvent): NewEvent => {
  if (event.type !== CREATED) return event;
  const { schema = 1, ...former } = lower(event);
  return { ...former, schema: schema - 1 };
};

const readers = nextCalendar.registrations.map((each) => (isEvent(each) ? reading(each) : each));

/** Reads the new form and writes the former one. */
export const readingRelease = releaseOf(readers);

/** Writes the new form. */
export const writingRelease = releaseOf(readers.map((each) => (isEvent(each) ? writing(each) : each)));

/** Returns a store that writes the new form: decisions of this tree have the former one. */
export const writingNewForm = (store: EventStore): EventStore => {
  const aggregate = readers.find(isEvent)?.aggregate;
  if (aggregate === undefined) throw new Error('the calendar registers no events');
  return {
    ...store,
    append: (commit, options) =>
      store.append(
        {
          ...commit,
          events: commit.events.map((event) => (event.type === CREATED ? upcast(aggregate, event) : event)),
        },
        options,
      ),
  };
};
