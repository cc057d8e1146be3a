import { createProjector, type Registration, type UniqueName, type UnitOfWork } from './index.ts';
import {
  asked,
  type ServiceUnderTest,
  serviceUnderTest,
  type Venue,
  venue,
  venueRegistration,
  venues,
} from './serviceUnderTest.contract.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});

const decide = <Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> =>
  service.commands.run(asked, work).then(({ result }) => result);
const create = (unit: UnitOfWork, id: number, name = `Venue ${id}`) =>
  unit.append(venue, id, [{ type: 'VenueCreated', data: { name } }]);

describe('a unit of work', () => {
  it('shows its decisions before it is committed', async () => {
    await decide(async (unit) => {
      await create(unit, 1);
      expect(await unit.load(venue, 1)).toMatchObject({ name: 'Venue 1' });
      expect(await unit.version(venue, 1)).toBe(1);
      expect(unit.documents.find((write) => write.collection === venues)).toMatchObject({ id: 1, version: 1 });
      expect(await service.store.last()).toBe(0);
    });
    expect(await service.store.last()).toBe(1);
  });

  it('appends in order to a stream that is requested twice at once', async () => {
    await decide((unit) => Promise.all([create(unit, 1, 'first'), create(unit, 1, 'second'), unit.load(venue, 1)]));
    const events = await Array.fromAsync(service.store.readStream('venue-1'));
    expect(events.map(({ version, data }) => [version, data])).toEqual([
      [1, { name: 'first' }],
      [2, { name: 'second' }],
    ]);
  });

  it('decides on data in their stored form', async () => {
    await decide((unit) => create(unit, 1, 'Harbour'));
    const state = await decide((unit) =>
      unit.append(venue, 1, [{ type: 'VenueChanged', data: { name: undefined, city: 'Kiel' } }]),
    );
    expect(state).toEqual({ status: 'live', name: 'Harbour', city: 'Kiel' });
    const live = await service.documents.get(venues, 1);
    const replayed = serviceUnderTest();
    for (const commit of await service.store.readLog(0)) await replayed.store.append(commit);
    await createProjector(replayed).catchUp();
    expect(await replayed.documents.get(venues, 1)).toEqual(live);
  });

  it('accepts registered aggregates only', async () => {
    const strange = decide((unit) => unit.load({ ...venue, category: 'strange' }, 1));
    await expect(strange).rejects.toThrow('no registration for the aggregate strange');
  });
});

const namesOf = ({ status, name }: Venue): UniqueName[] => (status === 'live' ? [{ scope: 'name', name }] : []);

describe.each([
  ['known at once', namesOf],
  ['that are hashed with a key to be loaded', async (state: Venue) => namesOf(state)],
])('the unique names of a record, %s,', (_, names) => {
  const named = { ...venueRegistration, names };
  beforeEach(() => {
    service = serviceUnderTest({ registrations: [named as unknown as Registration] });
  });
  const holder = (name: string) => decide((unit) => unit.holder('name', name));

  it('are claimed with the record, moved with a change, and released with its end', async () => {
    await decide((unit) => create(unit, 1, 'Harbour'));
    expect(await holder('Harbour')).toBe('venue-1');
    await decide((unit) => unit.append(venue, 1, [{ type: 'VenueChanged', data: { name: 'Quay' } }]));
    expect([await holder('Harbour'), await holder('Quay')]).toEqual([null, 'venue-1']);
    await decide((unit) => unit.append(venue, 1, [{ type: 'VenueDeleted', data: {} }]));
    expect(await holder('Quay')).toBeNull();
  });

  it('are left alone by a change that does not touch them', async () => {
    await decide((unit) => create(unit, 1, 'Harbour'));
    await decide((unit) => unit.append(venue, 1, [{ type: 'VenueChanged', data: { city: 'Kiel' } }]));
    expect((await service.store.readLog(1))[0]?.events.map(({ stream }) => stream)).toEqual(['venue-1']);
  });

  it('refuse a record that claims the name of another', async () => {
    await decide((unit) => create(unit, 1, 'Harbour'));
    await expect(decide((unit) => create(unit, 2, 'Harbour'))).rejects.toMatchObject({ code: 'rest_name_taken' });
  });

  it('pass from one record to another in one commit', async () => {
    await decide((unit) => create(unit, 1, 'Harbour'));
    await decide(async (unit) => {
      await unit.append(venue, 1, [{ type: 'VenueChanged', data: { name: 'Quay' } }]);
      await create(unit, 2, 'Harbour');
    });
    expect([await holder('Harbour'), await holder('Quay')]).toEqual(['venue-2', 'venue-1']);
  });
});

