import { randomUUID } from 'node:crypto';
import { addRecords, redirectLog } from './logs/accessLog.ts';
import { sentRule, serveRedirection, type TestService } from './testing.contract.ts';

describe('lists', () => {
  let served: TestService;
  beforeAll(async () => {
    served = await serveRedirection();
    for (const url of ['/1', '/2', '/3', '/4', '/5', '/6', '/true', 'x'.repeat(1_900)])
      await served.ask('POST', '/redirect', { body: { ...sentRule, url } });
  });
  afterAll(() => served.stop());

  const list = (query: string) => served.ask('GET', `/redirect?${query}`);
  const refusedOf = async (query: string) => {
    const { status, body } = await list(query);
    return [status, Object.entries(body.data?.params ?? {})];
  };

  it.each([
    ['per_page', '4'],
    ['per_page', '201'],
    ['page', '-1'],
    ['orderby', 'title'],
    ['direction', 'up'],
    ['filterBy', 'x'],
    ['filterBy[colour]', 'red'],
    ['filterBy[]', 'x'],
    ['filterBy[url][a]', 'x'],
    ['filterBy[url][]', 'x'],
    ['filterBy[url]', 'x'.repeat(2_001)],
  ])('refuse invalid values of %s: %#', async (name, value) => {
    const [status, params] = await refusedOf(`${name}=${value}`);
    expect([status, params]).toEqual([400, [[name.split('[')[0], expect.any(String)]]]);
  });

  it('name an unknown filter, cut to a limited length', async () => {
    const [, [[, long]]] = (await refusedOf(`filterBy[${'y'.repeat(300)}]=1`)) as [number, [[string, string]]];
    expect(long).toBe(`Filter type is not supported: ${'y'.repeat(100)}`);
    const [, [[, none]]] = (await refusedOf('filterBy=x')) as [number, [[string, string]]];
    expect(none).toBe('Filter is not an array');
    const [, [[, inner]]] = (await refusedOf('filterBy[url][a]=x')) as [number, [[string, string]]];
    expect(inner).toMatch(/^filterBy has a value/);
  });

  it.each([
    ['', 8],
    ['per_page=5', 5],
    ['per_page=200', 8],
    ['per_page=5&page=1', 3],
    ['page=1', 0],
    ['filterBy=', 8],
    ['filterBy[url]=', 8],
    ['filterBy[url]=&filterBy[group]=1', 8],
    ['filterBy[url]=/6&filterBy[group]=1', 1],
    ['filterBy[url]=/6&filterBy[group]=2', 0],
    [`filterBy[url]=${'x'.repeat(2_000)}`, 0],
  ])('answer the request %#', async (query, count) => {
    expect((await list(query)).body.items).toHaveLength(count);
  });

  it.each<[unknown, number]>([
    [{ url: 6 }, 1],
    [{ url: true }, 1],
    [{ url: '' }, 8],
    [{}, 8],
  ])('accept filters of a body, with numbers and booleans as texts: %j', async (filterBy, total) => {
    const body = { filterBy };
    expect((await served.ask('POST', '/redirect', { body })).body.total).toBe(total);
  });

  it.each([[], { url: null }, { url: {} }])('refuse invalid filters of a body: %j', async (filterBy) => {
    const { status } = await served.ask('POST', '/redirect', { body: { filterBy } });
    expect(status).toBe(400);
  });
});

describe('lists of rules by their last visit', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  it.each([
    ['year', 365],
    ['month', 30],
  ])('treat a %s as %i days', async (access, days) => {
    const idOf = async (url: string): Promise<number> =>
      (await served.ask('POST', '/redirect', { body: { ...sentRule, url } })).body.items[0].id;
    const ago = (milliseconds: number) => new Date(served.now().getTime() - milliseconds).toISOString();
    const length = days * 86_400_000;
    const counts = [
      { rule: await idOf('/then'), hits: 1, last: ago(length - 1) },
      { rule: await idOf('/before'), hits: 1, last: ago(length + 1) },
    ];
    const body = { batch: randomUUID(), counts, records: [], lost: 0 };
    await served.ask('POST', '/internal/redirects/visits', { as: 'site', body });
    const { items } = (await served.ask('GET', `/redirect?filterBy[access]=${access}`)).body;
    expect(items.map(({ url }: { url: string }) => url)).toEqual(['/before']);
  });
});

describe('logs', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const visit = {
    ...{ at: '2031-01-01T11:00:00.000Z', url: '/old', method: 'BREW', domain: 'http://site.test', agent: null },
    ...{ ip: '', referrer: null, code: 301, target: '/new', rule: 1, by: 'redirection' as const },
  };
  const add = (records: readonly (typeof visit)[]) =>
    addRecords(served.redirection, redirectLog, records, { first: 1, mode: 1 });

  it('count more records than one read returns', async () => {
    await add(Array.from({ length: 2_001 }, (_, n) => ({ ...visit, url: n % 3 === 0 ? '/third' : '/other' })));
    expect((await served.ask('GET', '/log?groupBy=url')).body.items).toEqual([
      { count: 1_334, url: '/other', id: '/other' },
      { count: 667, url: '/third', id: '/third' },
    ]);
  });

  it('are filtered by known methods', async () => {
    await add([visit]);
    const total = async (method: string) =>
      (await served.ask('GET', `/log?filterBy[method]=${method}`)).body.total as number;
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];
    expect(await Promise.all(methods.map(total))).toEqual(methods.map(() => 0));
    expect(await total('BREW')).toBe(1);
  });
});
