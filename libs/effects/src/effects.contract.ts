import { randomUUID } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import { metadata } from '@almanac/event-sourcing/testing';
import type { EventStore } from '@almanac/event-store';
import { createDeadLetters, type Delivery } from '@almanac/messaging';
import { until } from '@almanac/messaging/contract';
import type { WantedEffect } from './effect.ts';
import { countWaiting } from './effectQueue.ts';
import { createEffects, type Effects, type EffectsOptions } from './effects.ts';
import { listGivenUp } from './givenUp.ts';
import { type EffectsDefinition, FinalRefusalError, PostponedError } from './handler.ts';
import { type FakeReceiver, fakeReceiver } from './testing/fakeReceiver.ts';

/** The environment of the contract: a service's empty log and entries. */
export interface EffectsWorld {
  readonly store: EventStore;
  readonly entries: Entries;
  close(): Promise<void>;
}

const NAME = 'misc.effects';
const HOUR = 3_600_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Requirements for outside effects on every log and every store of entries (docs/adr/0025). */
export const effectsContract = (engine: string, make: () => Promise<EffectsWorld>): void => {
  describe(`outside effects on ${engine}`, () => {
    let world: EffectsWorld;
    let begun: Effects[];
    let commits: number;
    let receiver: FakeReceiver;
    beforeEach(async () => {
      world = await make();
      [begun, commits] = [[], 0];
      receiver = fakeReceiver({ waits: [20, 20, 20] });
    });
    afterEach(async () => {
      await Promise.all(begun.map((effects) => effects.close()));
      await world.close();
    });

    /** Starts another process of the service, which takes its turn at the effects. */
    const start = (more: Partial<EffectsOptions> = {}, definition: Partial<EffectsDefinition> = {}) => {
      const effects = createEffects({
        service: 'misc',
        store: world.store,
        entries: world.entries,
        now: () => new Date(),
        log: silent,
        grace: 50,
        poll: 50,
        // it outlasts each pause of a busy machine: a process that ends gives it back
        lease: { duration: HOUR, beat: 50 },
        ...more,
      });
      begun.push(effects);
      const wants: EffectsDefinition['wants'] = ({ events }) => events.map(({ data }) => data as WantedEffect);
      return effects.run({ name: NAME, wants, handlers: { call: receiver }, others: ['core'], ...definition });
    };

    const wanted = (text: string, more: Partial<WantedEffect> = {}): WantedEffect => ({
      type: 'call',
      receiver: 'one',
      key: 'a',
      data: { text },
      ...more,
    });
    /** Appends a commit that wants effects. */
    const want = async (...wishes: readonly WantedEffect[]): Promise<void> => {
      const stream = `wish-${++commits}`;
      const events = wishes.map((data, index) => ({ stream, version: index + 1, type: 'Wished', data }));
      await world.store.append({ events, meta: metadata({ id: randomUUID() }) });
    };
    const texts = (effects: readonly { readonly data: unknown }[]): string[] =>
      effects.map(({ data }) => (data as { text: string }).text);
    const letters = () => createDeadLetters(world.entries, NAME);
    const nothingWaits = async (): Promise<boolean> => (await countWaiting(world.entries)) === 0;

    it('follow from commits, with place, moment and an id of their own', async () => {
      await want(wanted('first'), wanted('second', { key: 'b' }));
      const running = start();
      await until(() => receiver.done.length === 2);
      const [first] = receiver.done.filter(({ key }) => key === 'a');
      const { at, principal } = metadata();
      expect(first).toMatchObject({
        source: 'misc',
        epoch: 1,
        position: 1,
        n: 0,
        at,
        principal,
        data: { text: 'first' },
      });
      expect(new Set(receiver.done.map(({ id }) => id)).size).toBe(2);
      await until(nothingWaits);
      await until(async () => (await running.lag()) === 0);
    });

    it('run in order within a key, and in parallel across keys', async () => {
      let [now, most] = [0, 0];
      receiver.before = async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 2));
        now--;
      };
      start();
      for (let turn = 0; turn < 20; turn++)
        await want(...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => wanted(`${turn}`, { key })));
      await until(() => receiver.done.length === 120);
      for (const key of ['a', 'f'])
        expect(texts(receiver.done.filter((effect) => effect.key === key))).toEqual(
          Array.from({ length: 20 }, (_, n) => `${n}`),
        );
      expect([most > 1, most <= 4]).toEqual([true, true]);
    });

    it('are retried under the same id, while later ones of the key wait and other keys go on', async () => {
      let failures = 0;
      receiver.before = ({ key }) => {
        if (key === 'a' && ++failures <= 2) throw new Error('away');
      };
      await want(wanted('a1'), wanted('a2'), wanted('b1', { key: 'b' }));
      start();
      await until(() => receiver.done.length === 3);
      expect(texts(receiver.done)).toEqual(['b1', 'a1', 'a2']);
      expect(new Set(receiver.tried.filter(({ data }) => texts([{ data }])[0] === 'a1').map(({ id }) => id)).size).toBe(
        1,
      );
    });

    it('wait when postponed, however often, with later ones of the key, and use up no try', async () => {
      let postponed = true;
      receiver.before = ({ key }) => {
        if (postponed && key === 'a') throw new PostponedError('not now', 5);
      };
      await want(wanted('a1'), wanted('a2'), wanted('b1', { key: 'b' }));
      start();
      await until(() => receiver.tried.length > 20 && receiver.done.length === 1);
      expect(texts(receiver.tried.filter(({ key }) => key === 'a'))).not.toContain('a2');
      expect([await letters().list(), await listGivenUp(world.entries)]).toEqual([[], []]);
      postponed = false;
      await until(() => receiver.done.length === 3);
      expect(texts(receiver.done)).toEqual(['b1', 'a1', 'a2']);
    });

    it('are given up after a postponement at their own deadline, and not before', async () => {
      let passed = 0;
      receiver.before = () => {
        throw new PostponedError('not now', 5);
      };
      await want(wanted('code', { until: new Date(Date.now() + HOUR).toISOString() }));
      start({ now: () => new Date(Date.now() + passed) });
      await until(() => receiver.tried.length > 5);
      expect(await listGivenUp(world.entries)).toEqual([]);
      passed = HOUR;
      await until(async () => (await listGivenUp(world.entries)).length === 1);
      expect(receiver.lost).toHaveLength(1);
    });

    it('delay no other receiver, nor the reading of the log, if their receiver hangs', async () => {
      receiver.before = ({ receiver: name }, signal) =>
        name === 'hanging' ? new Promise((_, reject) => signal.addEventListener('abort', reject)) : undefined;
      for (let n = 0; n < 300; n++) await want(wanted(`${n}`, { receiver: 'hanging', key: `${n}` }), wanted(`${n}`));
      const running = start();
      await until(() => receiver.done.length === 300);
      expect(new Set(receiver.done.map((effect) => effect.receiver))).toEqual(new Set(['one']));
      await until(async () => (await running.lag()) === 0);
      await until(async () => (await countWaiting(world.entries)) === 300);
    });

    it('may exceed memory, and all run when their receiver is back', async () => {
      let away = true;
      receiver = fakeReceiver({ waits: [5, ...Array.from({ length: 500 }, () => 30)] });
      receiver.before = () => {
        if (away) throw new Error('away');
      };
      for (let turn = 0; turn < 10; turn++) {
        const keys = Array.from({ length: 70 }, (_, key) => `${key}`);
        await want(...keys.map((key) => wanted(`${turn}`, { key })));
      }
      start();
      await until(() => receiver.tried.length > 200);
      away = false;
      await until(() => receiver.done.length === 700);
      for (const key of ['0', '33', '69'])
        expect(texts(receiver.done.filter((effect) => effect.key === key))).toEqual('0123456789'.split(''));
    });

    it('may have more keys than are remembered while their receiver is away, and all run when it is back', async () => {
      let passed = 0;
      receiver = fakeReceiver({ waits: [HOUR] });
      receiver.before = () => {
        if (passed === 0) throw new Error('away');
      };
      const keys = Array.from({ length: 1_200 }, (_, n) => `${n}`);
      await want(...keys.map((key) => wanted('only', { key })));
      start({ now: () => new Date(Date.now() + passed) });
      const keysOf = (effects: FakeReceiver['tried']) => new Set(effects.map(({ key }) => key));
      await until(() => keysOf(receiver.tried).size === keys.length);
      expect(receiver.done).toEqual([]);
      passed = HOUR;
      await until(() => keysOf(receiver.done).size === keys.length);
      await until(nothingWaits);
    });

    it('are not read from the store behind a waiting one before its next try', async () => {
      let [read, passed] = [0, 0];
      const entries: Entries = {
        ...world.entries,
        list: async (kind, options) => {
          const found = await world.entries.list<never>(kind, options);
          if (kind === 'effect') read += found.length;
          return found;
        },
      };
      receiver = fakeReceiver({ waits: [HOUR] });
      receiver.before = () => {
        if (passed === 0) throw new Error('away');
      };
      const running = start({ entries, now: () => new Date(Date.now() + passed) });
      await want(wanted('0'));
      await until(() => receiver.tried.length === 1);
      for (let n = 1; n <= 300; n++) await want(wanted(`${n}`));
      await until(async () => (await running.lag()) === 0);
      expect([receiver.tried.length, read <= 2]).toEqual([1, true]);
      passed = HOUR;
      await until(() => receiver.done.length === 301);
      expect(texts(receiver.done)).toEqual(Array.from({ length: 301 }, (_, n) => `${n}`));
      expect(read).toBeLessThan(400);
    });

    it('are given up at their deadline, and never tried after, and later ones go on', async () => {
      let [tries, passed] = [0, 0];
      receiver = fakeReceiver({ waits: [20] });
      receiver.before = ({ data }) => {
        if (texts([{ data }])[0] !== 'code') return;
        tries += 1;
        if (tries === 3) passed = HOUR;
        throw new Error('away');
      };
      await want(wanted('code', { until: new Date(Date.now() + HOUR).toISOString() }), wanted('next'));
      start({ now: () => new Date(Date.now() + passed) });
      await until(() => receiver.done.length === 1);
      expect([texts(receiver.done), tries]).toEqual([['next'], 3]);
      expect(receiver.lost).toMatchObject([{ effect: { data: { text: 'code' } }, reason: 'Error: away' }]);
      const shown = await listGivenUp(world.entries);
      expect(shown).toMatchObject([{ name: NAME, type: 'call', receiver: 'one', key: 'a', reason: 'Error: away' }]);
      expect(await letters().list()).toEqual([]);
    });

    it('are not tried at all if their deadline passes before they arrive', async () => {
      await want(wanted('old', { until: '2020-01-01T00:00:00Z' }), wanted('next'));
      start();
      await until(() => receiver.done.length === 1);
      expect(texts(receiver.tried)).toEqual(['next']);
      expect(await listGivenUp(world.entries)).toHaveLength(1);
    });

    it('report their end again if the report failed, and are not tried meanwhile', async () => {
      let told = 0;
      receiver.givenUp = async () => {
        if (++told === 1) throw new Error('no store');
      };
      await want(wanted('old', { until: '2020-01-01T00:00:00Z' }));
      start();
      await until(async () => (await listGivenUp(world.entries)).length === 1);
      expect([told, receiver.tried]).toEqual([2, []]);
    });

    it('become dead letters after their last try, and wait with later ones until they are replayed', async () => {
      let away = true;
      receiver.before = ({ key }) => {
        if (away && key === 'a') throw new Error('away');
      };
      start();
      await want(wanted('a1'), wanted('b1', { key: 'b' }), wanted('a2'));
      await until(async () => (await letters().list()).length === 2);
      await want(wanted('a3'), wanted('b2', { key: 'b' }));
      await until(async () => (await letters().list()).length === 3 && receiver.done.length === 2);
      expect((await letters().list()).map(({ reason }) => reason)).toEqual(['Error: away', null, null]);
      expect(texts(receiver.tried).filter((text) => text.startsWith('a'))).toEqual(['a1', 'a1', 'a1', 'a1']);
      away = false;
      await letters().requestReplay({ source: 'misc', key: 'one/a' });
      await until(() => receiver.done.length === 5);
      await want(wanted('a4'));
      await until(() => receiver.done.length === 6);
      expect(texts(receiver.done)).toEqual(['b1', 'b2', 'a1', 'a2', 'a3', 'a4']);
      expect(await letters().list()).toEqual([]);
    });

    it('free later ones when an operator discards them', async () => {
      receiver.before = ({ data }) => {
        if (texts([{ data }])[0] === 'bad') throw new FinalRefusalError('never');
      };
      start();
      await want(wanted('bad'), wanted('good'));
      await until(async () => (await letters().list()).length === 2);
      expect(texts(receiver.tried)).toEqual(['bad']);
      const [letter] = await letters().list();
      await letters().discard(letter?.delivery as Delivery);
      await until(() => receiver.done.length === 1);
      expect(texts(receiver.done)).toEqual(['good']);
    });

    it('are not lost if a replay arrives while they move behind the dead letter of their key', async () => {
      let away = true;
      receiver.before = ({ data }) => {
        if (away && texts([{ data }])[0] === 'first') throw new FinalRefusalError('not now');
      };
      const replayed = async (): Promise<void> => {
        away = false;
        await letters().requestReplay();
        const end = performance.now() + 300;
        while ((await letters().list()).length > 0 && performance.now() < end)
          await new Promise((resolve) => setTimeout(resolve, 5));
      };
      const entries: Entries = {
        ...world.entries,
        // `second` is then a dead letter and still in the queue
        deleteAll: async (kind, ids) => {
          if (away && (await letters().list()).length === 2) await replayed();
          await world.entries.deleteAll(kind, ids);
        },
      };
      start({ entries });
      await want(wanted('first'), wanted('second'));
      await until(() => receiver.done.length === 2);
      expect(texts(receiver.done)).toEqual(['first', 'second']);
    });

    it('are given up after their last try if their handler says so', async () => {
      receiver = fakeReceiver({ waits: [5], atLast: 'give-up' });
      receiver.before = ({ data }) => {
        if (texts([{ data }])[0] === 'bad') throw new Error('away');
      };
      start();
      await want(wanted('bad'), wanted('good'));
      await until(() => receiver.done.length === 1);
      expect(texts(receiver.tried)).toEqual(['bad', 'bad', 'good']);
      expect(receiver.lost).toHaveLength(1);
      expect(await listGivenUp(world.entries)).toMatchObject([{ tries: 2 }]);
    });

    it('fail if they do not end in time', async () => {
      receiver = fakeReceiver({ waits: [5], timeout: 30 });
      receiver.before = () => (receiver.tried.length === 1 ? new Promise(() => undefined) : undefined);
      await want(wanted('slow'));
      start();
      await until(() => receiver.done.length === 1);
      expect(receiver.tried).toHaveLength(2);
    });

    it('are done by the next process after the first is gone, and none twice', async () => {
      let hang = false;
      receiver.before = (_effect, signal) =>
        hang ? new Promise((_, reject) => signal.addEventListener('abort', reject)) : undefined;
      const first = start();
      for (let n = 0; n < 30; n++) await want(wanted(`${n}`));
      await until(() => receiver.done.length === 30);
      await until(nothingWaits);
      hang = true;
      await want(wanted('30'), wanted('31'));
      await until(() => receiver.tried.length === 31);
      const stopped = first.stop();
      hang = false;
      start();
      await stopped;
      await until(() => receiver.done.length === 32);
      expect(texts(receiver.done)).toEqual(Array.from({ length: 32 }, (_, n) => `${n}`));
    });

    it('follow from others’ events too, once for each waiting delivery', async () => {
      const running = start();
      const at = { source: 'core', epoch: 1, type: 'core.x.v1', key: 'k', at: metadata().at } as const;
      const delivery = { ...at, data: {}, principal: 'system', language: 'en', correlation: 'c' };
      // the first delivery waits until its repeat has arrived, even with a slow store
      const added = Promise.withResolvers<void>();
      receiver.before = () => added.promise;
      for (const n of [0, 0, 1])
        await running.add({ ...delivery, position: 7, n }, [wanted(`core ${n}`), wanted('more', { key: 'b' })]);
      added.resolve();
      await until(() => receiver.done.length === 4);
      expect(texts(receiver.done.filter(({ key }) => key === 'a'))).toEqual(['core 0', 'core 1']);
      await until(nothingWaits);
    });

    it('keep their next try, and their process its end, under a constant stream of others’ events', async () => {
      let [flows, hasStopped, position] = [true, false, 0];
      const at = { source: 'core', epoch: 1, n: 0, type: 'core.x.v1', key: 'k', at: metadata().at } as const;
      const delivery = { ...at, data: {}, principal: 'system', language: 'en', correlation: 'c' };
      const entries: Entries = {
        ...world.entries,
        list: async (kind, options) => {
          if (kind === 'effect-added') await new Promise(setImmediate);
          if (kind === 'effect-added' && flows)
            await running.add({ ...delivery, position: ++position }, [wanted('more', { receiver: 'other' })]);
          return world.entries.list(kind, options);
        },
      };
      receiver.before = ({ receiver: name }) => {
        if (name === 'one' && receiver.tried.filter((effect) => effect.receiver === name).length === 1)
          throw new Error('away');
      };
      const running = start({ entries });
      await want(wanted('waits'));
      try {
        await until(() => texts(receiver.done).includes('waits'));
        void running.stop().then(() => {
          hasStopped = true;
        });
        await until(() => hasStopped);
      } finally {
        flows = false;
      }
      start();
      await until(nothingWaits);
      expect(new Set(receiver.done.map(({ id }) => id)).size).toBe(position + 1);
    });

    it('have names of any kind', async () => {
      const names = ['__proto__', 'constructor', 'a/b', 'a%2Fb', 'ä\ud800', '', 'x'.repeat(300)];
      start({}, { handlers: { call: receiver, ...Object.fromEntries([['__proto__', receiver]]) } });
      await want(...names.flatMap((name) => [wanted(name, { receiver: name }), wanted(name, { key: name })]));
      await want(wanted('typed', { type: '__proto__', key: 'typed' }));
      await until(() => receiver.done.length === 2 * names.length + 1);
      await until(nothingWaits);
    });

    it('wait, if their type is unknown, for a release that knows it', async () => {
      const old = start({}, { handlers: {} });
      await want(wanted('new'));
      await until(async () => (await countWaiting(world.entries)) === 1);
      await until(async () => (await old.lag()) === 0);
      await old.stop();
      expect([receiver.tried, await letters().list()]).toEqual([[], []]);
    });

    it('run at least once each, in order, with a receiver that fails at random and processes that come and go', async () => {
      receiver = fakeReceiver({ waits: Array.from({ length: 50 }, () => 5) });
      receiver.before = () => {
        if (Math.random() < 0.3) throw new Error('at random');
      };
      const keys = Array.from({ length: 20 }, (_, key) => `${key}`);
      const processes = [start(), start()];
      for (let n = 0; n < 30; n++) {
        await want(...keys.map((key) => wanted(`${n}`, { key, receiver: `receiver ${Number(key) % 3}` })));
        if (n % 10 === 9) await processes.shift()?.stop();
        if (n % 10 === 9) processes.push(start());
      }
      await until(nothingWaits);
      for (const key of keys) {
        const seen = texts(receiver.done.filter((effect) => effect.key === key));
        expect([...new Set(seen)]).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`));
      }
    });
  });
};
