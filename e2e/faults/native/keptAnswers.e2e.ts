import { setTimeout as pause } from 'node:timers/promises';
import { native } from '../../engines/native.ts';
import { type Answer, request } from '../../site.ts';
import { World } from './world.ts';

const EVENTS = '/cal/events/v1/events';
const DATES = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const LIST = `${EVENTS}?start_date=2031-01-01&end_date=2031-12-31`;
/** A request with a cookie is answered without the cache. */
const WITHOUT = { cookie: 'visitor=1' };
const HITS = 'almanac_kept_answers_total{cache="hit"';
/** Headers that belong to one request. */
const OWN = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

/** A generator of numbers below 1, the same in each run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`answers in the memory of two gateways ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ replicas: { gateway: 2, core: 2, calendar: 2 } });
  });
  afterAll(() => world?.stop());

  const roots = (): string[] => world.replicas('gateway').map(({ address }) => `${address}/en/json`);
  const textOf = ({ status, headers, body }: Answer<unknown>, root: string): string => {
    const shown = [...headers].filter(([name]) => !OWN.includes(name));
    // without PUBLIC_URL each gateway shows the address under which it was asked
    return JSON.stringify([status, shown, body]).replaceAll(new URL(root).origin, '');
  };
  const read = async (root: string, path: string, headers = {}): Promise<string> =>
    // the length of a compressed answer is known only to those who have compressed it whole
    textOf(await request<unknown>(root, 'GET', path, { headers: { 'accept-encoding': 'identity', ...headers } }), root);
  const write = (root: string, method: string, path: string, body: object) =>
    request<{ readonly id: number }>(root, method, path, { as: 'admin', body: { status: 'publish', ...body } });
  const hits = async (): Promise<number> => {
    const figures = await Promise.all(world.replicas('gateway').map((part) => world.figure(part, HITS)));
    return figures.reduce<number>((sum, figure = 0) => sum + figure, 0);
  };

  /** Reads until two answers without the cache around one with it are equal: copies of other services may arrive. */
  const readAmong = async (root: string, path: string): Promise<{ readonly kept: string; readonly fresh: string }> => {
    for (let before = await read(root, path, WITHOUT); ; ) {
      const kept = await read(root, path);
      const fresh = await read(root, path, WITHOUT);
      if (fresh === before) return { kept, fresh };
      before = fresh;
    }
  };

  /** Reads through the gateway of a write, then through the other one until its answers are as new as the store's. */
  const expectNew = async (writer: string, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      const { kept, fresh } = await readAmong(writer, path);
      expect({ path, kept }).toEqual({ path, kept: fresh });
    }
    const other = roots().find((root) => root !== writer) ?? '';
    for (const path of paths) {
      // a test that fails by its time limit has found an answer that stays old
      for (let { kept, fresh } = await readAmong(other, path); kept !== fresh; ) {
        await pause(20);
        ({ kept, fresh } = await readAmong(other, path));
      }
    }
  };

  /** Reads until the answer comes from memory. */
  const warm = async (root: string, path: string): Promise<void> => {
    for (const before = await hits(); (await hits()) === before; ) await read(root, path);
  };

  it('are used, by each gateway', async () => {
    const [one = ''] = roots();
    const { id } = (await write(one, 'POST', EVENTS, { title: 'Fair', ...DATES })).body;
    for (const root of roots()) for (const path of [LIST, `${EVENTS}/${id}`, '/core/v2/posts']) await warm(root, path);
    expect(await hits()).toBeGreaterThan(0);
  });

  it('are never older than a write through the same gateway, and soon as new as one through the other', async () => {
    const random = numbers(11);
    const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
    const [first = ''] = roots();
    const created = async (path: string, body: object) => (await write(first, 'POST', path, body)).body.id;
    const events = [await created(EVENTS, { title: 'First', ...DATES })];
    const posts = [await created('/core/v2/posts', { title: 'First', content: 'Words.' })];
    const venue = await created('/cal/events/v1/venues', { venue: 'Hall' });
    const tag = await created('/core/v2/tags', { name: 'Open' });
    let count = 0;
    const name = () => `Record ${count++}`;
    const writes: readonly ((root: string) => Promise<unknown>)[] = [
      async (root) => events.push((await write(root, 'POST', EVENTS, { title: name(), ...DATES })).body.id),
      (root) => write(root, 'PUT', `${EVENTS}/${one(events)}`, { title: name(), venue: [venue] }),
      (root) => write(root, 'PUT', `${EVENTS}/${one(events)}`, { status: one(['publish', 'draft', 'private']) }),
      (root) => write(root, 'PUT', `/cal/events/v1/venues/${venue}`, { venue: name() }),
      (root) => write(root, 'PUT', `/core/v2/posts/${one(posts)}`, { title: name(), tags: one([[], [tag]]) }),
      (root) => write(root, 'PUT', `/core/v2/tags/${tag}`, { name: name() }),
      (root) => request(root, 'PUT', '/core/v2/settings', { as: 'admin', body: { posts_per_page: one([1, 2, 10]) } }),
      (root) =>
        request(root, 'POST', '/batch/v1', {
          as: 'admin',
          body: { requests: [{ method: 'PUT', path: `${EVENTS}/${one(events)}`, body: { title: name() } }] },
        }),
    ];
    const reads = () => [
      LIST,
      `${EVENTS}/${one(events)}`,
      `/cal/events/v1/venues/${venue}`,
      '/core/v2/posts',
      `/core/v2/posts/${one(posts)}`,
      '/core/v2/tags',
    ];
    for (let turn = 0; turn < 30; turn++) {
      const paths = [one(reads()), one(reads())];
      for (const root of roots()) for (const path of paths) await read(root, path);
      const writer = one(roots());
      await one(writes)(writer);
      await expectNew(writer, paths);
    }
    expect(await hits()).toBeGreaterThan(0);
  });

  it('are as new as the store while no broker runs, and after replicas were killed and replaced', async () => {
    const [one = '', other = ''] = roots();
    const id = (await write(one, 'POST', EVENTS, { title: 'Before', ...DATES })).body.id;
    const path = `${EVENTS}/${id}`;
    const agree = async (title: string): Promise<void> => {
      const { kept, fresh } = await readAmong(one, path);
      expect([kept.includes(title), kept]).toEqual([true, fresh]);
      while (!(await read(other, path)).includes(title)) await pause(20);
    };
    for (const root of roots()) await warm(root, path);
    await world.stopBroker('SIGKILL');
    await write(one, 'PUT', path, { title: 'Without a broker' });
    await agree('Without a broker');
    await world.startBroker();
    for (const killed of [...world.replicas('calendar')]) {
      await world.add('calendar');
      await world.end(killed, 'SIGKILL');
      await write(one, 'PUT', path, { title: `Without ${killed.address}` });
      await agree(`Without ${killed.address}`);
    }
    for (const root of roots()) await warm(root, path);
  });
});
