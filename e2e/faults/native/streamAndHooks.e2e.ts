import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@almanac/testing';
import { native } from '../../engines/native.ts';
import { request } from '../../site.ts';
import { type HookReceiver, startHookReceiver } from './hookReceiver.ts';
import { listenFrom, type ToldEvent } from './toldClient.ts';
import { type PartName, World } from './world.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;
const TAGS = 40;
const CHANGES = process.env.LONG === undefined ? 400 : 10_000;
const EACH = CHANGES / TAGS;
const WITHIN = { within: CHANGES * 1_500, every: 200 };
const HOOKS = '/ops/v1/webhooks';

(lacking === undefined ? describe : describe.skip)(`stream and hooks over restarts ${on}`, () => {
  let world: World;
  let receiver: HookReceiver;
  let root: string;
  beforeAll(async () => {
    receiver = await startHookReceiver();
    world = await World.start({
      scripts: { misc: 'e2e/faults/native/miscTellingHere.ts' },
      environment: { HOOK_PORT: String(receiver.port), SECRETS_KEY: randomBytes(32).toString('base64url') },
    });
    root = `${world.origin}/en/json`;
  });
  afterAll(async () => {
    await world?.stop();
    await receiver?.close();
  });

  /** Sends a request under one key until it is answered, because parts of the site are killed meanwhile. */
  const insist = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const options = { as: 'admin', headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) };
    for (;;) {
      const answer = await request<Body>(root, method, path, options).catch((): undefined => undefined);
      if (answer !== undefined && answer.status < 300) return answer.body;
      // 409: the first request under the key still runs
      if (answer !== undefined && answer.status < 500 && answer.status !== 409)
        throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      await pause(100);
    }
  };
  const nameOf = (change: number): string => `change ${change}`;
  const changeAll = async (tag: number): Promise<void> => {
    for (let change = 1; change <= EACH; change++)
      await insist('POST', `/core/v2/tags/${tag}`, { name: `${nameOf(change)} of ${tag}` });
  };
  const numberOf = ({ data }: ToldEvent): number => Number(/^change (\d+) of/.exec(data.name)?.[1]);
  /** Returns the numbers of the changes of each tag, in the order of arrival. */
  const bySubject = (events: readonly ToldEvent[]): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const event of events) found.getOrInsertComputed(event.subject, () => []).push(numberOf(event));
    return found;
  };
  const restart = async (name: PartName): Promise<void> => {
    for (const old of [...world.replicas(name)]) {
      await world.end(old, 'SIGKILL');
      await world.add(name);
    }
  };

  it('deliver each event: once to clients that resume, in order to receivers, whatever other receivers do', async () => {
    const tags = await Promise.all(
      Array.from({ length: TAGS }, (_, n) => insist<{ id: number }>('POST', '/core/v2/tags', { name: `Tag ${n}` })),
    );
    const newest = () => insist<ToldEvent[]>('GET', `/ops/v1/events?order=desc&limit=100`);
    // concurrent changes may be committed in any order
    await eventually(async () => {
      const told = new Set((await newest()).map(({ subject }) => subject));
      return tags.every(({ id }) => told.has(`tag-${id}`));
    });
    const begun = (await newest())[0]?.id ?? '';
    for (const host of receiver.taken.keys())
      await insist('POST', HOOKS, { url: `https://${host}/in`, types: ['core.tag-changed.v1'] });
    const client = listenFrom(root, begun);
    const began = performance.now();
    const writing = Promise.all(tags.map(({ id }) => changeAll(id)));
    const told = (share: number) => eventually(() => client.events.length >= CHANGES * share, WITHIN);
    await told(0.2);
    await restart('misc');
    await told(0.4);
    await restart('gateway');
    await told(0.6);
    await world.stopBroker('SIGKILL');
    await world.startBroker();
    await writing;
    await eventually(() => client.events.length >= CHANGES, WITHIN);
    const streamed = performance.now() - began;
    const all = Array.from({ length: EACH }, (_, n) => n + 1);
    const expected = new Map(tags.map(({ id }) => [`tag-${id}`, all]));
    expect(bySubject(client.events)).toEqual(expected);
    expect(new Set(client.events.map(({ id }) => id)).size).toBe(CHANGES);
    expect(client.resumed).toBeGreaterThanOrEqual(2);

    const missing = (host: string): number =>
      CHANGES - new Set((receiver.taken.get(host) ?? []).map(({ id }) => id)).size;
    for (const host of ['good.test', 'flaky.test']) {
      await eventually(() => missing(host) === 0, WITHIN);
      for (const numbers of bySubject(receiver.taken.get(host) ?? []).values())
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    }
    await client.stop();
    const repeated = (host: string): number => (receiver.taken.get(host)?.length ?? 0) - CHANGES;
    console.log(
      `${CHANGES} changes: streamed in ${Math.round(streamed / 1_000)} s over ${client.resumed} resumptions; ` +
        `repeated to hooks ${repeated('good.test')} and ${repeated('flaky.test')}, refused once ${receiver.refused} (stand-in)`,
    );
  });

  it('reach the hooks of a quiet site soon', async () => {
    const { id } = await insist<{ id: number }>('POST', '/core/v2/tags', { name: 'Quiet' });
    const delays: number[] = [];
    for (let change = 1; change <= 30; change++) {
      await insist('POST', `/core/v2/tags/${id}`, { name: `${nameOf(change)} of ${id}` });
      const began = performance.now();
      const isTold = () =>
        (receiver.taken.get('good.test') ?? []).some(
          (event) => event.subject === `tag-${id}` && numberOf(event) === change,
        );
      await eventually(isTold, { every: 2 });
      delays.push(performance.now() - began);
    }
    delays.sort((one, other) => one - other);
    console.log(
      `from write to hook: p50 ${Math.round(delays[15] ?? 0)} ms, at most ${Math.round(delays[29] ?? 0)} ms (stand-in)`,
    );
  });
});
