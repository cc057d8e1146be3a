import type { Documents, DocumentWrite } from '@almanac/documents';
import type { Commit, EventStore } from '@almanac/event-store';
import { createProjector, rebuildDocuments, verifyDocuments } from './index.ts';
import { indexRegistrations } from './registrationIndex.ts';
import { Replay } from './replay.ts';
import { asked, name, type ServiceUnderTest, serviceUnderTest, venue, venues } from './serviceUnderTest.contract.ts';

const HEAVY = 700_000;
const NUMBER = 24;
/** Maximum characters of a read: a page of 4 MiB with the commit that reaches it, and some punctuation. */
const MAX_READ_CHARACTERS = 4 * 1_024 * 1_024 + HEAVY + 10_000;

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** Wraps a store and documents, and records the largest read and write. */
const measured = (service: ServiceUnderTest) => {
  const most = { read: 0, compared: 0, written: 0 };
  const note = (what: keyof typeof most, value: unknown): void => {
    most[what] = Math.max(most[what], sizeOf(value));
  };
  const store: EventStore = {
    ...service.store,
    readLog: async (after, limit) => {
      const commits: Commit[] = await service.store.readLog(after, limit);
      note('read', commits);
      return commits;
    },
  };
  const writing =
    (write: (writes: readonly DocumentWrite[]) => Promise<void>) => (writes: readonly DocumentWrite[]) => {
      // each change also makes a document with the names before and after it
      note(
        'written',
        writes.filter(({ collection }) => collection.name === venues.name),
      );
      return write(writes);
    };
  const documents: Documents = {
    ...service.documents,
    write: writing(service.documents.write),
    rebuild: async (collections, options) => {
      const rebuild = await service.documents.rebuild(collections, options);
      return {
        ...rebuild,
        write: writing(rebuild.write),
        read: async (collection, after, limit) => {
          const page = await rebuild.read(collection, after, limit);
          note('compared', page);
          return page;
        },
      };
    },
  };
  return { most, ...service, store, documents };
};

describe('a log of large commits', () => {
  let service: ReturnType<typeof measured>;

  beforeEach(async () => {
    service = measured(serviceUnderTest());
    for (let id = 1; id <= NUMBER; id++) {
      await service.commands.run(asked, (unit) =>
        unit.append(venue, id, [{ type: 'VenueCreated', data: { name: `${id} ${'x'.repeat(HEAVY)}` } }]),
      );
    }
  });

  it('is rebuilt, checked and projected a few megabytes at a time', async () => {
    expect(await rebuildDocuments(service)).toMatchObject({ commits: NUMBER });
    expect(await verifyDocuments(service)).toMatchObject({ faults: [], documents: 2 * NUMBER });
    expect(await createProjector(service).catchUp()).toBe(NUMBER);
    expect(service.most.read).toBeGreaterThan(HEAVY);
    expect(service.most.written).toBeGreaterThan(HEAVY);
    expect(service.most.compared).toBeGreaterThan(HEAVY);
    for (const size of Object.values(service.most)) expect(size).toBeLessThan(MAX_READ_CHARACTERS);
  });

  it('leaves a bounded weight of remembered states', async () => {
    await name(service, 1, 'Harbour');
    await name(service, NUMBER, 'Harbour');
    const asked: string[] = [];
    const readStream: EventStore['readStream'] = (stream) => {
      asked.push(stream);
      return service.store.readStream(stream);
    };
    const replay = new Replay({ ...service.store, readStream }, indexRegistrations(service.registrations), {
      weight: 3 * HEAVY,
    });
    for (let position = 0; position < NUMBER + 2; position++)
      await replay.documentsOf(await service.store.readLog(position, 1));
    // the newest is still cached, the oldest is folded again
    expect(asked).toEqual(['venue-1']);
  });
});
