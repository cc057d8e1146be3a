import { mediaDeleted, tagDeleted } from '@almanac/contracts';
import { effects } from './bus.contract.ts';
import type { Subscription } from './bus.ts';
import { createConsumer } from './consumer.ts';
import { createDeadLetters, UnknownTypeError } from './deadLetters.ts';
import { noObserver } from './observer.ts';
import { noOpening } from './personal/sealing.ts';
import { delivery } from './testing/delivery.ts';
import { type MemoryEntries, memoryEntries } from './testing/memoryEntries.ts';
import { testEvent } from './testing/testLog.ts';

/** Creates a consumer with a clock that moves only while the consumer waits. */
const world = (
  more: Partial<Subscription> & { readonly letterless?: boolean; readonly entries?: MemoryEntries } = {},
) => {
  const made = effects('calendar.copies');
  const [rests, errors, seen]: [number[], [object, string][], [string, number, number][]] = [[], [], []];
  const clock = { now: 0 };
  const letters = createDeadLetters(more.entries ?? memoryEntries(), made.name);
  const consumer = createConsumer({
    subscription: { ...made, sources: ['core'], takes: [testEvent, tagDeleted], ...more },
    letters: more.letterless ? undefined : letters,
    opening: noOpening,
    time: {
      now: () => clock.now,
      sleep: async (ms) => {
        rests.push(ms);
        clock.now += ms;
      },
    },
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields, text) => void errors.push([fields, text]),
    },
    observer: {
      ...noObserver,
      handled: (_, { position }, ms) => void seen.push(['handled', position, ms]),
      deadLettered: (_, { position }) => void seen.push(['parked', position, 0]),
    },
    attempts: 8,
  });
  return { made, consumer, letters, rests, errors, seen, clock, signal: new AbortController().signal };
};

const failing = (times: number, error: unknown) => {
  let tries = 0;
  return async (): Promise<void> => {
    if (tries++ < times) throw error;
  };
};

