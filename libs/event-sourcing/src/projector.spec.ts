import type { Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { createCommands, createProjector, verifyDocuments } from './index.ts';
import { name, type ServiceUnderTest, serviceUnderTest, venueNames, venues } from './serviceUnderTest.contract.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});

const nameUnfolded = (id: number, wanted: string) => name(crashing(), id, wanted);

/** Commands of a process that dies between append and fold. */
const crashing = (): Pick<ServiceUnderTest, 'commands'> => {
  const store: EventStore = { ...service.store, append: (commit) => service.store.append(commit) };
  return { commands: createCommands({ ...service, store }) };
};
const names = () => service.documents.find<{ name: string }>(venues, {}).then((all) => all.map((each) => each.name));

describe('a projector', () => {
  it('repairs documents that a crash between append and fold left out', async () => {
    await name(service, 1, 'Harbour');
    await name(crashing(), 1, 'Quay');
    await name(crashing(), 2, 'Pier');
    expect(await names()).toEqual(['Harbour']);
    const projector = createProjector(service);
    expect(await projector.lag()).toBe(3);
    expect(await projector.catchUp()).toBe(3);
    expect(await projector.lag()).toBe(0);
    expect(await names()).toEqual(['Quay', 'Pier']);
    expect(await service.documents.get(venueNames, 'venue-1/2')).toMatchObject({ body: { before: 'Harbour' } });
  });

  it('names a document that no store accepts, and goes on with the others', async () => {
    await name(service, 1, 'Harbour');
    const [commit] = await service.store.readLog(0);
    const data = { name: 'x'.repeat(8 * 1_024 * 1_024) };
    const events = [{ stream: 'venue-1', version: 2, type: 'VenueChanged', data }];
    await service.store.append({ events, meta: { ...commit!.meta, id: 'long' } });
    await name(crashing(), 2, 'Pier');
    const named: string[] = [];
    const projector = createProjector({ ...service, onUnstorable: ({ message }) => named.push(message) });
    expect(await projector.catchUp()).toBe(3);
    expect(await names()).toEqual(['Harbour', 'Pier']);
    expect(named).toEqual([
      expect.stringMatching(/^venues\/1 would have \d+ bytes at version 2/),
      expect.stringContaining('venue-names/venue-1/2 would have'),
    ]);
    expect((await verifyDocuments(service)).faults).toEqual(expect.arrayContaining(named));
  });

  it('repairs gaps that later writes have covered', async () => {
    await name(crashing(), 1, 'Harbour');
    await service.store.append(
      {
        events: [{ stream: 'venue-1', version: 2, type: 'VenueChanged', data: { name: 'Quay' } }],
        meta: { ...(await service.store.readLog(0))[0]!.meta, id: 'second' },
      },
      { documents: [{ collection: venues, id: 1, version: 2, body: { status: 'live', name: 'Quay', city: '' } }] },
    );
    await createProjector(service).catchUp();
    expect(await service.documents.find(venueNames, {})).toHaveLength(2);
  });

  it('goes on from its checkpoint, also in another process, and does nothing twice', async () => {
    await name(crashing(), 1, 'Harbour');
    await createProjector(service).catchUp();
    await name(crashing(), 1, 'Quay');
    const read: number[] = [];
    const store: EventStore = {
      ...service.store,
      readLog: (after, limit) => {
        read.push(after);
        return service.store.readLog(after, limit);
      },
    };
    const next = createProjector({ ...service, store });
    expect(await next.catchUp()).toBe(2);
    expect(await names()).toEqual(['Quay']);
    expect(Math.min(...read.slice(1))).toBe(1);
    read.length = 0;
    expect(await next.catchUp()).toBe(2);
    expect(read).toEqual([1, 2]);
  });

  it('works beside one that has overtaken it without moving a document or checkpoint back', async () => {
    for (let turn = 0; turn < 600; turn++) await nameUnfolded(1 + (turn % 7), `Name ${turn}`);
    const kept: number[] = [];
    const entries: Entries = {
      ...service.entries,
      put: async (kind, id, body, options) => {
        const done = await service.entries.put(kind, id, body, options);
        const now = await service.entries.get<{ position: number }>(
          'projector',
          `documents/${createProjector(service).versions}`,
        );
        kept.push(now?.body.position ?? 0);
        return done;
      },
    };
    let overtake: (() => Promise<unknown>) | undefined = () => createProjector({ ...service, entries }).catchUp();
    const store: EventStore = {
      ...service.store,
      readLog: async (after, limit) => {
        const commits = await service.store.readLog(after, limit);
        await overtake?.();
        overtake = undefined;
        return commits;
      },
    };
    expect(await createProjector({ ...service, entries, store }).catchUp()).toBe(600);
    expect(kept).toEqual([500, 600, 600]);
    expect(await names()).toEqual([595, 596, 597, 598, 599, 593, 594].map((turn) => `Name ${turn}`));
    expect(await verifyDocuments(service)).toMatchObject({ faults: [] });
  });

  it('restores no deleted document, and no older version', async () => {
    await name(crashing(), 1, 'Harbour');
    await service.documents.write([{ collection: venues, id: 1, version: 2, body: null }]);
    await createProjector(service).catchUp();
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 2, body: null });
  });

  it('stops at an unknown event once all earlier ones are done', async () => {
    await name(crashing(), 1, 'Harbour');
    const projector = createProjector(service);
    const { meta } = (await service.store.readLog(0))[0]!;
    const events = [{ stream: 'venue-1', version: 2, type: 'VenueMoved', data: {} }];
    await service.store.append({ events, meta: { ...meta, id: 'newer' } });
    await name(crashing(), 2, 'Pier');
    for (let turn = 0; turn < 2; turn++) {
      await expect(projector.catchUp()).rejects.toMatchObject({ code: 'rest_unknown_event' });
      expect(await service.entries.get('projector', `documents/${createProjector(service).versions}`)).toMatchObject({
        body: { position: 1 },
      });
      expect(await names()).toEqual(['Harbour']);
    }
    const strange = serviceUnderTest();
    await strange.store.append({ events: [{ stream: 'quay-1', version: 1, type: 'Built', data: {} }], meta });
    await expect(createProjector(strange).catchUp()).rejects.toMatchObject({ code: 'rest_unknown_event' });
  });

  it('stops if its checkpoint and the log contradict each other', async () => {
    await name(service, 1, 'Harbour');
    await createProjector(service).catchUp();
    const restored = serviceUnderTest();
    const projector = createProjector({ ...service, store: restored.store });
    const contradiction = { code: 'log-contradicted' };
    await expect(projector.catchUp()).rejects.toMatchObject(contradiction);
    await expect(projector.lag()).rejects.toMatchObject(contradiction);
    await name(restored, 7, 'Another');
    await expect(projector.catchUp()).rejects.toMatchObject(contradiction);
    await expect(projector.lag()).rejects.toMatchObject(contradiction);
  });

  it('asks again before it stops, if a new primary does not show the newest commits yet', async () => {
    await name(service, 1, 'Harbour');
    await createProjector(service).catchUp();
    const store: EventStore = { ...service.store, readLog: async () => [], last: async () => 0 };
    const projector = createProjector({ ...service, store });
    expect([await projector.lag(), await projector.catchUp()]).toEqual([0, 1]);
    const gone: EventStore = { ...store, commitAt: async () => undefined };
    await expect(createProjector({ ...service, store: gone }).lag()).rejects.toMatchObject({
      code: 'log-contradicted',
    });
  });

  it('stops at the signal', async () => {
    await name(crashing(), 1, 'Harbour');
    expect(await createProjector(service).catchUp(AbortSignal.abort())).toBe(0);
    expect(await names()).toEqual([]);
  });
});
