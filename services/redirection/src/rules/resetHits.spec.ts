import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';

interface RuleHitCounts {
  readonly url: string;
  readonly hits: number;
  readonly last_access: string;
}

describe('the counters of redirects', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const counted = async (url: string): Promise<number> => {
    const { body } = await served.ask('POST', '/redirect', { body: { ...sentRule, url } });
    const { id } = body.items.find((item: { readonly url: string }) => item.url === url);
    await served.ask('POST', `/redirect/${id}`, { body: { hits: 7, last_access: '2030-06-01' } });
    return id;
  };
  const counters = async () => {
    const { body } = await served.ask('GET', '/redirect');
    return (body.items as RuleHitCounts[]).map(({ url, hits, last_access }) => [url, hits, last_access]).sort();
  };

  it('are reset for the chosen ones, or for all', async () => {
    const [first] = [await counted('/a'), await counted('/b')];
    const [a, b] = await counters();
    expect([a, b]).toEqual([
      ['/a', 7, expect.stringContaining('2030')],
      ['/b', 7, expect.stringContaining('2030')],
    ]);
    expect((await served.ask('POST', '/bulk/redirect/reset', { body: { items: [`${first}`] } })).status).toBe(200);
    expect(await counters()).toEqual([['/a', 0, '-'], b]);
    expect((await served.ask('POST', '/bulk/redirect/reset', { body: { global: true } })).status).toBe(200);
    expect(await counters()).toEqual([
      ['/a', 0, '-'],
      ['/b', 0, '-'],
    ]);
  });
});