describe('a fork', () => {
  it('is dropped if it is not adopted', async () => {
    await decide(async (unit) => {
      await create(unit, 1);
      const tried = unit.fork();
      await create(tried, 2);
      await tried.take('slug', 'harbour', 'venue-2');
      tried.once('effect/1');
      expect(await unit.load(venue, 2)).toMatchObject({ status: 'absent' });
      expect(unit.events).toHaveLength(1);
      expect(unit.onceNames).toEqual([]);
    });
    expect(await Array.fromAsync(service.store.readStream('venue-2'))).toEqual([]);
  });

  it('adds all its decisions if it is adopted', async () => {
    await decide(async (unit) => {
      await create(unit, 1);
      const tried = unit.fork();
      expect(await tried.load(venue, 1)).toMatchObject({ name: 'Venue 1' });
      await tried.append(venue, 1, [{ type: 'VenueChanged', data: { name: 'Quay' } }]);
      tried.once('effect/1');
      unit.adopt(tried);
      expect(await unit.load(venue, 1)).toMatchObject({ name: 'Quay' });
      await unit.append(venue, 1, [{ type: 'VenueChanged', data: { city: 'Kiel' } }]);
    });
    const [commit] = await service.store.readLog(0);
    expect(commit?.events.map((event) => event.version)).toEqual([1, 2, 3]);
    expect(commit?.keys).toContain('once/effect/1');
    expect(await service.documents.get(venues, 1)).toMatchObject({ body: { name: 'Quay', city: 'Kiel' } });
  });

  it('is not adopted if something would get lost', async () => {
    await decide(async (unit) => {
      const [first, second] = [unit.fork(), unit.fork()];
      await create(first, 1);
      unit.adopt(first);
      expect(() => unit.adopt(second)).toThrow('adopt');
      expect(() => first.adopt(unit.fork())).toThrow('adopt');
      expect(() => unit.adopt(unit)).toThrow('adopt');
    });
  });
});

describe('a dry run', () => {
  it('leaves no trace, and shows its work the earlier decisions', async () => {
    await decide(async (unit) => {
      await create(unit, 1);
      await unit.dryRun(async (trial) => {
        expect(await trial.load(venue, 1)).toMatchObject({ name: 'Venue 1' });
        await create(trial, 2);
        trial.once('effect/1');
      });
      expect([unit.events.length, unit.onceNames.length]).toEqual([1, 0]);
    });
    expect(await Array.fromAsync(service.store.readStream('venue-2'))).toEqual([]);
  });

  it('throws the errors of its work', async () => {
    const throwing = (unit: UnitOfWork) => unit.dryRun(() => Promise.reject(new RangeError('no')));
    await expect(decide(throwing)).rejects.toThrow(new RangeError('no'));
  });

  it('throws the refusal of its commit, and ignores earlier decisions', async () => {
    const picky = serviceUnderTest({
      check: ({ events }) => {
        if (events.length > 1) throw new RangeError(`${events.length} are too many`);
      },
    });
    const rehearsing = (...ids: readonly number[]) =>
      picky.commands.run(asked, async (unit) => {
        const state = await create(unit, 9);
        await unit.dryRun(async (trial) => {
          for (const id of ids) await create(trial, id, 'x'.repeat(id));
        });
        return state;
      });
    await expect(rehearsing(1, 2)).rejects.toThrow('2 are too many');
    await expect(rehearsing(16 * 1_024 * 1_024)).rejects.toMatchObject({ code: 'commit-too-large' });
    expect((await rehearsing(1)).position).toBe(1);
  });
});

describe('a name', () => {
  it('is claimed with its record, and free again once it is released', async () => {
    await decide(async (unit) => {
      await create(unit, 1);
      await unit.take('slug/venue', 'harbour', 'venue-1');
      await unit.take('slug/venue', 'harbour', 'venue-1');
    });
    expect(await Array.fromAsync(service.store.readStream('claim-slug/venue/harbour'))).toHaveLength(1);
    await decide(async (unit) => {
      expect(await unit.holder('slug/venue', 'harbour')).toBe('venue-1');
      expect(await unit.holder('slug/event', 'harbour')).toBeNull();
      await unit.release('slug/venue', 'harbour', 'venue-2');
      expect(await unit.holder('slug/venue', 'harbour')).toBe('venue-1');
      await unit.release('slug/venue', 'harbour', 'venue-1');
      await unit.take('slug/venue', 'harbour', 'venue-2');
    });
    expect(await decide((unit) => unit.holder('slug/venue', 'harbour'))).toBe('venue-2');
    const history = await Array.fromAsync(service.store.readStream('claim-slug/venue/harbour'));
    expect(history.map(({ type, data }) => [type, data])).toEqual([
      ['Taken', { by: 'venue-1' }],
      ['Released', { by: 'venue-1' }],
      ['Taken', { by: 'venue-2' }],
    ]);
  });

  it('is refused if another record has it', async () => {
    await decide((unit) => unit.take('slug/venue', 'harbour', 'venue-1'));
    const taking = decide((unit) => unit.take('slug/venue', 'harbour', 'venue-2'));
    await expect(taking).rejects.toMatchObject({ code: 'rest_name_taken' });
    await expect(taking).rejects.toMatchObject({ status: 409, params: { name: 'harbour' } });
  });
});
