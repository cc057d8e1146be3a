import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventStore, VersionConflictError } from '@almanac/event-store';
import { createCommands, type UnitOfWork } from './index.ts';
import { asked, name, type ServiceUnderTest, serviceUnderTest, venue, venues } from './serviceUnderTest.contract.ts';

describe('a command', () => {
  it('commits its decision with its documents, so that the next one sees it', async () => {
    const service = serviceUnderTest();
    const { position, result } = await name(service, 1, 'Harbour');
    expect(position).toBe(1);
    expect(result).toEqual({ status: 'live', name: 'Harbour', city: '' });
    expect(await service.documents.get(venues, 1)).toEqual({ id: 1, version: 1, projectionVersion: 1, body: result });
    await name(service, 1, 'Quay');
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 2, body: { name: 'Quay' } });
  });

  it('stores who asked, when and why', async () => {
    const service = serviceUnderTest();
    await name({ commands: service.commands }, 1, 'Harbour');
    const [commit] = await service.store.readLog(0);
    const { commitId: _, ...context } = asked;
    expect(commit?.meta).toEqual({ ...context, id: expect.any(String), at: '2026-01-01T00:00:00.000Z' });
    await service.commands.run({ ...asked, commitId: 'known' }, (unit) => rename(unit, 'Quay'));
    expect(await service.store.findCommit('known')).toMatchObject({ position: 2 });
  });

  it('waits for no other if it names nothing', async () => {
    const service = serviceUnderTest();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = service.commands.run(asked, async (unit) => {
      await promise;
      return unit.append(venue, 1, []);
    });
    await name(service, 2, 'Quay');
    resolve();
    expect((await first).position).toBeUndefined();
  });

  it('writes nothing if nothing changes', async () => {
    const service = serviceUnderTest();
    const outcome = await service.commands.run(asked, async (unit) => unit.append(venue, 1, []));
    expect(outcome).toEqual({ result: venue.initialState, position: undefined });
    expect(await service.store.last()).toBe(0);
  });

  it('writes nothing if a document of its events would be too large', async () => {
    const service = serviceUnderTest();
    const long = 'x'.repeat(8 * 1_024 * 1_024);
    await expect(name(service, 1, long)).rejects.toMatchObject({ code: 'document-too-large' });
    expect(await service.store.last()).toBe(0);
    expect((await name(service, 1, long.slice(1_024 * 1_024))).position).toBe(1);
  });

  it('writes nothing if its decision or a check refuses it', async () => {
    const refuse = () => {
      throw new RangeError('too large to publish');
    };
    const service = serviceUnderTest({ check: (commit) => commit.events.length > 1 && refuse() });
    const undecided = service.commands.run(asked, async (unit) => {
      await rename(unit, 'Harbour');
      throw new RangeError('no');
    });
    await expect(undecided).rejects.toThrow('no');
    const unpublished = service.commands.run(asked, async (unit) => {
      await rename(unit, 'Harbour');
      await rename(unit, 'Quay');
    });
    await expect(unpublished).rejects.toThrow('too large to publish');
    await expect(service.commands.run(asked, (unit) => rename(unit, 'Pier'), { check: refuse })).rejects.toThrow(
      'too large',
    );
    expect(await service.store.last()).toBe(0);
  });

  it('reports that a name of a once key is taken', async () => {
    const service = serviceUnderTest();
    const effect = async (unit: UnitOfWork) => {
      unit.once('effect/1');
      await rename(unit, 'Harbour');
    };
    await service.commands.run(asked, effect);
    await expect(service.commands.run(asked, effect)).rejects.toMatchObject({ code: 'key-taken', position: 1 });
  });
});

const rename = (unit: UnitOfWork, wanted: string) =>
  unit.append(venue, 1, [{ type: 'VenueChanged', data: { name: wanted } }]);

const conflict = new VersionConflictError('venue-1');

/** Wraps a store so that another writer comes first, a number of times. */
const overtaken = (service: ServiceUnderTest, times: number, faster: () => Promise<unknown>): EventStore => {
  let left = times;
  return {
    ...service.store,
    append: async (commit, options) => {
      if (left-- > 0) await faster();
      return service.store.append(commit, options);
    },
  };
};

