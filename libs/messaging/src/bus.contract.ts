import { coreErased, type ServiceName, sealedTypeOf, userChanged } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { Metadata } from '@almanac/event-store';
import { type Bus, type Delivery, effectOf, type RunningSubscription } from './bus.ts';
import { createDeadLetters, UnknownTypeError } from './deadLetters.ts';
import { delivery } from './testing/delivery.ts';
import type { PersonsUnderTest } from './testing/persons.ts';
import { type TestEvent, testEvent } from './testing/testLog.ts';

export { delivery } from './testing/delivery.ts';
export { type PersonsUnderTest, personsUnderTest } from './testing/persons.ts';
export { type AppendTest, createTestLog, publishTest, testEvent } from './testing/testLog.ts';

/** The environment of the contract: the logs of core and calendar, and any number of buses. */
export interface BusWorld {
  /** Creates a bus of another process of the same service. */
  bus(): Bus;
  /** The subscribing service's entries. */
  readonly entries: Entries;
  /** Appends to a service's log, which is published by `publishTest`; see `createTestLog`. */
  append(service: ServiceName, streams: readonly string[], event?: TestEvent): Promise<number>;
  /** Persons whose keys core has. */
  readonly persons: PersonsUnderTest;
  /**
   * Returns all data that the bus stores outside publishing services: topics, and dead letters of relays and
   * subscribers.
   */
  kept(): Promise<string>;
  close(): Promise<void>;
}

