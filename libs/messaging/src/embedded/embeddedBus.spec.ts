import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import type { EventStore } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { busContract, effects, until } from '../bus.contract.ts';
import type { Bus, Delivery, RunningSubscription } from '../bus.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { createDeadLetters } from '../deadLetters.ts';
import type { Log } from '../log.ts';
import { memoryEntries as plainEntries } from '../memoryEntries.ts';
import { memoryEntries } from '../testing/memoryEntries.ts';
import { memoryLog } from '../testing/memoryLog.ts';
import { personsUnderTest } from '../testing/persons.ts';
import { type AppendTest, createTestLog, publishTest, testEvent } from '../testing/testLog.ts';
import { systemTime } from '../time.ts';
import { createEmbeddedBus, createSources, type EmbeddedBusOptions } from './embeddedBus.ts';

const recordingLog = () => {
  const [errors, warnings]: [string[], string[]] = [[], []];
  const log: Log = {
    info: () => undefined,
    warn: (_fields, text) => void warnings.push(text),
    error: (_fields, text) => void errors.push(text),
  };
  return { ...log, errors, warnings };
};

const SERVICES = ['core', 'calendar'] as const;
/** A lease that outlasts each pause of a busy machine, for subscriptions that give theirs back. */
const LONG_LEASE = { duration: 600_000, beat: 50 };
/** A lease that another instance soon takes over from a holder that is paused. */
const SHORT_LEASE = { duration: 250, beat: 50 };

const worldOn = <Store extends EventStore>(entries: Entries, makeStore: () => Store, end: () => void) => {
  const logs = new Map(SERVICES.map((name) => [name as ServiceName, makeStore()]));
  const testLogs = new Map([...logs].map(([name, store]) => [name, createTestLog(store)]));
  const persons = personsUnderTest(plainEntries());
  const { sealing } = persons;
  const sources = createSources(
    [...logs].map(([name, store]) => [name, { store, publishing: publishTest, sealing }] as const),
  );
  const kept = async (): Promise<string> => JSON.stringify(await entries.list('parked'));
  const buses: Bus[] = [];
  const log = recordingLog();
  const bus = (more: Partial<EmbeddedBusOptions> = {}): Bus => {
    const made = createEmbeddedBus({
      sources,
      entries,
      log,
      poll: 50,
      lease: LONG_LEASE,
      attempts: 3,
      opening: persons.opening(),
      ...more,
    });
    buses.push(made);
    return made;
  };
  const close = async (): Promise<void> => {
    await Promise.all(buses.map((made) => made.close()));
    end();
  };
  const append = (service: ServiceName, ...event: Parameters<AppendTest>) => testLogs.get(service)!(...event);
  return { entries, sources, log, bus, append, persons, kept, close, core: logs.get('core')! };
};

const makeWorld = () => {
  const entries = memoryEntries();
  return { ...worldOn(entries, memoryLog, () => undefined), entries };
};

busContract('embedded', async () => {
  const world = makeWorld();
  return { ...world, bus: () => world.bus() };
});

busContract('embedded, on SQLite', async () => {
  const databases = [openDatabase(':memory:')];
  const makeStore = (): EventStore => {
    const database = openDatabase(':memory:');
    databases.push(database);
    return createSqliteEventStore(database);
  };
  const entries = createSqliteEntries(databases[0]!, { now: () => Date.now() });
  const world = worldOn(entries, makeStore, () => {
    for (const database of databases) database.close();
  });
  return { ...world, bus: () => world.bus() };
});

