import type { EventStore } from '@almanac/event-store';
import { createCommands, createProjector, type Registration } from './index.ts';
import {
  asked,
  name,
  registrations,
  serviceUnderTest,
  type Venue,
  venue,
  venueNames,
  venueRegistration,
  venues,
} from './serviceUnderTest.contract.ts';

const register = (changed: object): Registration[] => [{ ...venueRegistration, ...changed } as unknown as Registration];

describe('a document', () => {
  it('is folded again before a decision if its projection version is older', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const shouting = {
      ...venue,
      projectionVersion: 2,
      evolve: (state: Venue, event: never) => {
        const next = venue.evolve(state, event);
        return { ...next, name: next.name.toUpperCase() };
      },
    };
    const later = serviceUnderTest({
      registrations: register({ aggregate: shouting, collection: { ...venues, projectionVersion: 2 } }),
    });
    await later.store.append((await service.store.readLog(0))[0]!);
    await later.documents.write([{ collection: venues, id: 1, version: 1, body: { name: 'Harbour', status: 'live' } }]);
    expect(await later.documents.get(venues, 1)).toMatchObject({ projectionVersion: 1 });
    await later.commands.run(asked, async (unit) => {
      expect(await unit.load(venue, 1)).toMatchObject({ name: 'HARBOUR' });
      await unit.append(venue, 1, [{ type: 'VenueChanged', data: { city: 'Kiel' } }]);
    });
    expect(await later.documents.get(venues, 1)).toMatchObject({
      projectionVersion: 2,
      version: 2,
      body: { name: 'HARBOUR' },
    });
  });

  it('saves the decision from reading the events of its stream', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    let reads = 0;
    const store: EventStore = {
      ...service.store,
      readStream: (...asked) => {
        reads++;
        return service.store.readStream(...asked);
      },
    };
    await name({ commands: createCommands({ ...service, store }) }, 1, 'Quay');
    expect([reads, (await service.documents.get(venues, 1))?.body]).toEqual([
      0,
      expect.objectContaining({ name: 'Quay' }),
    ]);
  });

  it('is ignored after a conflict if it is behind the log', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const [first] = await service.store.readLog(0);
    const events = [{ stream: 'venue-1', version: 2, type: 'VenueChanged', data: { city: 'Kiel' } }];
    let others = 0;
    const store: EventStore = {
      ...service.store,
      append: async (commit, options) => {
        // another process, which ends before it writes the document
        if (others++ === 0) await service.store.append({ events, meta: { ...first!.meta, id: 'other' } });
        return service.store.append(commit, options);
      },
    };
    await name({ commands: createCommands({ ...service, store }) }, 1, 'Quay');
    expect([others, await service.store.last()]).toEqual([2, 3]);
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 3, body: { name: 'Quay', city: 'Kiel' } });
  });

  it('stops an older release from deciding on unknown events of a newer one', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const [commit] = await service.store.readLog(0);
    await service.store.append(
      {
        events: [{ stream: 'venue-1', version: 2, type: 'VenueMoved', data: {} }],
        meta: { ...commit!.meta, id: 'newer' },
      },
      {
        documents: [{ collection: { ...venues, projectionVersion: 2 }, id: 1, version: 2, body: { name: 'Harbour' } }],
      },
    );
    await expect(name(service, 1, 'Quay')).rejects.toMatchObject({ code: 'rest_unknown_event', status: 503 });
    expect(await service.store.last()).toBe(2);
    await expect(name(service, 2, 'Quay')).resolves.toMatchObject({ position: 3 });
  });

  it('is made from older stored forms by upcasters, while new events have the current form', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const upcasters = { VenueCreated: [({ name }: { readonly name: string }) => ({ name, city: 'unknown' })] };
    const later = serviceUnderTest({ registrations: register({ aggregate: { ...venue, upcasters } }) });
    await later.store.append((await service.store.readLog(0))[0]!);
    await later.commands.run(asked, async (unit) => {
      await unit.append(venue, 2, [{ type: 'VenueCreated', data: { name: 'Quay', city: 'Kiel' } }]);
      await unit.append(venue, 2, [{ type: 'VenueChanged', data: { name: 'Pier' } }]);
    });
    await createProjector(later).catchUp();
    expect((await later.documents.get(venues, 1))?.body).toMatchObject({ name: 'Harbour', city: 'unknown' });
    expect((await later.documents.get(venues, 2))?.body).toMatchObject({ name: 'Pier', city: 'Kiel' });
    const forms = (await later.store.readLog(0)).flatMap(({ events }) => events.map(({ schema }) => schema));
    expect(forms).toEqual([undefined, 2, undefined]);
  });

  it('is made from the next stored form too, while new events have the former one', async () => {
    const reading = {
      ...venue,
      upcasters: { VenueChanged: [({ name, ...rest }: { readonly name: string }) => ({ ...rest, title: name })] },
      writes: { VenueChanged: 1 },
      evolve: (state: Venue, event: never) => {
        const next: Venue & { readonly title?: string } = venue.evolve(state, event);
        return { ...next, name: next.title ?? next.name };
      },
    };
    const service = serviceUnderTest({ registrations: register({ aggregate: reading }) });
    await name(service, 1, 'Harbour');
    const [commit] = await service.store.readLog(0);
    const newer = { stream: 'venue-1', version: 2, type: 'VenueChanged', schema: 2, data: { title: 'Quay' } };
    await service.store.append({ events: [newer], meta: { ...commit!.meta, id: 'newer' } });
    await createProjector(service).catchUp();
    expect((await service.documents.get(venues, 1))?.body).toMatchObject({ name: 'Quay' });
    await service.commands.run(asked, (unit) =>
      unit.append(venue, 1, [{ type: 'VenueChanged', data: { name: 'Pier' } }]),
    );
    await createProjector(service).catchUp();
    expect((await service.documents.get(venues, 1))?.body).toMatchObject({ name: 'Pier' });
    const forms = (await service.store.readLog(0)).flatMap(({ events }) => events.map(({ schema }) => schema));
    expect(forms).toEqual([undefined, 2, undefined]);
  });

  it('stops an older release from deciding on an unknown stored form', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const [commit] = await service.store.readLog(0);
    const newer = { stream: 'venue-1', version: 2, type: 'VenueChanged', schema: 2, data: { title: 'Quay' } };
    await service.store.append(
      { events: [newer], meta: { ...commit!.meta, id: 'newer' } },
      { documents: [{ collection: { ...venues, projectionVersion: 2 }, id: 1, version: 2, body: { name: 'Quay' } }] },
    );
    await expect(name(service, 1, 'Pier')).rejects.toMatchObject({ code: 'rest_unknown_event', status: 503 });
  });

  it('is a tombstone for a deleted record, which no late writer revives', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    await service.commands.run(asked, (unit) => unit.append(venue, 1, [{ type: 'VenueDeleted', data: {} }]));
    expect(await service.documents.get(venues, 1)).toEqual({ id: 1, version: 2, projectionVersion: 1, body: null });
    await service.documents.write([{ collection: venues, id: 1, version: 1, body: { name: 'Harbour' } }]);
    expect(await service.documents.find(venues, {})).toEqual([]);
    await service.commands.run(asked, async (unit) => {
      expect(await unit.load(venue, 1)).toMatchObject({ status: 'gone', name: 'Harbour' });
      expect(await unit.version(venue, 1)).toBe(2);
    });
  });

  it('arrives with those that its events create, and without those that they delete', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    await name(service, 1, 'Quay');
    expect(await service.documents.find(venueNames, {})).toEqual([
      { name: 'Harbour', before: '' },
      { name: 'Quay', before: 'Harbour' },
    ]);
    await service.commands.run(asked, (unit) => unit.append(venue, 1, [{ type: 'VenueDeleted', data: {} }]));
    expect(await service.documents.get(venueNames, 'venue-1/2')).toMatchObject({ body: null });
  });
});

describe('registrations', () => {
  it.each([
    ['twice', [...registrations, ...registrations], 'registered twice'],
    ['with a hyphen', register({ aggregate: { ...venue, category: 'venue-x' } }), 'hyphen'],
    [
      'with a fold that the documents do not carry',
      register({ aggregate: { ...venue, projectionVersion: 2 } }),
      'higher projection version',
    ],
  ])('are refused at the start if an aggregate is registered %s', (_, bad, fault) => {
    expect(() => serviceUnderTest({ registrations: bad })).toThrow(fault);
  });
});
