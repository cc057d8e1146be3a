import { setImmediate as breathe } from 'node:timers/promises';
import type { Collection, DocumentId, Documents, Rebuild, StateDocument } from '@almanac/documents';
import { createSqliteDocuments } from '@almanac/documents/sqlite';
import { collectionsOf, type RebuildProgress, rebuildDocuments, rebuildOutdated, verifyDocuments } from './index.ts';
import {
  asked,
  name,
  type ServiceUnderTest,
  serviceUnderTest,
  venue,
  venueNames,
  venues,
} from './serviceUnderTest.contract.ts';
import { faultsOfLog } from './verifyLog.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});

/** Writes a history of records that are created, renamed, deleted and given names. */
const live = async (from: number, to: number): Promise<void> => {
  for (let id = from; id <= to; id++) {
    await service.commands.run(asked, async (unit) => {
      await unit.take('slug', `venue-${id}`, `venue-${id}`);
      await unit.append(venue, id, [{ type: 'VenueCreated', data: { name: `Venue ${id}` } }]);
    });
    if (id % 3 === 0) await name(service, id, `Renamed ${id}`);
    if (id % 5 !== 0) continue;
    await service.commands.run(asked, (unit) => unit.append(venue, id, [{ type: 'VenueDeleted', data: {} }]));
  }
};

const everyDocument = async (documents: Documents): Promise<StateDocument[]> => {
  const all: StateDocument[] = [];
  for (let id = 1; id <= 60; id++) {
    const ids: [Collection, DocumentId][] = [[venues, id]];
    for (let version = 1; version <= 3; version++) ids.push([venueNames, `venue-${id}/${version}`]);
    for (const [collection, each] of ids) {
      const document = await documents.get(collection, each);
      if (document !== undefined) all.push(document);
    }
  }
  return all;
};

describe('a rebuild', () => {
  it('gives the same documents again', async () => {
    await live(1, 60);
    const before = await everyDocument(service.documents);
    const { documents: emptied } = serviceUnderTest();
    const report = await rebuildDocuments({ ...service, documents: emptied });
    expect(report).toEqual({ commits: 92, events: 152 });
    expect(await everyDocument(emptied)).toEqual(before);
    await rebuildDocuments(service);
    expect(await everyDocument(service.documents)).toEqual(before);
  });

  it('repairs documents that differ from their folds', async () => {
    await live(1, 5);
    await service.documents.write([
      { collection: venues, id: 1, version: 9, body: { name: 'wrong' } },
      { collection: venues, id: 77, version: 1, body: { name: 'from nowhere' } },
    ]);
    await rebuildDocuments(service);
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 1, body: { name: 'Venue 1' } });
    expect(await service.documents.get(venues, 77)).toBeUndefined();
  });

  it('loses no concurrent write, and serves the old documents until it has caught up', async () => {
    await live(1, 30);
    let rebuilding = true;
    const progress: RebuildProgress[] = [];
    const rebuilt = rebuildDocuments({
      ...service,
      store: { ...service.store, readLog: (after) => service.store.readLog(after, 1) },
      onProgress: (step) => progress.push(step),
    }).finally(() => {
      rebuilding = false;
    });
    let id = 30;
    while (rebuilding && id < 60) {
      await live(++id, id);
      expect(await service.documents.get(venueNames, `venue-${id}/1`)).toBeDefined();
      await breathe();
    }
    await rebuilt;
    expect(id).toBeGreaterThan(33);
    expect(progress.length).toBeGreaterThan(4);
    expect(progress[0]).toMatchObject({ position: 1, last: expect.any(Number) });
    expect(progress[0]?.last).toBeGreaterThanOrEqual(30);
    expect(progress.at(-1)?.position).toBe(progress.at(-1)?.last);
    await live(id + 1, id + 3);
    expect(await verifyDocuments(service)).toMatchObject({ faults: [] });
  });

  it('leaves the live documents unchanged if it fails or is given up', async () => {
    await live(1, 5);
    const before = await everyDocument(service.documents);
    const { meta } = (await service.store.readLog(0))[0]!;
    await expect(rebuildDocuments({ ...service, signal: AbortSignal.abort(new RangeError('enough')) })).rejects.toThrow(
      'enough',
    );
    const events = [{ stream: 'venue-1', version: 2, type: 'VenueMoved', data: {} }];
    await service.store.append({ events, meta: { ...meta, id: 'newer' } });
    await expect(rebuildDocuments(service)).rejects.toMatchObject({ code: 'rest_unknown_event' });
    expect(await everyDocument(service.documents)).toEqual(before);
  });
});

