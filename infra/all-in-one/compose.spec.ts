import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { readSite } from '@almanac/service';
import { accountOf, addAccount, addPassword, listAccounts } from './accounts.ts';
import type { RunningSite, SiteOptions } from './compose.ts';
import { openOfflineCore } from './offlineCore.ts';
import { siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

const site = siteOfAda();
const ADA = { authorization: basic('ada', 'ada1speconly000000000001') };

function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

const start = (more?: Partial<SiteOptions>): Promise<RunningSite> => startSiteUnderTest(site, more);

const ask = async ({ port }: RunningSite, path: string, { method = 'GET', headers = {}, body }: AskOptions = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/en/json${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
};
interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

describe('a site in one process', () => {
  it('knows the users of its site file', async () => {
    const running = await start();
    expect(running.firstCredentials).toBeUndefined();
    expect(await ask(running, '/core/v2/users/me', { headers: ADA })).toMatchObject({ status: 200, body: { id: 1 } });
    expect(await ask(running, '/core/v2/users/me')).toMatchObject({
      status: 401,
      body: { code: 'rest_not_logged_in' },
    });
    await running.stop();
  });

  describe('whose password is revoked', () => {
    const PASSWORDS = '/core/v2/users/1/application-passwords';

    const withSecondPassword = async () => {
      const running = await start();
      const made = await ask(running, PASSWORDS, { method: 'POST', headers: ADA, body: { name: 'other' } });
      const { uuid, password } = made.body as { uuid: string; password: string };
      const headers = { authorization: basic('ada', password) };
      const status = async () => (await ask(running, '/core/v2/users/me', { headers })).status;
      expect(await status()).toBe(200);
      return { running, address: `${PASSWORDS}/${uuid}`, status };
    };

    it('forgets it before the answer if this gateway revokes it', async () => {
      const { running, address, status } = await withSecondPassword();
      await ask(running, address, { method: 'DELETE', headers: ADA });
      expect(await status()).toBe(401);
      await running.stop();
    });

    it('forgets it as soon as core has published a revocation elsewhere', async () => {
      const { running, address, status } = await withSecondPassword();
      await running.fetchInternal('core', address, { method: 'DELETE' });
      while ((await status()) === 200) await after(10);
      expect(await status()).toBe(401);
      await running.stop();
    });
  });

  it('has services that report their health', async () => {
    const running = await start();
    for (const name of ['core', 'calendar'] as const) {
      expect(await running.fetchInternal(name, '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    }
    await running.stop();
  });

  it('reports a taken port, and leaves nothing started or behind', async () => {
    const data = await mkdtemp(join(tmpdir(), 'almanac-site-'));
    const running = await start();
    const other = { data, site: readSite({}) };
    await expect(start({ ...other, port: running.port })).rejects.toThrow(`Port ${running.port} is in use`);
    await running.stop();
    const again = await start(other);
    expect(again.firstCredentials).toMatchObject({ login: 'admin' });
    await again.stop();
    await rm(data, { recursive: true });
  });
});

describe('a site in a folder', () => {
  let data = '';
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'almanac-site-'));
  });
  afterAll(() => rm(data, { recursive: true }));

  it('keeps its data over starts, and shows the first administrator’s credentials until the first start is over', async () => {
    const first = await start({ data, site: readSite({}) });
    const { login = '', password = '' } = first.firstCredentials ?? {};
    const admin = { headers: { authorization: basic(login, password) } };
    const tag = { method: 'POST', ...admin, body: { name: 'Harbour' } };
    expect((await ask(first, '/core/v2/tags', tag)).status).toBe(201);
    await first.finishFirstStart();
    await first.stop();
    const second = await start({ data, site: readSite({}) });
    expect(second.firstCredentials).toBeUndefined();
    expect(await ask(second, '/core/v2/tags')).toMatchObject({ body: [{ name: 'Harbour' }] });
    expect((await ask(second, '/core/v2/users/me', admin)).status).toBe(200);
    await expect(openOfflineCore(data, readSite({}))).rejects.toThrow('is used by another process');
    await second.stop();
  });

  it('lets its accounts be managed while it is stopped', async () => {
    const offline = await openOfflineCore(data, readSite({}));
    await addAccount(offline.client, { login: 'grace', email: 'grace@example.test', role: 'editor', name: 'Grace' });
    const password = await addPassword(offline.client, 'Grace', 'spec');
    expect(await listAccounts(offline.client)).toMatchObject([
      { id: 1, username: 'admin', roles: ['administrator'] },
      { username: 'grace', name: 'Grace', roles: ['editor'] },
    ]);
    await expect(addPassword(offline.client, 'nobody', 'spec')).rejects.toThrow('There is no user nobody.');
    const codes = await offline.makeRecoveryCodes((await accountOf(offline.client, 'Grace')).id);
    expect(new Set(codes).size).toBe(10);
    await offline.stop();
    const running = await start({ data, site: readSite({}) });
    const headers = { authorization: basic('grace', password) };
    expect(await ask(running, '/core/v2/users/me', { headers })).toMatchObject({ body: { name: 'Grace' } });
    await running.stop();
  });
});
