import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSite } from '@almanac/service';
import { accountOf, setPassword } from './accounts.ts';
import { startAsked } from './askedSite.contract.ts';
import { openOfflineCore } from './offlineCore.ts';

const PASSWORD = 'seven herons at the harbour';
const site = readSite({});

describe('the accounts of a stopped site', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-accounts-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('get a password of their own, by login in any case, and no weak one', async () => {
    const data = join(folder, 'data');
    const first = await startAsked({ data, site });
    await expect(openOfflineCore(data, site)).rejects.toThrow(
      /a site runs on it. Stop that first, or ask it: npm run user/,
    );
    await first.running.stop();
    const offline = await openOfflineCore(data, site);
    await expect(setPassword(offline.client, 'admin', 'short')).rejects.toMatchObject({ status: 400 });
    await expect(setPassword(offline.client, 'nobody', PASSWORD)).rejects.toThrow('There is no user nobody.');
    await setPassword(offline.client, 'ADMIN', PASSWORD);
    expect(await accountOf(offline.client, 'admin')).toMatchObject({ id: 1 });
    await offline.stop();
    const second = await startAsked({ data, site });
    expect((await second.ask('/en/admin/sign-in', { form: { login: 'admin', password: PASSWORD } })).status).toBe(302);
    await second.running.stop();
  });

  it('are looked for only in a folder that holds a site, and no folder is created', async () => {
    for (const location of [folder, join(folder, 'missing')]) {
      await expect(openOfflineCore(location, site)).rejects.toThrow(`${location} holds no site`);
      expect(existsSync(join(location, 'lock.sqlite'))).toBe(false);
    }
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });
});