describe('a consumer', () => {
  it('rests longer after each failure, and reports the total time of the delivery', async () => {
    const { consumer, rests, seen, signal } = world({ handle: failing(7, new Error('for a moment')) });
    expect(await consumer.consume(delivery(1), signal)).toBe(true);
    expect(rests).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000]);
    expect(seen).toEqual([['handled', 1, 11_300]]);
  });

  it.each([
    ['an error', new Error('cannot be')],
    ['no error', 'cannot be'],
    ['nothing', undefined],
  ])(
    'makes a dead letter, after its last attempt, of a delivery for which the handler throws %s',
    async (_, thrown) => {
      const { consumer, rests, letters, errors, seen, signal } = world({ handle: failing(99, thrown) });
      expect(await consumer.consume(delivery(3), signal)).toBe(true);
      expect([rests.length, seen]).toEqual([7, [['parked', 3, 0]]]);
      expect(await letters.list()).toMatchObject([{ delivery: { position: 3 }, reason: String(thrown) }]);
      const where = { subscription: 'calendar.copies', source: 'core', position: 3, n: 0, key: 'tag-1' };
      expect(errors).toEqual([
        [
          { ...where, type: 'core.test.v1', correlation: 'request-1', causation: 'request-1', error: thrown },
          'a delivery has become a dead letter, and blocks what follows with its key',
        ],
      ]);
    },
  );

  it('drops repeated failures if there are no dead letters', async () => {
    const { consumer, errors, signal } = world({ handle: failing(99, new Error('cannot be')), letterless: true });
    expect(await consumer.consume(delivery(3), signal)).toBe(true);
    expect(errors.map(([, text]) => text)).toEqual(['a delivery is dropped']);
    await consumer.replay('core', signal);
  });

  it.each([
    ['store-unavailable', { code: 'store-unavailable' }],
    ['outcome-unknown', { code: 'outcome-unknown' }],
    ['503', { status: 503 }],
  ])('waits out %s, however often it is thrown', async (_, members) => {
    const { consumer, rests, letters, seen, signal } = world({
      handle: failing(20, Object.assign(new Error('away'), members)),
    });
    expect(await consumer.consume(delivery(1), signal)).toBe(true);
    expect([rests.length, seen.length, await letters.list()]).toEqual([20, 1, []]);
  });

  it('gives the handler data as its contract says, and makes a dead letter of invalid data', async () => {
    const { made, consumer, letters, signal } = world();
    const type = 'core.tag-deleted.v1';
    await consumer.consume(delivery(1, { type, data: { id: 7, more: 'of a later release' } }), signal);
    expect(made.arrived).toEqual([delivery(1, { type, data: { id: 7 } })]);
    await consumer.consume(delivery(2, { type, data: { id: 'seven' } }), signal);
    expect(made.arrived).toHaveLength(1);
    expect(await letters.list()).toMatchObject([{ delivery: { position: 2, data: { id: 'seven' } } }]);
  });

  describe('of event types', () => {
    const LATER = 'core.of-a-later-release.v1';
    const later = { type: LATER, parse: (data: unknown) => data };

    it('skips known types that the subscription does not take, behind a blocked key too', async () => {
      const { made, consumer, letters, signal } = world();
      await letters.add(delivery(1), 'cannot be');
      expect(await consumer.consume(delivery(2, { type: mediaDeleted.type }), signal)).toBe(true);
      expect([made.arrived, (await letters.list()).length]).toEqual([[], 1]);
    });

    it('holds back, untried, unknown types and later ones of the key, until a release knows them', async () => {
      const entries = memoryEntries();
      const old = world({ entries });
      const all = [delivery(1, { type: LATER }), delivery(2), delivery(3, { key: 'tag-2' })];
      for (const each of all) expect(await old.consumer.consume(each, old.signal)).toBe(true);
      await old.consumer.replay('core', old.signal);
      expect([old.rests, old.made.arrived.map(({ position }) => position)]).toEqual([[], [3]]);
      expect((await old.letters.list()).map(({ reason }) => reason)).toEqual([
        expect.stringContaining(`${LATER} is of a newer release`),
        null,
      ]);
      const upgraded = world({ entries, takes: [testEvent, later] });
      await upgraded.consumer.replay('core', upgraded.signal);
      expect(upgraded.made.arrived.map(({ position }) => position)).toEqual([1, 2]);
      expect(await upgraded.letters.list()).toEqual([]);
    });

    it('frees the key if the newer release skips the type, and leaves other subscriptions’ keys alone', async () => {
      const entries = memoryEntries();
      const upgraded = world({ entries });
      const unknownBefore = delivery(1, { type: mediaDeleted.type });
      await upgraded.letters.add(unknownBefore, new UnknownTypeError(mediaDeleted.type));
      await upgraded.consumer.replay('core', upgraded.signal, () => false);
      expect(await upgraded.letters.list()).toHaveLength(1);
      await upgraded.consumer.replay('core', upgraded.signal);
      expect([upgraded.made.arrived, await upgraded.letters.list()]).toEqual([[], []]);
    });

    it('does not retry by itself a type that the newer release cannot handle', async () => {
      const entries = memoryEntries();
      const old = world({ entries });
      await old.consumer.consume(delivery(1, { type: LATER }), old.signal);
      let tries = 0;
      const handle = async (): Promise<void> => {
        tries++;
        throw new Error('cannot be');
      };
      const upgraded = world({ entries, takes: [later], handle });
      for (let turn = 0; turn < 3; turn++) await upgraded.consumer.replay('core', upgraded.signal);
      expect([tries, await upgraded.letters.list()]).toMatchObject([8, [{ reason: 'Error: cannot be' }]]);
    });

    it('keeps waiting if an operator has an older release try it', async () => {
      const entries = memoryEntries();
      const old = world({ entries });
      await old.consumer.consume(delivery(1, { type: LATER }), old.signal);
      await old.letters.requestReplay();
      await old.consumer.replay('core', old.signal);
      const upgraded = world({ entries, takes: [later] });
      await upgraded.consumer.replay('core', upgraded.signal);
      expect(upgraded.made.arrived).toHaveLength(1);
    });

    it('skips, in an ephemeral subscription, every type that it does not handle', async () => {
      const { made, consumer, errors, signal } = world({ ephemeral: true, letterless: true });
      expect(await consumer.consume(delivery(1, { type: LATER }), signal)).toBe(true);
      expect([made.arrived, errors]).toEqual([[], []]);
    });
  });

  describe('of deliveries that arrive together', () => {
    const together = () => {
      const handled: number[][] = [];
      const all = world({
        handleTogether: async (deliveries) => {
          all.clock.now += 30;
          handled.push(deliveries.map(({ position }) => position));
        },
      });
      return { ...all, handled };
    };

    it('handles all at once, and divides the time among them', async () => {
      const { consumer, handled, seen } = together();
      expect(await consumer.consumeTogether(async () => [delivery(1), delivery(2), delivery(3)])).toBe(true);
      expect([handled, seen]).toEqual([[[1, 2, 3]], [1, 2, 3].map((position) => ['handled', position, 10])]);
    });

    it('skips those of which it takes none, whether it can handle several or not', async () => {
      const { made, consumer, handled, letters } = together();
      const single = world();
      const skipped = async () => [1, 2].map((position) => delivery(position, { type: mediaDeleted.type }));
      await letters.add(delivery(0), 'cannot be');
      expect([await consumer.consumeTogether(skipped), await single.consumer.consumeTogether(skipped)]).toEqual([
        true,
        true,
      ]);
      expect([handled, made.arrived, single.made.arrived]).toEqual([[], [], []]);
      expect(await single.consumer.consumeTogether(async () => [delivery(1)])).toBe(false);
    });

    it('handles them one after another if most have no effect, and reports a failure', async () => {
      const { made, consumer, seen } = world({ hasRareEffects: true });
      expect(await consumer.consumeTogether(async () => [delivery(1), delivery(2)])).toBe(true);
      expect(made.arrived.map(({ position }) => position)).toEqual([1, 2]);
      expect(seen).toEqual([1, 2].map((position) => ['handled', position, 0]));
      const broken = world({ hasRareEffects: true, handle: failing(1, new Error('cannot be')) });
      expect(await broken.consumer.consumeTogether(async () => [delivery(3)])).toBe(false);
    });

    it('is done if there are none', async () => {
      const { consumer, handled } = together();
      expect(await consumer.consumeTogether(async () => [])).toBe(true);
      expect(handled).toEqual([]);
    });

    it('handles none while one of their keys is blocked', async () => {
      const { consumer, letters, handled } = together();
      await letters.add(delivery(1), 'cannot be');
      expect(await consumer.consumeTogether(async () => [delivery(2, { key: 'tag-2' }), delivery(3)])).toBe(false);
      expect(handled).toEqual([]);
      expect(await consumer.consumeTogether(async () => [delivery(2, { key: 'tag-2' })])).toBe(true);
    });

    it('handles none while one is of an unknown type, and all that it takes otherwise', async () => {
      const { consumer, handled } = together();
      const unknown = delivery(2, { type: 'core.of-a-later-release.v1' });
      expect(await consumer.consumeTogether(async () => [delivery(1), unknown])).toBe(false);
      expect(handled).toEqual([]);
      const skipped = delivery(2, { type: mediaDeleted.type });
      expect(await consumer.consumeTogether(async () => [delivery(1), skipped, delivery(3)])).toBe(true);
      expect(handled).toEqual([[1, 3]]);
    });
  });
});
