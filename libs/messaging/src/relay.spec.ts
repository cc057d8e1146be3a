import { until } from './bus.contract.ts';
import type { Delivery } from './bus.ts';
import { readCheckpoint } from './checkpoint.ts';
import { fromMessage, sizeOf, toMessage } from './cloudEvent.ts';
import { createDeadLetters } from './deadLetters.ts';
import { type RelayOptions, type RunningRelay, relayName, startRelay } from './relay.ts';
import { readResend, requestResend } from './resending.ts';
import { memoryEntries } from './testing/memoryEntries.ts';
import { memoryLog } from './testing/memoryLog.ts';
import { memoryTopic } from './testing/memoryTopic.ts';
import { personsUnderTest } from './testing/persons.ts';
import { createTestLog, publishTest } from './testing/testLog.ts';
import { systemTime, type Time } from './time.ts';

const makeWorld = () => {
  const [entries, store, topic] = [memoryEntries(), memoryLog(), memoryTopic()];
  const relays: RunningRelay[] = [];
  const errors: string[] = [];
  const interrupted: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_: object, text: string) => void interrupted.push(text),
    error: (_: object, text: string) => void errors.push(text),
  };
  const start = (more: Partial<RelayOptions> = {}): RunningRelay => {
    const relay = startRelay({
      service: 'core',
      source: { store, publishing: publishTest },
      entries,
      makeSender: topic.makeSender,
      holder: `relay ${relays.length}`,
      time: systemTime,
      log,
      poll: 50,
      // it outlasts each pause of a busy machine: a relay that stops gives it back
      lease: { duration: 600_000, beat: 50 },
      ...more,
    });
    relays.push(relay);
    return relay;
  };
  return {
    entries,
    store,
    append: createTestLog(store),
    topic,
    errors,
    interrupted,
    start,
    position: async () => (await readCheckpoint(entries, relayName('core'))).position,
    letters: createDeadLetters(entries, relayName('core')),
    stop: () => Promise.all(relays.map((relay) => relay.stop())),
  };
};

/** Creates a clock whose timers stop while the process is paused. */
const pausable = () => {
  let [asleep, wake] = [Promise.resolve(), (): void => undefined];
  const time: Time = { ...systemTime, sleep: (ms, signal) => asleep.then(() => systemTime.sleep(ms, signal)) };
  return {
    time,
    asleep: () => asleep,
    pause: () => {
      asleep = new Promise((resolve) => {
        wake = resolve;
      });
    },
    wake: () => {
      wake();
      asleep = Promise.resolve();
    },
  };
};