describe('a rebuild of outdated documents', () => {
  it('covers the documents of an older projection version, only those, and once', async () => {
    const [registration] = service.registrations;
    const { database } = service;
    await rebuildDocuments(service);
    expect(await rebuildOutdated(service)).toBeUndefined();
    await live(1, 3);
    const newer = { ...venues, projectionVersion: 2 };
    const registrations = [{ ...registration!, collection: newer }];
    const copies = { name: 'copies', projectionVersion: 1 };
    const documents = createSqliteDocuments(database, [...collectionsOf(registrations), copies]);
    expect((await documents.outdated()).map(({ name }) => name).sort()).toEqual(['copies', 'venues']);
    await documents.write([{ collection: copies, id: 1, version: 1, body: {} }]);
    await documents.write([{ collection: venueNames, id: 'kept', version: 1, body: { name: 'as it is' } }]);
    const outdated = { ...service, documents, registrations };
    expect(await rebuildOutdated(outdated)).toEqual({ commits: 4, events: 7 });
    expect(await documents.get(newer, 1)).toMatchObject({ projectionVersion: 2, body: { name: 'Venue 1' } });
    expect(await documents.getMany(copies, [1])).toHaveLength(1);
    expect(await documents.getMany(venueNames, ['kept'])).toHaveLength(1);
    expect(await rebuildOutdated(outdated)).toBeUndefined();
  });
});