/** Resolves once the condition holds; throws after `ms` milliseconds. */
export const until = async (condition: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Creates a consumer with idempotent effects, as with `once/…` keys; it records repeats and their order. */
export const effects = (name: string) => {
  const done = new Map<string, Delivery>();
  const arrived: Delivery[] = [];
  return {
    name,
    arrived,
    /** Returns the positions of the effects of one key, in the order in which they were made. */
    of: (key: string): string[] =>
      [...done.values()].filter((one) => one.key === key).map((one) => `${one.position}/${one.n}`),
    get size() {
      return done.size;
    },
    handle: async (delivery: Delivery): Promise<void> => {
      arrived.push(delivery);
      const effect = effectOf(name, delivery);
      if (!done.has(effect)) done.set(effect, delivery);
    },
  };
};

const CORE: readonly ServiceName[] = ['core'];

/** Requirements for every bus (docs/architecture.md §3), with any transport. */
export const busContract = (name: string, make: () => Promise<BusWorld>): void => {
  describe(`the contract of a bus: ${name}`, () => {
    let world: BusWorld;
    beforeEach(async () => {
      world = await make();
    });
    afterEach(async () => {
      await world.close();
    });

    const subscribe = (
      made: ReturnType<typeof effects>,
      options: { bus?: Bus; sources?: readonly ServiceName[]; handle?: (delivery: Delivery) => Promise<void> } = {},
    ): Promise<RunningSubscription> =>
      (options.bus ?? world.bus()).subscribe({
        name: made.name,
        sources: options.sources ?? CORE,
        takes: [testEvent],
        handle: options.handle ?? made.handle,
      });

    const appendMany = async (count: number, keys = 3): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await world.append('core', [`tag-${turn % keys}`]);
    };

    /** Resolves once all appended events have reached the subscribers. */
    const seen = async (): Promise<void> => {
      const made = effects('misc.seen');
      const position = await world.append('core', ['tag-0']);
      await subscribe(made);
      await until(() => made.arrived.some((delivery) => delivery.position === position));
    };

    it('delivers the published events of the sources, with their context, and nothing else', async () => {
      const made = effects('calendar.copies');
      await subscribe(made, { sources: ['core', 'calendar'] });
      const meta = {
        principal: 'user:7',
        language: 'fr-ca',
        correlation: 'request-9',
        causation: 'request-9',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        at: '2026-05-01T10:00:00.000Z',
      };
      await world.append('core', ['tag-1'], { type: 'Private' });
      await world.append('core', ['tag-1', 'tag-2'], { text: 'one', meta: meta as Partial<Metadata> });
      await world.append('calendar', ['venue-5']);
      await until(() => made.size === 3);
      const delivered = { source: 'core', epoch: 1, position: 2, type: 'core.test.v1' };
      expect(made.arrived.filter((one) => one.source === 'core')).toEqual([
        { ...delivered, ...meta, n: 0, key: 'tag-1', data: { id: 1, text: 'one' } },
        { ...delivered, ...meta, n: 1, key: 'tag-2', data: { id: 2, text: 'one' } },
      ]);
      expect(made.arrived.find((one) => one.source === 'calendar')).toMatchObject({ position: 1, key: 'venue-5' });
    });

    it('keeps the order within a key, and misses nothing while many are written', async () => {
      const made = effects('calendar.copies');
      await subscribe(made);
      await appendMany(300);
      await until(() => made.size === 300);
      for (const key of ['tag-0', 'tag-1', 'tag-2']) {
        const positions = made.of(key).map((delivered) => Number(delivered.split('/')[0]));
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
        expect(positions).toHaveLength(100);
      }
    });

    it('delivers everything to a subscription that joins late, beside one that has it already', async () => {
      const [early, late] = [effects('calendar.copies'), effects('redirection.paths')];
      await subscribe(early);
      await appendMany(20);
      await until(() => early.size === 20);
      await subscribe(late);
      await until(() => late.size === 20);
      expect(early.size).toBe(20);
    });

    it('goes on from its checkpoint after a stop', async () => {
      const made = effects('calendar.copies');
      await appendMany(30);
      const first = await subscribe(made);
      await until(() => made.size === 30);
      await first.stop();
      const before = made.arrived.length;
      await appendMany(5);
      await subscribe(made);
      await until(() => made.size === 35);
      expect(made.arrived.length - before).toBe(5);
    });

    it('finishes the delivery that is being handled before a stop resolves', async () => {
      const made = effects('calendar.copies');
      let begun = false;
      const handle = async (delivery: Delivery): Promise<void> => {
        begun = true;
        await new Promise((resolve) => setTimeout(resolve, 100));
        await made.handle(delivery);
      };
      const running = await subscribe(made, { handle });
      await appendMany(1);
      await until(() => begun);
      await running.stop();
      expect(made.size).toBe(1);
    });

    it('retries a delivery that fails for a moment, in order', async () => {
      const made = effects('calendar.copies');
      let failures = 0;
      const handle = async (delivery: Delivery): Promise<void> => {
        if (delivery.position === 2 && failures++ < 2) throw new Error('for a moment');
        await made.handle(delivery);
      };
      await subscribe(made, { handle });
      await appendMany(5, 1);
      await until(() => made.size === 5);
      expect(made.of('tag-0')).toEqual(['1/0', '2/0', '3/0', '4/0', '5/0']);
      expect(await createDeadLetters(world.entries, made.name).list()).toEqual([]);
    });

    it('makes a dead letter of a delivery that always fails and blocks its key alone; a replay mends it in order', async () => {
      const made = effects('calendar.copies');
      let poisonous = true;
      const handle = async (delivery: Delivery): Promise<void> => {
        if (poisonous && delivery.position === 2) throw new Error('cannot be');
        await made.handle(delivery);
      };
      const running = await subscribe(made, { handle });
      await appendMany(9);
      for (const [position, key] of [
        [7, 'tag-0'],
        [8, 'tag-1'],
        [9, 'tag-2'],
      ] as const) {
        expect(await running.reached('core', { position, n: 0, key }, 60_000)).toBe(true);
      }
      expect([made.of('tag-0').length, made.of('tag-1'), made.of('tag-2').length]).toEqual([3, [], 3]);
      const letters = createDeadLetters(world.entries, made.name);
      expect((await letters.list()).map(({ delivery, reason }) => [delivery.position, reason])).toEqual([
        [2, 'Error: cannot be'],
        [5, null],
        [8, null],
      ]);
      poisonous = false;
      await letters.requestReplay({ source: 'core', key: 'tag-1' });
      await until(() => made.size === 9);
      await appendMany(2);
      await until(() => made.size === 11);
      expect(made.of('tag-1')).toEqual(['2/0', '5/0', '8/0', '11/0']);
      expect(await letters.list()).toEqual([]);
    });

    it('finishes at its next start a replay that a stop interrupted', async () => {
      const made = effects('calendar.copies');
      let state: 'poisonous' | 'away' | 'well' = 'poisonous';
      let tries = 0;
      const handle = async (delivery: Delivery): Promise<void> => {
        if (state === 'poisonous') throw new Error('cannot be');
        if (state === 'away') {
          tries++;
          throw Object.assign(new Error('no store'), { code: 'store-unavailable' });
        }
        await made.handle(delivery);
      };
      const first = await subscribe(made, { handle });
      await appendMany(3, 1);
      expect(await first.reached('core', { position: 3, n: 0, key: 'tag-0' }, 60_000)).toBe(true);
      state = 'away';
      await createDeadLetters(world.entries, made.name).requestReplay();
      await until(() => tries > 0);
      await first.stop();
      state = 'well';
      await subscribe(made, { handle });
      await until(() => made.size === 3);
      expect(made.of('tag-0')).toEqual(['1/0', '2/0', '3/0']);
    });

    it('loses no delivery that arrives while dead letters are replayed', async () => {
      const made = effects('calendar.copies');
      let poisonous = true;
      const handle = async (delivery: Delivery): Promise<void> => {
        if (poisonous) throw new Error('cannot be');
        await new Promise((resolve) => setTimeout(resolve, 2));
        await made.handle(delivery);
      };
      const running = await subscribe(made, { handle });
      await appendMany(20, 1);
      expect(await running.reached('core', { position: 20, n: 0, key: 'tag-0' }, 60_000)).toBe(true);
      poisonous = false;
      const appending = appendMany(40, 1);
      await createDeadLetters(world.entries, made.name).requestReplay();
      await appending;
      await until(async () => {
        await createDeadLetters(world.entries, made.name).requestReplay();
        return made.size === 60;
      });
      expect(made.of('tag-0')).toEqual(Array.from({ length: 60 }, (_, index) => `${index + 1}/0`));
    });

    it('reports when a position is reached, and how far behind it is', async () => {
      const made = effects('calendar.copies');
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const handle = async (delivery: Delivery): Promise<void> => {
        await gate;
        await made.handle(delivery);
      };
      const running = await subscribe(made, { handle });
      const position = await world.append('core', ['tag-1', 'tag-2']);
      expect(await running.reached('core', { position, n: 1, key: 'tag-2' }, 100)).toBe(false);
      await until(async () => Number((await running.lag()).get('core')) > 0);
      open();
      expect(await running.reached('core', { position, n: 0, key: 'tag-1' }, 60_000)).toBe(true);
      expect(await running.reached('core', { position, n: 1, key: 'tag-2' }, 60_000)).toBe(true);
      expect(made.size).toBe(2);
      await until(async () => (await running.lag()).get('core') === 0);
    });

    it('lets two instances of a subscription share the work: each event once, one takes over from the other', async () => {
      const made = effects('calendar.copies');
      const first = await subscribe(made);
      const second = await subscribe(made);
      await appendMany(30);
      await until(() => made.size === 30);
      expect(await second.reached('core', { position: 30, n: 0, key: 'tag-2' }, 60_000)).toBe(true);
      await first.stop();
      await appendMany(30);
      await until(() => made.size === 60);
      expect(made.arrived).toHaveLength(60);
    });

    it('delivers to every process of an ephemeral subscription the events after its start, and stores nothing about it', async () => {
      const [one, other] = [effects('gateway.rules'), effects('gateway.rules')];
      await appendMany(5);
      await seen();
      for (const made of [one, other]) {
        await world
          .bus()
          .subscribe({ name: made.name, sources: CORE, takes: [testEvent], handle: made.handle, ephemeral: true });
      }
      await appendMany(30);
      await until(() => one.size === 30 && other.size === 30);
      for (const made of [one, other]) expect(Math.min(...made.arrived.map((each) => each.position))).toBe(7);
      expect(await world.entries.list('checkpoint', { prefix: 'gateway.rules' })).toEqual([]);
    });

    it('drops, in an ephemeral subscription, deliveries that fail repeatedly, and goes on with their key', async () => {
      const made = effects('gateway.rules');
      const handle = async (delivery: Delivery): Promise<void> => {
        if (delivery.position === 2) throw new Error('cannot be');
        await made.handle(delivery);
      };
      await world.bus().subscribe({ name: made.name, sources: CORE, takes: [testEvent], handle, ephemeral: true });
      await appendMany(3, 1);
      await until(() => made.size === 2);
      expect(made.of('tag-0')).toEqual(['1/0', '3/0']);
      expect(await createDeadLetters(world.entries, made.name).list()).toEqual([]);
    });

    describe('and personal data', () => {
      const NAME = 'Zebedee Quillworth';
      const tell = (name: string, user = 'user-7') => world.append('core', [user], { type: 'Personal', text: name });
      const namesOf = (made: ReturnType<typeof effects>) =>
        made.arrived.flatMap((one) => (userChanged.is(one) ? [one.data.name] : []));
      const subscribeTo = (
        made: ReturnType<typeof effects>,
        handle: (delivery: Delivery) => Promise<void> = made.handle,
      ): Promise<RunningSubscription> =>
        world.bus().subscribe({ name: made.name, sources: CORE, takes: [userChanged, coreErased, testEvent], handle });
      const lettersOf = (made: ReturnType<typeof effects>) => createDeadLetters(world.entries, made.name);

      it('keeps them sealed in transit and as a dead letter, and opens them for the handler', async () => {
        const made = effects('calendar.copies');
        let poisonous = true;
        await subscribeTo(made, async (delivery) => {
          if (poisonous) throw new Error('cannot be');
          await made.handle(delivery);
        });
        await tell(NAME);
        await tell(`${NAME} junior`);
        await until(async () => (await lettersOf(made).list()).length === 2);
        const kept = await world.kept();
        expect(kept).toContain(sealedTypeOf(userChanged.type));
        expect(kept).not.toContain('Quillworth');
        poisonous = false;
        await lettersOf(made).requestReplay();
        await until(() => made.size === 2);
        expect([namesOf(made), made.arrived[0]?.type]).toEqual([[NAME, `${NAME} junior`], userChanged.type]);
      });

      it('keeps them sealed for good once the person is erased: they arrive as null', async () => {
        const [early, late] = [effects('calendar.copies'), effects('misc.embeds')];
        await subscribeTo(early);
        await tell(NAME);
        await tell('Ada', 'user-8');
        await until(() => early.size === 2);
        await world.append('core', ['user-7'], { type: 'Erased' });
        await world.persons.keys.destroy('user-7');
        await until(() => early.size === 3);
        await subscribeTo(late);
        await tell('said after the erasure');
        await until(() => late.size === 4 && early.size === 4);
        expect(namesOf(late).toSorted()).toEqual(['Ada', null, null]);
        expect(namesOf(early).toSorted()).toEqual(['Ada', NAME, null]);
        expect(await world.kept()).not.toMatch(/Quillworth|said after/);
      });

      it('waits, without a dead letter or a gap, while the owner of the keys is away', async () => {
        const made = effects('calendar.copies');
        world.persons.isAway = true;
        await subscribeTo(made);
        await tell(NAME);
        await tell('Zebedee Q');
        await until(() => world.persons.asked > 6);
        expect([made.size, await lettersOf(made).list()]).toEqual([0, []]);
        world.persons.isAway = false;
        await until(() => made.size === 2);
        expect(namesOf(made)).toEqual([NAME, 'Zebedee Q']);
      });

      it('keeps them from a release that cannot open them, and handles them once a newer one runs', async () => {
        const made = effects('calendar.copies');
        await tell(NAME);
        const told = delivery(1, { type: userChanged.type, key: 'user-7', data: { id: 7, name: NAME } });
        const sealed = await world.persons.sealing.seal(told);
        await lettersOf(made).add(sealed, new UnknownTypeError(sealed.type));
        await subscribeTo(made);
        await until(() => made.size === 1);
        await until(async () => (await lettersOf(made).list()).length === 0);
        expect(new Set(namesOf(made))).toEqual(new Set([NAME]));
      });
    });
  });
};
