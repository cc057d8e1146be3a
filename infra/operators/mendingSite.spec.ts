import { createDeadLetters } from '@almanac/messaging';
import { until } from '@almanac/messaging/contract';
import { siteForSpecs } from './operatorSite.contract.ts';
import { unhandledDeletion as delivery } from './unhandledDeletion.contract.ts';

describe('a running site', () => {
  const site = siteForSpecs();
  const ask = (method: string, path: string, body?: object) => site.ask(method, `/ops/v1${path}`, body);

  it('shows its dead letters, retries them, and drops them', async () => {
    const entries = site.running().services.get('calendar')!.entries;
    const letters = createDeadLetters(entries, 'calendar.copies');
    await letters.add(delivery(7, 'tag-1'), 'Error: cannot be');
    await letters.addBehind(delivery(8, 'tag-1'));
    await letters.add(delivery(9, 'tag-2'), 'Error: neither');
    const { body, headers } = await ask('GET', '/dead-letters');
    expect(headers.get('x-core-total')).toBe('2');
    expect(body).toEqual([
      expect.objectContaining({ key: 'tag-2', waiting: 0 }),
      {
        service: 'calendar',
        subscription: 'calendar.copies',
        source: 'core',
        key: 'tag-1',
        type: 'core.tag-deleted.v1',
        epoch: 1,
        position: 7,
        n: 0,
        at: '2026-01-01T00:00:07.000Z',
        reason: 'Error: cannot be',
        waiting: 1,
      },
    ]);
    const one = { subscription: 'calendar.copies', key: 'tag-1' };
    expect(await ask('POST', '/dead-letters/discard', one)).toMatchObject({ status: 202, body: { count: 1 } });
    const replayed = await ask('POST', '/dead-letters/replay', { subscription: 'calendar.copies' });
    expect(replayed.status).toBe(202);
    await until(async () => (await ask('GET', '/dead-letters')).body.length === 0);
    for (const none of [one, { subscription: 'constructor', key: 'x' }]) {
      expect((await ask('POST', '/dead-letters/discard', none)).body.code).toBe('ops_dead_letter_not_found');
    }
  });

  it('reports the lag of its readers', async () => {
    const { body } = await ask('GET', '/lag');
    expect(body).toContainEqual({
      reader: 'calendar.copies',
      service: 'calendar',
      source: 'core',
      behind: expect.any(Number),
      unit: 'commits',
      fault: null,
    });
    expect(body.filter(({ reader }: { reader: string }) => reader.endsWith('.settings'))).toEqual([]);
  });

  it('rebuilds documents, one service at a time, and shows its progress', async () => {
    const { entries } = site.running().services.get('core')!;
    await entries.insert('rebuild-running', 'one', { id: 'another' });
    expect((await ask('POST', '/rebuilds', { service: 'core' })).body.code).toBe('ops_rebuild_running');
    await entries.delete('rebuild-running', 'one');
    const begun = await ask('POST', '/rebuilds', { service: 'core' });
    expect([begun.status, begun.body.status]).toEqual([202, 'running']);
    const path = `/rebuilds/${begun.body.id}`;
    expect(begun.headers.get('location')).toContain(`/en/json/ops/v1${path}`);
    await until(async () => (await ask('GET', path)).body.status === 'done');
    const { body } = await ask('GET', path);
    expect([body.position, body.service]).toEqual([await site.running().services.get('core')!.store.last(), 'core']);
    expect((await ask('GET', '/rebuilds')).body[0]).toEqual(body);
    expect((await site.ask('GET', '/core/v2/users/1')).status).toBe(200);
    expect((await ask('GET', '/rebuilds/misc-none')).body.code).toBe('ops_rebuild_not_found');
    expect((await ask('POST', '/rebuilds', { service: 'constructor' })).status).toBe(400);
    await entries.put('rebuild', body.id.slice('core-'.length), { ...body, id: body.id.slice(5), status: 'running' });
    expect((await ask('GET', path)).body).toMatchObject({ status: 'failed', reason: expect.stringContaining('ended') });
  });
});