describe('a command that another one overtakes', () => {
  it('decides again on the newer state', async () => {
    const service = serviceUnderTest();
    const store = overtaken(service, 1, () => name(service, 1, 'Theirs'));
    const seen: string[] = [];
    await createCommands({ ...service, store }).run(asked, async (unit) => {
      seen.push((await unit.load(venue, 1)).name);
      await rename(unit, `${seen.at(-1)} and mine`);
    });
    expect(seen).toEqual(['', 'Theirs']);
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 2, body: { name: 'Theirs and mine' } });
  });

  it('takes the newer state from the log if the documents lack it', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const documentless: EventStore = { ...service.store, append: (commit) => service.store.append(commit) };
    await name({ commands: createCommands({ ...service, store: documentless }) }, 1, 'Quay');
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 1 });
    await service.commands.run(asked, async (unit) => rename(unit, `${(await unit.load(venue, 1)).name} 2`));
    expect(await service.documents.get(venues, 1)).toMatchObject({ version: 3, body: { name: 'Quay 2' } });
  });

  it('is refused if the client named the version that it knew', async () => {
    const service = serviceUnderTest();
    await name(service, 1, 'Harbour');
    const commands = createCommands({ ...service, store: overtaken(service, 1, () => name(service, 1, 'Theirs')) });
    const change = (expected: number) =>
      commands.run(asked, async (unit) => {
        await unit.expectVersion(venue, 1, {
          require: ({ version }) => {
            if (version !== expected) throw new Error('another version');
          },
        });
        await rename(unit, 'Mine');
      });
    await expect(change(1)).rejects.toThrow('another version');
    await expect(change(2)).resolves.toMatchObject({ position: 3 });
  });

  it('queues for its own keys, and not for those of another command', async () => {
    const service = serviceUnderTest();
    const commands = createCommands({ ...service, store: overtaken(service, 2, () => Promise.reject(conflict)) });
    const held = Promise.withResolvers<void>();
    const rename = (id: number, again: () => Promise<void>) => {
      let tries = 0;
      return commands.run(asked, async (unit) => {
        if (++tries > 1) await again();
        await unit.append(venue, id, [{ type: 'VenueChanged', data: { name: 'Mine' } }]);
      });
    };
    const waiting = rename(1, () => held.promise);
    await rename(2, async () => undefined);
    held.resolve();
    expect((await waiting).position).toBe(2);
  });

  it('outlasts as many conflicts as a file of a hundred equal titles brings', async () => {
    const service = serviceUnderTest();
    let others = 0;
    const store = overtaken(service, 50, () => name(service, 1, `Theirs ${others++}`));
    const { position } = await createCommands({ ...service, store }).run(asked, (unit) => rename(unit, 'Mine'));
    expect([others, position]).toEqual([50, 51]);
  });

  it('gives up after its retries', async () => {
    const service = serviceUnderTest();
    let others = 0;
    const store = overtaken(service, 99, () => name(service, 1, `Theirs ${others++}`));
    const command = createCommands({ ...service, store, retries: 3 }).run(asked, (unit) => rename(unit, 'Mine'));
    await expect(command).rejects.toMatchObject({ code: 'rest_contention' });
    await expect(command).rejects.toMatchObject({ status: 503 });
    expect(others).toBe(4);
  });
});

describe('a hundred equal titles at once', () => {
  const slugged = async (unit: UnitOfWork, id: number): Promise<string> => {
    for (let number = 1; ; number++) {
      const slug = number === 1 ? 'harbour' : `harbour-${number}`;
      if ((await unit.holder('slug', slug)) !== null) continue;
      await unit.take('slug', slug, `venue-${id}`);
      await unit.append(venue, id, [{ type: 'VenueCreated', data: { name: slug } }]);
      return slug;
    }
  };
  const createAll = async (mutexKeys: readonly string[], arrival: (id: number) => Promise<void> = async () => {}) => {
    const service = serviceUnderTest();
    let tries = 0;
    const create = async (id: number) => {
      await arrival(id);
      return service.commands.run(
        asked,
        (unit) => {
          tries++;
          return slugged(unit, id);
        },
        { mutexKeys },
      );
    };
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, id) => create(id + 1)));
    expect(new Set(outcomes.map(({ result }) => result)).size).toBe(100);
    expect(await service.documents.count(venues)).toBe(100);
    return tries;
  };

  it('each get a slug of their own after few conflicts, by queueing for the conflicting keys', async () => {
    expect(await createAll([])).toBeLessThan(500);
  });

  it('each get a slug however their commands interleave', async () => {
    const turns = async (id: number): Promise<void> => {
      for (let turn = 0; turn < (id * 7) % 40; turn++) await nextTurn();
    };
    await createAll([], turns);
  });

  it('meet no conflict if they queue from the start', async () => {
    expect(await createAll(['claim-slug/harbour'])).toBe(100);
  });
});
