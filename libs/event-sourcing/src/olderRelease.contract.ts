import type { Collection, Documents, Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { createCommands } from './createCommands.ts';
import { createProjector } from './projector.ts';
import type { Registration } from './registration.ts';
import { collectionsOf } from './registrationIndex.ts';
import {
  asked,
  type Venue,
  type VenueEvent,
  venue,
  venueNames,
  venueRegistration,
  venues,
} from './serviceUnderTest.contract.ts';

/** One log with its documents, shared by processes of several releases. */
export interface SharedService {
  readonly store: EventStore;
  readonly entries: Entries;
  /** Opens the documents as a release does. */
  open(collections: readonly Collection[]): Promise<Documents>;
  close(): Promise<void>;
}

const venuesOf = (projectionVersion: number): Collection => ({
  ...venues,
  projectionVersion,
  indexes: projectionVersion > 1 ? [...venues.indexes, ['city']] : venues.indexes,
});

/** Creates a release at a version of its projections; derived documents contain it. From 2 on names are found by city. */
const release = (projectionVersion: number) => {
  const registration: Registration<Venue, VenueEvent> = {
    ...venueRegistration,
    collection: venuesOf(projectionVersion),
    more: {
      collection: { ...venueNames, projectionVersion },
      derive: (_before, { name }, { stream, version }) => [
        { id: `${stream}/${version}`, body: { name: `${name} by ${projectionVersion}` } },
      ],
    },
  };
  return [registration as unknown as Registration];
};

/** Requirements for documents in a rolling upgrade; a spec calls it with a maker of empty services. */
export const olderReleaseContract = (name: string, make: () => Promise<SharedService>): void => {
  describe(`a rolling upgrade on ${name}`, () => {
    let shared: SharedService;
    beforeEach(async () => {
      shared = await make();
    });
    afterEach(() => shared.close());

    /** Starts a process of a release; `read` lists the positions that it has read from the log. */
    const start = async (projectionVersion: number) => {
      const registrations = release(projectionVersion);
      const documents = await shared.open(collectionsOf(registrations));
      const read: number[] = [];
      const readLog: EventStore['readLog'] = async (after, limit) => {
        const commits = await shared.store.readLog(after, limit);
        read.push(...commits.map(({ position }) => position));
        return commits;
      };
      const store = { ...shared.store, readLog };
      const projector = createProjector({ ...shared, store, documents, registrations });
      const report = await projector.start();
      const append: EventStore['append'] = async (commit, options = {}) => {
        const appended = await shared.store.append(commit);
        await documents.write(options.documents ?? []);
        return appended;
      };
      const commands = createCommands({ store: { ...store, append }, documents, registrations, now: () => new Date() });
      const write = (id: number, wanted: string) =>
        commands.run(asked, async (unit) => {
          const { status } = await unit.load(venue, id);
          const type = status === 'absent' ? 'VenueCreated' : 'VenueChanged';
          return unit.append(venue, id, [{ type, data: { name: wanted, city: 'Kingston' } }]);
        });
      const names = () =>
        documents.find<{ name: string }>(venueNames, {}).then((all) => all.map((each) => each.name).sort());
      const inCity = async (city: string) => {
        const found = await documents.find<Venue>(venuesOf(projectionVersion), {
          filter: { field: 'city', equals: city },
        });
        return found.map((each) => each.name).sort();
      };
      return { documents, projector, report, write, names, inCity, read };
    };

    it('repairs in the projector the documents of an older replica, further documents too', async () => {
      const older = await start(1);
      await older.write(1, 'Harbour');
      const newer = await start(2);
      expect(newer.report?.commits).toBe(1);
      await older.write(1, 'Quay');
      await older.write(2, 'Pier');
      await older.projector.catchUp();
      expect(await newer.names()).toEqual(['Harbour by 2', 'Pier by 1', 'Quay by 1']);
      expect((await newer.documents.holdingOlder()).map((each) => each.name).sort()).toEqual(['venue-names', 'venues']);
      expect(await newer.projector.catchUp()).toBe(3);
      expect(await newer.names()).toEqual(['Harbour by 2', 'Pier by 2', 'Quay by 2']);
      expect(await newer.documents.holdingOlder()).toEqual([]);
    });

    it('finds by a new index the records that an older replica writes', async () => {
      const older = await start(1);
      await older.write(1, 'Harbour');
      const newer = await start(2);
      expect(await newer.inCity('Kingston')).toEqual(['Harbour']);
      await older.write(1, 'Quay');
      await older.write(2, 'Pier');
      await newer.projector.catchUp();
      expect(await newer.inCity('Kingston')).toEqual(['Pier', 'Quay']);
    });

    it('reads only new events in the next replicas of the new release, and not the whole log', async () => {
      const older = await start(1);
      for (let id = 1; id <= 5; id++) await older.write(id, `Venue ${id}`);
      await start(2);
      await older.write(6, 'Pier');
      const second = await start(2);
      expect(second.report).toBeUndefined();
      expect(Math.min(...second.read)).toBeGreaterThanOrEqual(5);
      expect(await second.names()).toContain('Pier by 2');
    });

    it('lets neither release replace the other’s documents of a newer version', async () => {
      const older = await start(1);
      const newer = await start(2);
      await older.write(1, 'Harbour');
      await newer.projector.catchUp();
      await older.projector.catchUp();
      expect(await newer.names()).toEqual(['Harbour by 2']);
    });

    it('repairs documents that were written while a release was away', async () => {
      await start(1);
      await (await start(2)).write(1, 'Harbour');
      const older = await start(1);
      await older.write(2, 'Quay');
      await older.projector.catchUp();
      expect(await (await start(2)).names()).toEqual(['Harbour by 2', 'Quay by 2']);
    });

    it('repairs documents from before the upgrade at the start, also without a raised version', async () => {
      const older = await start(1);
      await older.write(1, 'Harbour');
      await older.projector.catchUp();
      const event = { stream: 'venue-2', version: 1, type: 'VenueCreated', data: { name: 'Missed' } };
      const [commit] = await shared.store.readLog(0);
      if (commit === undefined) throw new Error('nothing was written');
      await shared.store.append({ events: [event], meta: { ...commit.meta, id: 'missed' } });
      expect(await older.names()).toEqual(['Harbour by 1']);
      expect(await (await start(2)).names()).toEqual(['Harbour by 2', 'Missed by 2']);
      expect(await (await start(1)).projector.lag()).toBe(0);
    });
  });
};
