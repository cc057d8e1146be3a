import { ruleHits } from '../hits/hits.ts';
import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';
import { bulkRules } from './bulkRules.ts';

interface RuleItem {
  readonly id: number;
  readonly url: string;
  readonly enabled: boolean;
}

describe('actions on several redirects', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const listed = async (): Promise<RuleItem[]> =>
    (await served.ask('GET', '/redirect?orderby=id&direction=asc')).body.items;
  const create = async (more: object): Promise<void> => {
    expect((await served.ask('POST', '/redirect', { body: { ...sentRule, ...more } })).status).toBe(200);
  };
  const threeRules = async (): Promise<number[]> => {
    for (const url of ['/a', '/b', '/c']) await create({ url });
    return (await listed()).map(({ id }) => id);
  };
  const enabled = async () => (await listed()).map((rule) => [rule.url, rule.enabled]);
  const act = (action: string, body: object) => served.ask('POST', `/bulk/redirect/${action}`, { body });
  const eventsAfter = async (position: number) =>
    (await served.store.readLog(position)).map(({ events }) => events.map(({ type }) => type));

  it('disable, enable and delete the chosen ones, in one commit each, and leave the others', async () => {
    const [a, b] = await threeRules();
    const before = await served.store.last();
    expect((await act('disable', { items: [a, `${b}`, a] })).status).toBe(200);
    expect(await enabled()).toEqual([
      ['/a', false],
      ['/b', false],
      ['/c', true],
    ]);
    await act('enable', { items: [b] });
    expect(await enabled()).toEqual([
      ['/a', false],
      ['/b', true],
      ['/c', true],
    ]);
    const { status, body } = await act('delete', { items: [a, b] });
    expect([status, body.total, await enabled()]).toEqual([200, 1, [['/c', true]]]);
    expect(await eventsAfter(before)).toEqual([
      ['RuleDisabled', 'RuleDisabled'],
      ['RuleEnabled'],
      ['RuleDeleted', 'RuleDeleted'],
    ]);
  });

  it('are refused as a whole if an id names no redirect, or a deleted one', async () => {
    const [a, b, c] = await threeRules();
    await act('delete', { items: [c] });
    const before = await served.store.last();
    for (const stranger of [999, 'cats', `${b}x`, '', '1234567890123456', c]) {
      const { status, body } = await act('disable', { items: [a, stranger, b] });
      expect([stranger, status, body.code]).toEqual([stranger, 400, 'redirect_bulk_failed']);
    }
    expect(await served.store.last()).toBe(before);
  });

  it('do nothing unless redirects are named, one by one or by a filter', async () => {
    const [a] = await threeRules();
    const before = await served.store.last();
    for (const body of [{}, { items: [] }, { global: false }, { global: false, filterBy: { url: '/a' } }])
      expect([body, (await act('delete', body)).status]).toEqual([body, 200]);
    expect(await served.store.last()).toBe(before);
    await act('delete', { items: [a], global: true });
    expect(await enabled()).toEqual([
      ['/b', true],
      ['/c', true],
    ]);
  });

  it('cover with `global` all filtered redirects, some hundreds in a commit', async () => {
    await create({ url: Array.from({ length: 600 }, (_, n) => `/many/${n}`) });
    await create({ url: '/other' });
    const before = await served.store.last();
    expect((await act('disable', { global: true, filterBy: { url: '/many' } })).status).toBe(200);
    expect((await served.ask('GET', '/redirect?filterBy[status]=disabled')).body.total).toBe(600);
    expect((await eventsAfter(before)).map(({ length }) => length)).toEqual([200, 200, 200]);
    await act('delete', { global: true, filterBy: { status: 'disabled' } });
    expect(await enabled()).toEqual([['/other', true]]);
  });

  it('end with `global` after the current commit if the client has left', async () => {
    await threeRules();
    const before = await served.store.last();
    const left = new Error('the client has left');
    const request = {
      commands: served.redirection.commands,
      context: { principal: 'user:1', language: 'en', correlation: 'spec', causation: 'spec' },
      abandoned: () => AbortSignal.abort(left),
    } as unknown as Parameters<typeof bulkRules>[1];
    await expect(bulkRules(served.redirection, request, { bulk: 'delete', global: true })).rejects.toBe(left);
    expect(await served.store.last()).toBe(before);
  });

  it('delete the counters with the redirects', async () => {
    await create({ url: '/a', hits: 3 });
    await create({ url: '/b', hits: 4 });
    const [a] = await listed();
    await act('delete', { items: [a?.id] });
    expect(await served.documents.find(ruleHits, {})).toMatchObject([{ hits: 4 }]);
    await act('delete', { global: true });
    expect(await served.documents.find(ruleHits, {})).toEqual([]);
  });
});