const positions = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}/0`);

/** The size of the events that `append` creates. */
const sample: Delivery = {
  source: 'core',
  epoch: 1,
  position: 1,
  n: 0,
  type: 'core.test.v1',
  key: 'tag-0',
  data: { id: 0, text: '' },
  at: '2026-01-01T00:00:00.000Z',
  principal: 'user:1',
  language: 'en',
  correlation: 'correlation',
  causation: 'causation',
};

describe('a relay', () => {
  let world: ReturnType<typeof makeWorld>;
  beforeEach(() => {
    world = makeWorld();
  });
  afterEach(async () => {
    await world.stop();
    expect([world.topic.counts.misuses, world.topic.counts.open]).toEqual([0, 0]);
  });

  const appendMany = async (count: number, keys = 1): Promise<void> => {
    for (let turn = 0; turn < count; turn++) await world.append([`tag-${turn % keys}`]);
  };

  it('stops at an unknown event, and a newer release goes on there', async () => {
    await appendMany(6);
    const publishing: RelayOptions['source']['publishing'] = (commit) => {
      if (commit.position === 4) throw new Error('written by a newer release');
      return publishTest(commit);
    };
    const older = world.start({ source: { store: world.store, publishing } });
    await until(async () => world.topic.positions().length === 3 && (await world.position()) === 3);
    await until(async () => world.interrupted.length >= 3);
    expect([await older.lag(), world.topic.positions()]).toEqual([3, positions(1, 3)]);
    await older.stop();
    const newer = world.start();
    await until(async () => (await newer.lag()) === 0);
    expect(world.topic.positions()).toEqual(positions(1, 6));
  });

  it('sends published events, in order, and moves its checkpoint', async () => {
    const relay = world.start();
    await world.append(['tag-1', 'tag-2'], { text: 'one' });
    await world.append(['tag-1'], { type: 'Private' });
    await world.append(['tag-2'], { text: 'two' });
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions()).toEqual(['1/0', '1/1', '3/0']);
    expect(world.topic.messages[2]).toEqual({
      key: 'tag-2',
      value: '{"id":2,"text":"two"}',
      headers: {
        'content-type': 'application/json',
        ce_specversion: '1.0',
        ce_id: '3/0',
        ce_source: 'almanac/core/1',
        ce_type: 'core.test.v1',
        ce_time: '2026-01-01T00:00:00.000Z',
        ce_principal: 'user:1',
        ce_language: 'en',
        ce_correlation: 'correlation',
        ce_causation: 'causation',
        ce_commit: 'commit-3',
      },
    });
  });

  it('sends again, and loses nothing, when it dies between send and checkpoint', async () => {
    await appendMany(3);
    let kills = 0;
    world.entries.before = (operation, kind) => {
      if (operation === 'put' && kind === 'checkpoint' && world.topic.messages.length > 0 && kills++ < 2) {
        throw new Error('killed');
      }
    };
    const relay = world.start();
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions()).toEqual([...positions(1, 3), ...positions(1, 3)]);
  });

  it.each(['before', 'after'] as const)('takes a new sender when a send fails %s the broker wrote it', async (when) => {
    const relay = world.start();
    await appendMany(2);
    await until(async () => (await relay.lag()) === 0);
    world.topic[when] = () => {
      world.topic[when] = () => undefined;
      throw new Error('the broker does not answer');
    };
    await appendMany(3);
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.counts.made).toBe(2);
    expect([...new Set(world.topic.positions())]).toEqual(positions(1, 5));
  });

  it('sends again only the events of the failed send', async () => {
    await appendMany(9);
    const three = 3 * sizeOf(toMessage(sample, { commitId: 'commit-1' })) + 10;
    world.topic.before = (messages) => {
      if (fromMessage(messages[0]!).delivery.position !== 4) return;
      world.topic.before = () => undefined;
      throw new Error('the broker does not answer');
    };
    const relay = world.start({ batchBytes: three });
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions()).toEqual(positions(1, 9));
    expect(world.topic.counts).toMatchObject({ sends: 4, made: 2 });
  });

  it('works alone under its lease, and another relay takes over its rest', async () => {
    const [first, second] = [world.start(), world.start()];
    await appendMany(20);
    await until(async () => (await second.lag()) === 0);
    expect(world.topic.counts.made).toBe(1);
    await first.stop();
    await appendMany(20);
    await until(async () => (await second.lag()) === 0);
    expect(world.topic.positions()).toEqual(positions(1, 40));
    expect(world.topic.counts.made).toBe(2);
  });

  it('only repeats when it wakes late, and leaves the checkpoint alone', async () => {
    const { time, pause, wake, asleep } = pausable();
    const lease = { duration: 250, beat: 50 };
    world.start({ time, lease });
    await appendMany(2);
    await until(() => world.topic.messages.length === 2);
    world.topic.before = async () => {
      world.topic.before = () => undefined;
      pause();
      await asleep();
    };
    await appendMany(3);
    await until(() => world.topic.counts.sends > 1);
    const second = world.start({ lease });
    await until(async () => (await second.lag()) === 0);
    expect(world.topic.positions()).toEqual(positions(1, 5));
    wake();
    await until(() => world.topic.messages.length > 5);
    await appendMany(1);
    await until(async () => (await second.lag()) === 0);
    expect([...new Set(world.topic.positions())]).toEqual(positions(1, 6));
    expect(await world.position()).toBe(6);
  });

  it('makes a dead letter of an event that is too large and blocks its key, while others flow, and a replay repairs it', async () => {
    world.topic.limit = 1_500;
    const relay = world.start();
    await appendMany(2, 2);
    await world.append(['tag-1'], { text: 'x'.repeat(2_000) });
    await appendMany(4, 2);
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions()).toEqual(['1/0', '2/0', '4/0', '6/0']);
    expect((await world.letters.list()).map((letter) => letter.delivery.position)).toEqual([3, 5, 7]);
    expect(world.errors).toHaveLength(1);
    world.topic.limit = 10_000;
    await world.letters.requestReplay();
    await until(() => world.topic.messages.length === 7);
    await appendMany(2, 2);
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions().slice(4)).toEqual(['3/0', '5/0', '7/0', '8/0', '9/0']);
    expect(replayed()).toEqual([...Array(4).fill(false), ...Array(3).fill(true), ...Array(2).fill(false)]);
  });

  const replayed = (): boolean[] =>
    world.topic.messages.map((message) => fromMessage(message).envelope.replayed ?? false);
  const resent = (): Promise<void> => until(async () => (await readResend(world.entries, 'core')) === undefined);

  it('repeats on an operator’s command as replays, and its checkpoint stays', async () => {
    const relay = world.start();
    await appendMany(5);
    await until(async () => (await relay.lag()) === 0);
    await requestResend(world.entries, 'core', { after: 3, until: 4 });
    await requestResend(world.entries, 'core', { after: 2, until: 3 });
    await resent();
    await appendMany(1);
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions().slice(5)).toEqual(['3/0', '4/0', '6/0']);
    expect(replayed().slice(5)).toEqual([true, true, false]);
    expect(await world.position()).toBe(6);
  });

  it('sends personal data sealed, repeats them, and sends only null once the person is erased', async () => {
    const persons = personsUnderTest(memoryEntries());
    const source = { store: world.store, publishing: publishTest, sealing: persons.sealing };
    const relay = world.start({ source });
    world.topic.limit = 1_500;
    await world.append(['user-7'], { type: 'Personal', text: 'Zebedee Quillworth' });
    await world.append(['user-8'], { type: 'Personal', text: `Quillworth ${'x'.repeat(2_000)}` });
    await until(async () => (await relay.lag()) === 0);
    await requestResend(world.entries, 'core', { after: 0, until: 1 });
    await resent();
    await world.append(['user-7'], { type: 'Erased' });
    await until(async () => (await relay.lag()) === 0);
    await persons.keys.destroy('user-7');
    await requestResend(world.entries, 'core', { after: 0, until: 1 });
    await resent();
    const told = await Promise.all(
      world.topic.messages.map((message) => persons.opening().open(fromMessage(message).delivery)),
    );
    expect(told.map(({ data }) => data)).toEqual([
      { id: 7, name: null },
      { id: 7, name: null },
      { kind: 'user', id: 7 },
      { id: 7, name: null },
    ]);
    expect(JSON.stringify(world.topic.messages)).not.toContain('Quillworth');
    expect(await world.letters.list()).toHaveLength(1);
    expect(JSON.stringify(await world.entries.list('parked'))).not.toContain('Quillworth');
  });

  it('goes on with its replays after the broker has failed, and skips unacceptable events', async () => {
    world.topic.limit = 1_500;
    const relay = world.start();
    await world.append(['tag-1', 'tag-2']);
    await world.append(['tag-3'], { text: 'x'.repeat(2_000) });
    await until(async () => (await relay.lag()) === 0);
    let failures = 2;
    world.topic.before = () => {
      if (failures-- > 0) throw new Error('the broker is away');
    };
    await requestResend(world.entries, 'core', { after: 0, until: 2 });
    await resent();
    expect(world.topic.positions().slice(2)).toEqual(['1/0', '1/1']);
    expect(world.interrupted).toContain('an event is too large for its topic and was not sent again');
  });

  it('sends nothing for events that wait behind a blocked key', async () => {
    world.topic.limit = 1_500;
    const relay = world.start();
    await world.append(['tag-1'], { text: 'x'.repeat(2_000) });
    await until(async () => (await relay.lag()) === 0);
    const { sends } = world.topic.counts;
    await world.append(['tag-1']);
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.counts.sends).toBe(sends);
    expect((await world.letters.list()).map((letter) => letter.delivery.position)).toEqual([1, 2]);
  });

  it('continues a replay during which the broker failed, without a second request', async () => {
    world.topic.limit = 1_500;
    const relay = world.start();
    await world.append(['tag-1'], { text: 'x'.repeat(2_000) });
    await until(async () => (await relay.lag()) === 0);
    world.topic.limit = 10_000;
    world.topic.before = () => {
      world.topic.before = () => undefined;
      throw new Error('the broker does not answer');
    };
    await world.letters.requestReplay();
    await until(() => world.topic.messages.length === 1);
    expect(world.topic.counts.made).toBe(2);
    await until(async () => (await world.letters.list()).length === 0);
  });

  it('splits the waiting events into sends that the topic accepts', async () => {
    await appendMany(50, 5);
    world.topic.limit = 2_500;
    const relay = world.start({ batchBytes: 2_000 });
    await until(async () => (await relay.lag()) === 0);
    expect(world.topic.positions()).toEqual(positions(1, 50));
    expect(world.topic.counts).toMatchObject({ sends: expect.any(Number), made: 1 });
    expect(world.topic.counts.sends).toBeLessThan(30);
  });

  it('stops with an error when the log contradicts its checkpoint', async () => {
    const relay = world.start();
    await appendMany(5);
    await until(async () => (await relay.lag()) === 0);
    await relay.stop();
    world.store.cut(3);
    const again = world.start();
    await until(() => world.errors.length === 1);
    await expect(again.lag()).rejects.toThrow(expect.objectContaining({ code: 'log-contradicted' }));
  });
});

describe('a message of the bus', () => {
  it('carries the delivery unchanged', () => {
    const context = { at: '2026-05-01T10:00:00.000Z', principal: 'user:7', language: 'fr-ca', correlation: 'c' };
    const position = { source: 'calendar', epoch: 12, position: 42, n: 35 } as const;
    const delivery = { ...position, ...context, type: 'calendar.test.v1', key: 'venue-5', data: { name: 'Été' } };
    const message = toMessage(delivery, { commitId: 'commit-42', replayed: true });
    expect(fromMessage(message)).toEqual({ delivery, envelope: { commitId: 'commit-42', replayed: true } });
    expect(fromMessage(toMessage(delivery)).envelope).toEqual({});
  });

  it.each([
    ['no attributes', { headers: {} }],
    ['a strange source', { headers: { ce_id: '1/0', ce_source: 'else', ce_type: 'x' } }],
    ['more before its source', { headers: { ce_id: '1/0', ce_source: 'not almanac/core/1', ce_type: 'x' } }],
    ['more after its source', { headers: { ce_id: '1/0', ce_source: 'almanac/core/1/2', ce_type: 'x' } }],
    ['more before its place', { headers: { ce_id: '1/1/0', ce_source: 'almanac/core/1', ce_type: 'x' } }],
    ['more after its place', { headers: { ce_id: '1/0-', ce_source: 'almanac/core/1', ce_type: 'x' } }],
    ['no type', { headers: { ce_id: '1/0', ce_source: 'almanac/core/1' } }],
    ['no JSON', { headers: { ce_id: '1/0', ce_source: 'almanac/core/1', ce_type: 'x' }, value: '{' }],
  ])('is refused with %s', (_name, damage) => {
    expect(() => fromMessage({ key: 'a', value: '{}', ...damage })).toThrow(
      expect.objectContaining({ code: 'malformed-message' }),
    );
  });

  it('tells why its data cannot be read', () => {
    const headers = { ce_id: '1/0', ce_source: 'almanac/core/1', ce_type: 'x' };
    expect(() => fromMessage({ key: 'a', value: '{', headers })).toThrow(
      expect.objectContaining({ cause: expect.any(SyntaxError) }),
    );
  });
});