describe('a verification', () => {
  it('finds no fault in a sound service, even while it is written to', async () => {
    await live(1, 30);
    const [report] = await Promise.all([verifyDocuments(service), live(31, 40)]);
    expect(report.faults).toEqual([]);
    expect(report.documents).toBeGreaterThanOrEqual(90);
    expect(await service.documents.get(venues, 40)).toMatchObject({ version: 2, body: null });
  });

  it('leaves nothing of its copies behind, even if it is broken off', async () => {
    await live(1, 4);
    const tables = () => service.database.prepare('SELECT name FROM sqlite_schema ORDER BY name').all();
    const before = tables();
    await verifyDocuments(service);
    expect(tables()).toEqual(before);
    const signal = AbortSignal.abort(new RangeError('enough'));
    await expect(verifyDocuments({ ...service, signal })).rejects.toThrow('enough');
    expect(tables()).toEqual(before);
  });

  /** Wraps the service's documents so that one of them is wrong until a condition holds. */
  const stale = (isFresh: () => boolean): Documents => ({
    ...service.documents,
    get: async <Body>(collection: Collection, id: DocumentId) => {
      const found = await service.documents.get<Body>(collection, id);
      return found === undefined || isFresh() ? found : { ...found, version: 0 };
    },
  });

  it('compares a document that is being written five times, and gives other work its turn', async () => {
    await name(service, 1, 'Harbour');
    let looks = 0;
    expect(await verifyDocuments({ ...service, documents: stale(() => ++looks >= 5) })).toMatchObject({ faults: [] });
    let turns = 0;
    const turn = () => void (turns++ < 3 && setImmediate(turn));
    const documents = stale(() => {
      if (turns === 0) turn();
      return turns > 3;
    });
    expect(await verifyDocuments({ ...service, documents })).toMatchObject({ faults: [] });
  });

  it('confuses no document with one that is inserted before it', async () => {
    await name(service, 5, 'Harbour');
    let isWritten = false;
    const rebuild: Documents['rebuild'] = async (...asked) => {
      const generation = await service.documents.rebuild(...asked);
      const read: Rebuild['read'] = async (...page) => {
        const found = await generation.read(...page);
        if (!isWritten && found.some(({ id }) => id === 5)) {
          isWritten = true;
          await name(service, 1, 'Quay');
        }
        return found;
      };
      return { ...generation, read };
    };
    const { faults } = await verifyDocuments({ ...service, documents: { ...service.documents, rebuild } });
    expect(faults).toEqual([]);
    expect(await service.documents.get(venues, 1)).toBeDefined();
  });

  it('reads folded documents in pages, not one by one', async () => {
    await live(1, 30);
    let reads = 0;
    const rebuild: Documents['rebuild'] = async (...of) => {
      const generation = await service.documents.rebuild(...of);
      const read: typeof generation.read = (...page) => {
        reads++;
        return generation.read(...page);
      };
      return { ...generation, read };
    };
    const { documents, faults } = await verifyDocuments({ ...service, documents: { ...service.documents, rebuild } });
    expect([faults, documents > 60]).toEqual([[], true]);
    expect(reads).toBeLessThan(15);
  });

  it('names documents that differ from their folds, are missing, or belong to no stream', async () => {
    await live(1, 4);
    await service.documents.write([
      { collection: venues, id: 1, version: 9, body: { name: 'wrong' } },
      { collection: venues, id: 77, version: 1, body: { name: 'from nowhere' } },
    ]);
    const { meta } = (await service.store.readLog(0))[0]!;
    const events = [{ stream: 'venue-4', version: 2, type: 'VenueChanged', data: {} }] as const;
    await service.store.append({ events, meta: { ...meta, id: 'unfolded' } });
    const { faults } = await verifyDocuments(service);
    expect(faults).toEqual([
      'venues/1 is no fold',
      'venues/4 is no fold',
      'venues has 5 documents where the log makes 4',
      'venue-names/venue-4/2 is no fold',
      'venue-names has 5 documents where the log makes 6',
    ]);
  });

  it('names keys that are missing, stand elsewhere or belong to no commit', async () => {
    await live(1, 4);
    const [first, second] = await service.store.readLog(0);
    service.database.exec("DELETE FROM keys WHERE name = 'venue-4'");
    service.database.exec("INSERT INTO keys (name, version, position) VALUES ('once/stray', 0, 3), ('venue-9', 2, 1)");
    service.database.exec(`UPDATE commits SET body = replace(body, '${second!.meta.id}', '${first!.meta.id}')`);
    const { faults } = await verifyDocuments(service);
    expect([...faults].sort()).toEqual(
      [
        `the key once/${first!.meta.id} of position 2 stands at position 1`,
        'the key venue-4@1 of position 5 is missing',
        `the key once/${second!.meta.id} stands at position 2, whose commit does not have it`,
        'the key once/stray stands at position 3, whose commit does not have it',
        'the key venue-9@2 stands at position 1, whose commit does not have it',
      ].sort(),
    );
  });

  it('remembers a bounded number of streams, and still misses nothing', async () => {
    for (let round = 1; round <= 3; round++) for (let id = 1; id <= 6; id++) await name(service, id, `Name ${round}`);
    expect(await faultsOfLog(service.store, 2)).toEqual([]);
    service.database.exec(`UPDATE commits SET body = replace(body, '"version":3', '"version":4') WHERE position = 15`);
    expect(await faultsOfLog(service.store, 2)).toContain('venue-3@4 at position 15 should be @3');
    service.database.exec(`UPDATE commits SET body = replace(body, '"version":2', '"version":3') WHERE position = 10`);
    expect(await faultsOfLog(service.store, 2)).toEqual(
      expect.arrayContaining(['venue-4@3 at position 10 should be @2', 'venue-4@3 at position 16 should be @4']),
    );
  });

  it('names a hole in the log and a version out of order', async () => {
    await live(1, 4);
    service.database.exec(`UPDATE commits SET body = replace(body, '"version":1', '"version":2') WHERE position = 3`);
    expect((await verifyDocuments(service)).faults).toEqual(
      expect.arrayContaining(['venue-3@2 at position 3 should be @1']),
    );
    service.database.exec('DELETE FROM commits WHERE position = 2');
    expect((await verifyDocuments(service)).faults).toEqual([expect.stringContaining('position 2 is missing')]);
  });
});
