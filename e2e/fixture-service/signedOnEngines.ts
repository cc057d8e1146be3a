import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Servers } from '@almanac/infra/native-servers';
import { eventually } from '@almanac/testing';
import { startSite } from '../conformance/conform.mjs';
import type { RunningSite } from '../engines/engine.ts';
import { native } from '../engines/native.ts';
import { sharedServers } from '../engines/sharedServers.ts';
import { request, siteFile, type UserName } from '../site.ts';
import { type Hook, openHook } from './hook.ts';

const SIGNATURES = '/guestbook/v1/signatures';

type Variables = Readonly<Record<string, string>>;

/** Starts whole sites from a copy of the repository on each engine, and signs the guest book of each. */
export const signedOnEveryEngine = (folder: () => string): void => {
  const start = (starter: string, variables: Variables): Promise<RunningSite> => {
    const all = Object.entries({ SITE_FILE: siteFile, LOG_LEVEL: 'warn', ...variables });
    const assignments = all.map(([name, value]) => `${name}='${value}'`).join(' ');
    return startSite(`cd '${folder()}' && ${assignments} exec node ${starter}`, '/en/json', 300);
  };

  describe('the added service on embedded (SQLite)', () =>
    signing((hook) => start('infra/all-in-one/main.mjs', { DATA: ':memory:', GUESTBOOK_HOOK: hook })));

  const lacking = native.lacking();
  const on = lacking === undefined ? `on native (${native.label()})` : `on native, skipped: ${lacking}`;
  (lacking === undefined ? describe : describe.skip)(`the added service ${on}`, () => {
    let servers: Servers;
    beforeAll(async () => {
      servers = await sharedServers();
    });
    afterAll(() => servers?.stop());

    const own = `e2e-${randomUUID().slice(0, 8)}`;
    const variables = () => {
      const { mongodbUrl: MONGODB_URL, brokers: KAFKA_BROKERS } = servers;
      return { MONGODB_URL, KAFKA_BROKERS, DATABASE_PREFIX: own, TOPIC_PREFIX: own, TOPIC_PARTITIONS: '3' };
    };
    signing((hook) => start('infra/native/main.ts', { ...variables(), GUESTBOOK_HOOK: hook }));

    it('publishes its events, and is known to operators', async () => {
      const ops = (...args: string[]): string => {
        const env = { ...process.env, ...variables() };
        const options = { cwd: folder(), env, encoding: 'utf8' } as const;
        return spawnSync(process.execPath, ['infra/cli/main.ts', 'ops', ...args], options).stdout;
      };
      await eventually(() => ops('lag').includes('relay/guestbook of guestbook: 0 commits behind'), { every: 500 });
      expect(ops('verify', 'guestbook')).toContain('guestbook: 1 commits');
    });
  });
};

interface EngineItem {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

const signing = (start: (hook: string) => Promise<RunningSite>): void => {
  let site: RunningSite;
  let hook: Hook;
  beforeAll(async () => {
    hook = await openHook();
    site = await start(hook.address);
  });
  afterAll(async () => {
    await site?.stop();
    await hook?.close();
  });

  const sign = (as: UserName, text: string) =>
    request<EngineItem>(site.base, 'POST', SIGNATURES, { as, body: { text }, headers: { 'idempotency-key': text } });
  const shown = async (): Promise<readonly EngineItem[]> =>
    (await request<readonly EngineItem[]>(site.base, 'GET', SIGNATURES)).body;

  it('has its namespace in the site index', async () => {
    const { body } = await request<{ namespaces: readonly string[] }>(site.base, 'GET', '/');
    expect(body.namespaces).toContain('guestbook/v1');
  });

  it('takes signatures, once from each user and under the names that core published', async () => {
    const made = await sign('editor1', 'Hello.');
    expect([made.status, made.body.id > 5_000]).toEqual([201, true]);
    expect((await sign('editor1', 'Hello.')).body).toMatchObject({ id: made.body.id });
    expect((await sign('editor1', 'Again.')).status).toBe(409);
    expect((await request(site.base, 'POST', SIGNATURES, { body: { text: 'Nobody.' } })).status).toBe(401);
    await eventually(async () => (await shown())[0]?.name !== '');
    expect(await shown()).toEqual([expect.objectContaining({ id: made.body.id, text: 'Hello.' })]);
  });

  it('sends each signature to the hook, with the same key in every try', async () => {
    const [first] = await shown();
    await eventually(() => hook.taken.length > 0);
    expect(hook.taken[0]).toEqual({ key: expect.stringMatching(/^[\w-]{32}$/), body: { id: first?.id } });
    // the hook refuses the first try of each signature
    expect(hook.tried.filter((key) => key === hook.taken[0]?.key).length).toBeGreaterThan(1);
  });
};