describe('the embedded bus', () => {
  let world: ReturnType<typeof makeWorld>;
  beforeEach(() => {
    world = makeWorld();
  });
  afterEach(() => world.close());

  const subscribe = (made: ReturnType<typeof effects>, bus = world.bus()) =>
    bus.subscribe({ name: made.name, sources: ['core'], takes: [testEvent], handle: made.handle });

  const appendMany = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) await world.append('core', ['tag-1']);
  };

  it('delivers the events of one commit together, if the subscription can take several', async () => {
    const taken: number[][] = [];
    const running = await world.bus().subscribe({
      name: 'misc.pages',
      sources: ['core'],
      takes: [testEvent],
      handle: () => Promise.reject(new Error('not one by one')),
      handleTogether: async (deliveries) => void taken.push(deliveries.map(({ n }) => n)),
    });
    await world.append('core', ['tag-1', 'tag-2', 'tag-3']);
    await until(() => taken.length > 0);
    expect(taken).toEqual([[0, 1, 2]]);
    await running.stop();
  });

  describe('under load', () => {
    /** Subscribes with a clock that stands still: after the first commit, the next ones gather until `goOn`. */
    const gathering = async (ephemeral = false) => {
      const pause = Promise.withResolvers<void>();
      const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
        await (ms === 50 ? Promise.race([pause.promise, aborted(signal)]) : systemTime.sleep(ms, signal));
      };
      const time = { now: () => 0, sleep };
      const rounds: number[][] = [];
      const subscription = {
        name: 'misc.pages',
        sources: ['core'] as const,
        takes: [testEvent],
        handle: () => Promise.reject(new Error('not one by one')),
        handleTogether: async (deliveries: readonly Delivery[]) =>
          void rounds.push(deliveries.map(({ position }) => position)),
        ephemeral,
      };
      const running = await world
        .bus({ time, poll: 1_000, lease: { duration: 250, beat: 100 } })
        .subscribe(subscription);
      await world.append('core', ['tag-1']);
      await until(() => rounds.length === 1);
      return { running, rounds, goOn: pause.resolve };
    };
    const aborted = (signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));

    it('handles a commit at once, and those that follow it together', async () => {
      const { rounds, goOn } = await gathering();
      await appendMany(3);
      goOn();
      await until(() => rounds.length === 2);
      expect(rounds).toEqual([[1], [2, 3, 4]]);
    });

    it('handles commits at once if a request waits for one of them', async () => {
      const { rounds, running } = await gathering();
      await appendMany(3);
      expect(await running.reached('core', { position: 4, n: 0, key: 'tag-1' }, 60_000)).toBe(true);
      expect(rounds.flat()).toEqual([1, 2, 3, 4]);
    });

    it('handles commits at once if their data are only in memory', async () => {
      const { rounds } = await gathering(true);
      await appendMany(3);
      await until(() => rounds.flat().length === 4);
    });
  });

  it('reads a service that starts after the subscription', async () => {
    const made = effects('misc.pages');
    const running = await world
      .bus()
      .subscribe({ name: made.name, sources: ['core', 'translation'], takes: [testEvent], handle: made.handle });
    const translation = memoryLog();
    await createTestLog(translation)(['job-1']);
    await appendMany(1);
    await until(() => made.size === 1);
    world.sources.add('translation', { store: translation, publishing: publishTest });
    await until(() => made.size === 2);
    await running.stop();
  });

  it('stops while a source does not exist yet', async () => {
    const made = effects('misc.pages');
    const running = await world
      .bus()
      .subscribe({ name: made.name, sources: ['translation'], takes: [testEvent], handle: made.handle });
    await until(async () => (await world.entries.list('lease')).length === 1);
    await running.stop();
    expect([world.log.errors, world.log.warnings]).toEqual([[], []]);
  });

  it('finds an append of another process, without being woken', async () => {
    const made = effects('calendar.copies');
    world.core.onAppend = () => () => undefined;
    await subscribe(made);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await appendMany(2);
    await until(() => made.size === 2);
  });

  it('repeats after a crash the events beyond its checkpoint, and the repeated effects do nothing', async () => {
    const made = effects('calendar.copies');
    const broken = world.bus();
    await appendMany(7);
    world.entries.before = (operation, kind) => {
      // a slow bus writes a checkpoint before the last event, too
      if (operation === 'put' && kind === 'checkpoint' && made.size === 7) throw new Error('killed');
    };
    await subscribe(made, broken);
    await until(() => made.size === 7);
    await broken.close();
    const before = made.arrived.length;
    world.entries.before = () => undefined;
    await subscribe(made);
    await until(() => made.arrived.length > before);
    expect(made.of('tag-1')).toEqual([1, 2, 3, 4, 5, 6, 7].map((position) => `${position}/0`));
  });

  it('continues within a commit that was done in part', async () => {
    const made = effects('calendar.copies');
    const begun: RunningSubscription = await world.bus().subscribe({
      name: made.name,
      sources: ['core'],
      takes: [testEvent],
      handle: async (delivery) => {
        if (delivery.n === 1) void begun.stop();
        await made.handle(delivery);
      },
    });
    await world.append('core', ['tag-1', 'tag-2', 'tag-3']);
    await until(() => made.size === 2);
    await begun.stop();
    expect(await readCheckpoint(world.entries, 'calendar.copies/core')).toMatchObject({ position: 1, n: 1 });
    await subscribe(made);
    await until(() => made.size === 3);
    expect(made.arrived).toHaveLength(3);
  });

  it.each([
    ['ends before the checkpoint', () => world.core.cut(3)],
    [
      'has another commit there',
      () => {
        world.core.cut(4);
        return world.append('core', ['tag-1'], { meta: { id: 'somebody-else' } });
      },
    ],
  ])('stops with an error when the log %s', async (_name, damage) => {
    const made = effects('calendar.copies');
    await appendMany(5);
    await (await subscribe(made)).lag();
    await until(() => made.size === 5);
    await world.close();
    await damage();
    const running = await subscribe(made);
    await until(() => world.log.errors.length === 1);
    expect(world.log.errors).toEqual(['the subscription has stopped: a log contradicts its checkpoint']);
    await expect(running.lag()).rejects.toThrow(expect.objectContaining({ code: 'log-contradicted' }));
    expect(made.arrived).toHaveLength(5);
  });

  it('gives the effects of a restored log new names', async () => {
    const made = effects('calendar.copies');
    world.sources.add('translation', { store: world.core, publishing: publishTest, restores: [2] });
    await appendMany(3);
    await world.bus().subscribe({ name: made.name, sources: ['translation'], takes: [testEvent], handle: made.handle });
    await until(() => made.size === 3);
    expect(made.arrived.map((delivery) => delivery.epoch)).toEqual([1, 1, 2]);
  });

  it('does nothing twice when a paused holder wakes after another took over', async () => {
    const made = effects('calendar.copies');
    let wake = (): void => undefined;
    let asleep: Promise<void> = Promise.resolve();
    const pause = (): void => {
      asleep = new Promise((resolve) => {
        wake = resolve;
      });
    };
    const time = {
      ...systemTime,
      sleep: (ms: number, signal?: AbortSignal) => asleep.then(() => systemTime.sleep(ms, signal)),
    };
    const first = world.bus({ time, lease: SHORT_LEASE });
    await first.subscribe({
      name: made.name,
      sources: ['core'],
      takes: [testEvent],
      handle: async (delivery) => {
        if (delivery.position === 3) pause();
        await asleep;
        await made.handle(delivery);
      },
    });
    await appendMany(10);
    await until(() => made.size === 2);
    await subscribe(made, world.bus({ lease: SHORT_LEASE }));
    await until(() => made.size === 10);
    wake();
    asleep = Promise.resolve();
    await appendMany(10);
    await until(() => made.size === 20);
    expect(made.of('tag-1')).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 1}/0`));
    await until(async () => (await readCheckpoint(world.entries, 'calendar.copies/core')).position === 20);
    await world.close();
    expect(await readCheckpoint(world.entries, 'calendar.copies/core')).toMatchObject({ position: 20, n: 0 });
  });

  it('waits without a dead letter while a service that the handler needs is away', async () => {
    const made = effects('calendar.copies');
    let [out, tries] = [true, 0];
    await world.bus().subscribe({
      name: made.name,
      sources: ['core'],
      takes: [testEvent],
      handle: async (delivery) => {
        tries++;
        if (out) throw Object.assign(new Error('no store'), { code: 'store-unavailable' });
        await made.handle(delivery);
      },
    });
    await appendMany(1);
    // an ordinary failure has three attempts
    await until(() => tries > 3);
    out = false;
    await until(() => made.size === 1);
    expect(await createDeadLetters(world.entries, made.name).list()).toEqual([]);
  });

  it('takes over at once from the last run of a process that runs alone', async () => {
    const made = effects('calendar.copies');
    const lease = { duration: 60_000, beat: 50 };
    await world.entries.insert('lease', 'calendar.copies#000000000001', { holder: 'alone', beat: 4, released: false });
    await appendMany(1);
    await subscribe(made, world.bus({ lease, holder: 'alone' }));
    await until(() => made.size === 1, lease.duration / 2);
  });
});
