import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPersonKeys, type Sender } from '@almanac/contracts';
import { askOf, createFetchInternal, type FetchInternal } from '@almanac/service';
import type { RunningSite } from '../../all-in-one/compose.ts';
import { ask, askAsAda, caughtUp, folderForSpec, startOn } from '../operatorSite.contract.ts';

type Principal = NonNullable<NonNullable<Parameters<FetchInternal>[2]>['principal']>;

const system: Principal = { kind: 'system' };
const anonymous: Principal = { kind: 'anonymous' };
const administrator: Principal = { kind: 'user', id: 1, login: 'ada', roles: ['administrator'] };

describe('the keys of persons', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let site: RunningSite;
  let person: string;
  beforeAll(async () => {
    folder = await folderForSpec();
    site = await startOn(folder.data);
    const { id } = await ask<{ id: number }>(site, '/cal/events/v1/organizers', { organizer: 'Brass band' });
    person = `organizer-${id}`;
    await caughtUp(folder.data);
  });
  afterAll(async () => {
    await site.stop();
    await folder.remove();
  });

  const asked = async (from: Sender, principal: Principal) => {
    const secret = await readFile(join(folder.data, 'secret'), 'utf8');
    const addressOf = (service: string) => site.services.get(service as never)?.address;
    const fetchInternal = createFetchInternal({ from, secret: secret.trim(), addressOf, now: () => new Date() });
    return askOf(fetchInternal, readPersonKeys, 'calendar', { send: { persons: [person, 'organizer-9'] }, principal });
  };

  it.each(['core', 'calendar', 'misc', 'redirection', 'translation'] as const)('are given to %s', async (service) => {
    expect((await asked(service, system)).body).toEqual({ keys: { [person]: expect.stringMatching(/^[\w-]{43}$/) } });
  });

  it.each(['gateway', 'operator'] as const)('are refused to anybody but services: %s', async (from) => {
    expect((await asked(from, system)).refused).toMatchObject({ status: 403, code: 'rest_undeclared_sender' });
  });

  it('are refused to a service that asks in the name of a user', async () => {
    for (const principal of [administrator, anonymous])
      expect([401, 403]).toContain((await asked('misc', principal)).refused?.status);
  });

  it('are unreachable from outside', async () => {
    const { status, body } = await askAsAda(site, 'POST', '/internal/operations/person-keys', { persons: [person] });
    expect([status, body.code]).toEqual([404, 'rest_no_route']);
    const address = site.services.get('calendar')?.address;
    const headers = { 'content-type': 'application/json' };
    const direct = await fetch(`${address}/internal/operations/person-keys`, { method: 'POST', headers, body: '{}' });
    expect(direct.status).toBe(401);
  });
});
