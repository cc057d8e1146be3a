import { eventually } from '@almanac/testing';
import { request } from '../../site.ts';
import type { World } from './world.ts';

interface Rule {
  readonly id: number;
  readonly hits: number;
}

/** Tests of redirect rules on a site with two gateways. */
export const redirectRules = (world: () => World): void => {
  const root = () => `${world().origin}/en/json`;
  const gateway = (at: number): string => world().replicas('gateway')[at]?.address ?? '';
  const save = async (through: string, url: string): Promise<void> => {
    const target = { action_type: 'url', action_data: { url: '/target' } };
    const body = { url, match_type: 'url', group_id: 1, ...target };
    const { status } = await request(`${through}/en/json`, 'POST', '/redirection/v1/redirect', { as: 'admin', body });
    expect(status).toBe(200);
  };
  const visit = async (through: string, path: string): Promise<number> =>
    (await fetch(through + path, { redirect: 'manual' })).status;
  const hitsOf = async (path: string): Promise<number | undefined> => {
    const list = `/redirection/v1/redirect?filterBy[url]=${path}`;
    const { body } = await request<{ items?: Rule[] }>(root(), 'GET', list, { as: 'admin' });
    return body.items?.[0]?.hits;
  };

  it('work at one gateway when they are saved through the other', async () => {
    await save(gateway(0), '/one');
    await eventually(async () => (await visit(gateway(1), '/one')) === 301);
    expect(await visit(gateway(0), '/one')).toBe(301);
  });

  it('go on while their service is away, and their visits are counted when it is back', async () => {
    await save(gateway(0), '/away');
    await eventually(async () => (await visit(gateway(1), '/away')) === 301);
    await eventually(async () => (await hitsOf('/away')) === 1);
    for (const part of [...world().replicas('redirection')]) await world().end(part, 'SIGKILL');
    for (let turn = 0; turn < 10; turn++) expect(await visit(gateway(turn % 2), '/away')).toBe(301);
    await world().add('redirection');
    await eventually(async () => (await hitsOf('/away')) === 11);
  });

  it('lose at most the last second of visits when a gateway is killed', async () => {
    await save(gateway(0), '/killed');
    await eventually(async () => (await visit(gateway(1), '/killed')) === 301);
    for (let turn = 0; turn < 9; turn++) await visit(gateway(1), '/killed');
    await eventually(async () => (await hitsOf('/killed')) === 10);
    await visit(gateway(1), '/killed');
    const killed = world().replicas('gateway')[1];
    if (killed !== undefined) await world().end(killed, 'SIGKILL');
    expect([10, 11]).toContain(await hitsOf('/killed'));
  });
};
