import { createSqliteDocuments, createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import type { Aggregate } from './aggregate.ts';
import type { CommandsOptions } from './createCommands.ts';
import { type CommandContext, collectionsOf, createCommands, type Registration } from './index.ts';

export type VenueEvent =
  | { readonly type: 'VenueCreated'; readonly data: { readonly name: string; readonly city?: string } }
  | { readonly type: 'VenueChanged'; readonly data: { readonly name?: string | undefined; readonly city?: string } }
  | { readonly type: 'VenueDeleted'; readonly data: object };

export interface Venue {
  readonly status: 'absent' | 'live' | 'gone';
  readonly name: string;
  readonly city: string;
}

/** A small aggregate for specs. */
export const venue: Aggregate<Venue, VenueEvent> = {
  category: 'venue',
  initialState: { status: 'absent', name: '', city: '' },
  eventTypes: ['VenueCreated', 'VenueChanged', 'VenueDeleted'],
  projectionVersion: 1,
  evolve: (state, event) => {
    if (event.type === 'VenueDeleted') return { ...state, status: 'gone' };
    return { ...state, status: 'live', ...event.data } as Venue;
  },
};

export const venues = { name: 'venues', projectionVersion: 1, indexes: [['name']] };
export const venueNames = { name: 'venue-names', projectionVersion: 1, indexes: [['name']] };

/** The venue's document, and for each change a further one with the name. */
export const venueRegistration = {
  aggregate: venue,
  collection: venues,
  isGone: (state) => state.status !== 'live',
  more: {
    collection: venueNames,
    derive: (before, after, event) => {
      if (event.type === 'VenueDeleted') return [{ id: `${event.stream}/${event.version - 1}`, body: null }];
      return [{ id: `${event.stream}/${event.version}`, body: { name: after.name, before: before.name } }];
    },
  },
} satisfies Registration<Venue, VenueEvent>;

export const registrations = [venueRegistration as unknown as Registration];

export const asked: CommandContext = { principal: 'user:1', language: 'en', correlation: 'c', causation: 'c' };

/** Creates a service's write side on SQLite, in memory unless a file is named; `more` overrides its options. */
export const serviceUnderTest = (more: Partial<CommandsOptions> & { location?: string } = {}) => {
  const { location = ':memory:', ...options } = more;
  const database = openDatabase(location, { durability: 'normal' });
  const documents = createSqliteDocuments(database, collectionsOf(options.registrations ?? registrations));
  const entries = createSqliteEntries(database, { now: () => 0 });
  const store = createSqliteEventStore(database, { documents });
  const now = () => new Date('2026-01-01T00:00:00Z');
  const ports = { store, documents, registrations, now, ...options };
  return { ...ports, database, entries, commands: createCommands(ports), close: () => database.close() };
};

export type ServiceUnderTest = ReturnType<typeof serviceUnderTest>;

/** Creates or renames a venue. */
export const name = async ({ commands }: Pick<ServiceUnderTest, 'commands'>, id: number, wanted: string) =>
  commands.run(asked, async (unit) => {
    const { status } = await unit.load(venue, id);
    const type = status === 'absent' ? 'VenueCreated' : 'VenueChanged';
    return unit.append(venue, id, [{ type, data: { name: wanted } }]);
  });
