import { randomUUID } from 'node:crypto';
import { sentRule, serveRedirection, type TestService } from '../testing.contract.ts';
import { addRecords, type LogRecord, notFoundLog, redirectLog, takeNumbers } from './accessLog.ts';
import { dropBeyondBytes, expireLogs } from './expiry.ts';

const DAY = 86_400_000;

const visit = {
  at: '2031-01-01T11:59:00.000Z',
  rule: 5,
  by: 'redirection',
  url: '/old',
  domain: 'http://site.test',
  ip: '192.168.1.7',
  agent: 'agent1',
  referrer: 'http://a.test/',
  method: 'GET',
  code: 301,
  target: '/new',
};

describe('the logs of visits', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection({ timezone: 'America/New_York' });
  });
  afterEach(() => served.stop());

  const keepAddresses = () => served.ask('POST', '/setting', { body: { ip_logging: 1 } });
  const report = (records: readonly object[], more: object = {}) =>
    served.ask('POST', '/internal/redirects/visits', {
      as: 'site',
      body: {
        batch: randomUUID(),
        counts: [],
        records: records.map((each) => ({ ...visit, ...each })),
        lost: 0,
        ...more,
      },
    });
  const found = async (query: string, log = 'log') => (await served.ask('GET', `/${log}?${query}`)).body;
  const urls = async (query: string, log = 'log'): Promise<string[]> =>
    (await found(query, log)).items.map(({ url }: { url: string }) => url);

  it('show visits from a gateway, on the clocks of the site', async () => {
    await keepAddresses();
    expect((await report([{}, { headers: { accept: '*/*' }, agent: null, by: 'core' }])).status).toBe(200);
    const { items, total } = await found('');
    expect(total).toBe(2);
    expect(items[1]).toEqual({
      id: 1,
      created: 'January 1, 2031',
      created_time: '6:59 am',
      url: '/old',
      agent: 'agent1',
      referrer: 'http://a.test/',
      domain: 'http://site.test',
      ip: '192.168.1.7',
      http_code: 301,
      request_method: 'GET',
      request_data: '',
      sent_to: '/new',
      redirection_id: 5,
      redirect_by_slug: 'redirection',
      redirect_by: 'Redirection',
    });
    expect(items[0]).toMatchObject({ agent: null, request_data: { headers: { accept: '*/*' } }, redirect_by: 'Core' });
    expect((await found('', '404')).total).toBe(0);
  });

  it('keep visits without a page apart', async () => {
    await report([{ rule: 0, by: '', code: 404, target: '', url: '/gone' }]);
    const { items } = await found('', '404');
    expect(items).toMatchObject([{ url: '/gone', http_code: 404 }]);
    expect(items[0]).not.toHaveProperty('sent_to');
    expect((await found('')).total).toBe(0);
  });

  it('accept a batch once, however often it arrives, and only from the site itself', async () => {
    const batch = randomUUID();
    await report([{}], { batch });
    await report([{}], { batch });
    expect((await found('')).total).toBe(1);
    const body = { batch, counts: [], records: [], lost: 0 };
    const stranger = await served.ask('POST', '/internal/redirects/visits', { body });
    expect(stranger.status).toBe(403);
    expect((await report([{ url: 7 }])).status).toBe(400);
  });

  it('accept each part of a batch once that was cut off after its counts', async () => {
    const rule = (await served.ask('POST', '/redirect', { body: sentRule })).body.items[0].id;
    const sent = { batch: randomUUID(), counts: [{ rule, hits: 3, last: visit.at }] };
    const { documents } = served.redirection;
    const { write } = documents;
    documents.write = (writes) => {
      const isOfLog = writes.some(({ collection }) => collection === redirectLog.collection);
      return isOfLog ? Promise.reject(new Error('the process ends')) : write.call(documents, writes);
    };
    const broken = await report([{}], sent);
    documents.write = write;
    expect(broken.status).toBe(500);
    for (let turn = 0; turn < 2; turn++) expect((await report([{}], sent)).status).toBe(200);
    expect((await found('')).total).toBe(1);
    expect((await served.ask('GET', '/redirect')).body.items[0]).toMatchObject({ hits: 3 });
  });

  it.each([
    [0, ['', '']],
    [1, ['192.168.1.7', '2001:db8:85a3:1:1:8a2e:370:7334']],
    [2, ['192.168.1.0', '2001:db8:85a3:1::']],
  ])('keep of addresses what the setting %d allows', async (ip_logging, kept) => {
    await served.ask('POST', '/setting', { body: { ip_logging } });
    await report([{}, { ip: '2001:db8:85a3:1:1:8a2e:370:7334' }]);
    expect((await found('')).items.map(({ ip }: { ip: string }) => ip).reverse()).toEqual(kept);
  });

  it('lose stored addresses once the setting forbids them', async () => {
    await keepAddresses();
    await report([{}, {}]);
    await served.ask('POST', '/setting', { body: { ip_logging: 2 } });
    await expireLogs(served.redirection);
    expect((await found('filterBy[ip]=192.168.1.0')).total).toBe(2);
    await served.ask('POST', '/setting', { body: { ip_logging: 0 } });
    await expireLogs(served.redirection);
    expect((await found('filterBy[ip]=192')).total).toBe(0);
    expect((await found('')).total).toBe(2);
  });

  it('lose them too behind a thousand that already fit the setting', async () => {
    const setMode = (ip_logging: number) => served.ask('POST', '/setting', { body: { ip_logging } });
    await setMode(2);
    await report(Array.from({ length: 1_000 }, () => ({})));
    await expireLogs(served.redirection);
    await setMode(1);
    await report([{}]);
    await expireLogs(served.redirection);
    await setMode(2);
    await expireLogs(served.redirection);
    expect((await found('filterBy[ip]=192.168.1.7')).total).toBe(0);
  });

  it('lose them if a process ended halfway, and late ones too', async () => {
    await keepAddresses();
    await report(Array.from({ length: 1_000 }, () => ({})));
    await report([{}]);
    await served.ask('POST', '/setting', { body: { ip_logging: 2 } });
    const { write } = served.documents;
    let writes = 0;
    served.documents.write = async (all) => {
      if (++writes > 1) throw new Error('the process ends');
      await write.call(served.documents, all);
    };
    await expect(expireLogs(served.redirection)).rejects.toThrow('the process ends');
    served.documents.write = write;
    await expireLogs(served.redirection);
    await addRecords(served, redirectLog, [{ ...visit, by: 'core' }], { first: 1_002, mode: 1 });
    await expireLogs(served.redirection);
    expect((await found('filterBy[ip]=192.168.1.7')).total).toBe(0);
  });

  it('write nothing if the settings say so, and count nothing if they do', async () => {
    const rule = (await served.ask('POST', '/redirect', { body: sentRule })).body.items[0].id;
    const counts = [{ rule, hits: 3, last: visit.at }];
    const hits = async () => (await served.ask('GET', '/redirect')).body.items[0];
    await report([{}], { counts });
    expect(await hits()).toMatchObject({ hits: 3, last_access: 'January 1, 2031' });
    await served.ask('POST', '/setting', { body: { expire_redirect: -1, expire_404: -1, track_hits: false } });
    await report([{}, { rule: 0, by: '', code: 404 }], { counts });
    expect([(await found('')).total, (await found('', '404')).total, (await hits()).hits]).toEqual([1, 0, 3]);
  });

  it('lose records beyond the configured age', async () => {
    await report([
      { at: '2030-12-24T11:00:00.000Z', url: '/eight' },
      { at: '2030-12-27T12:00:00.000Z', url: '/five' },
    ]);
    await expireLogs(served.redirection);
    expect(await urls('')).toEqual(['/five']);
    await served.ask('POST', '/setting', { body: { expire_redirect: 0 } });
    served.advance(400 * DAY);
    await expireLogs(served.redirection);
    expect(await urls('')).toEqual(['/five']);
  });

  it('hold a limited number of records, and the next one replaces the oldest', async () => {
    const small = { ...redirectLog, capacity: 3 };
    for (let n = 1; n <= 5; n++)
      await addRecords(served, small, [{ ...visit, by: 'core', url: `/${n}` }], { first: n, mode: 0 });
    expect(await urls('')).toEqual(['/5', '/4', '/3']);
    expect((await found('')).items[0].id).toBe(5);
  });

  it('hold a limited number of bytes, and lose the oldest records first', async () => {
    const visitLogBytes = 64 * 1024;
    const small = { ...served.redirection, visitLogBytes };
    for (let n = 1; n <= 300; n++) {
      const records = [{ ...visit, by: 'core' as const, url: `/${n}${'é'.repeat(n % 7 === 0 ? 1_000 : 10)}` }];
      const first = await takeNumbers(small, redirectLog, records);
      await addRecords(small, redirectLog, records, { first, mode: 1 });
      await dropBeyondBytes(small, redirectLog);
    }
    const kept = await served.documents.find<LogRecord>(redirectLog.collection, {
      order: [{ field: 'number', direction: 'asc' }],
    });
    const stored = kept.map(({ number: _, created: at, writes: __, sortUrl: ___, ...record }) => ({ at, ...record }));
    const bytes = stored.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0);
    expect(bytes).toBeLessThanOrEqual(visitLogBytes);
    expect(bytes).toBeGreaterThan(0.9 * visitLogBytes);
    const [oldest] = kept;
    expect(kept.map(({ number }) => number)).toEqual(kept.map((_, place) => (oldest?.number ?? 0) + place));
    expect(kept.at(-1)?.number).toBe(300);
  });

  it('hold the bytes that the operator allows', async () => {
    const limited = await serveRedirection({}, { VISIT_LOG_BYTES: String(16 * 1024 * 1024) });
    for (let batch = 1; batch <= 3; batch++) {
      const records = Array.from({ length: 1_000 }, () => ({
        ...visit,
        url: `/${batch}`,
        headers: { accept: 'x'.repeat(6_000) },
      }));
      const body = { batch: randomUUID(), counts: [], records, lost: 0 };
      expect((await limited.ask('POST', '/internal/redirects/visits', { as: 'site', body })).status).toBe(200);
    }
    const { items } = (await limited.ask('GET', '/log?groupBy=url&orderby=count')).body;
    expect(items.map(({ url }: { url: string }) => url).sort()).toEqual(['/2', '/3']);
    await limited.stop();
  });

  it('add nothing to the event log, however many visits are reported', async () => {
    const rule = (await served.ask('POST', '/redirect', { body: sentRule })).body.items[0].id;
    const before = await served.store.last();
    for (let turn = 1; turn <= 20; turn++) {
      const counts = [{ rule, hits: 50, last: visit.at }];
      await report([{ url: `/old?${turn}` }, { rule: 0, by: '', code: 404, url: `/none/${turn}` }], { counts });
    }
    expect([(await found('')).total, (await found('', '404')).total]).toEqual([20, 20]);
    expect(await served.store.last()).toBe(before);
  });

  it('are filtered, and ordered', async () => {
    await keepAddresses();
    await report([
      { url: '/test1', agent: 'agent2', ip: '192.168.1.1' },
      { url: '/TEST2', referrer: 'http://b.test/', ip: '192.168.1.11', method: 'POST' },
      { url: '/other', domain: 'http://other.test', target: '/there', code: 302, by: 'core', ip: '10.0.0.1' },
    ]);
    const filtered = async (filter: string) => (await urls(`filterBy${filter}`)).sort().join();
    expect(await filtered('[ip]=192.168.1.1')).toBe('/test1');
    expect(await filtered('[ip]=192.168.1')).toBe('/TEST2,/test1');
    expect(await filtered('[url]=test')).toBe('/TEST2,/test1');
    expect(await filtered('[url-exact]=/test2')).toBe('/TEST2');
    expect(await filtered('[referrer]=b.test')).toBe('/TEST2');
    expect(await filtered('[agent]=AGENT2')).toBe('/test1');
    expect(await filtered('[domain]=other')).toBe('/other');
    expect(await filtered('[method]=post')).toBe('/TEST2');
    expect(await filtered('[http]=302')).toBe('/other');
    expect(await filtered('[http]=cats')).toBe('');
    expect(await filtered('[target]=/there')).toBe('/other');
    expect(await filtered('[redirect_by]=core')).toBe('/other');
    expect(await filtered('[method]=cats')).toBe('/TEST2,/other,/test1');
    expect(await urls('orderby=url&direction=asc')).toEqual(['/other', '/test1', '/TEST2']);
    expect((await served.ask('GET', '/404?filterBy[target]=x')).body.code).toBe('rest_invalid_param');
  });

  it('count equal visits', async () => {
    await report([{ agent: 'B' }, { agent: 'b' }, { agent: 'A' }, { agent: null }]);
    expect(await found('groupBy=agent')).toEqual({
      items: [
        { count: 2, agent: 'B', id: 'B' },
        { count: 1, agent: null, id: '' },
        { count: 1, agent: 'A', id: 'A' },
      ],
      total: 3,
    });
    expect((await found('groupBy=colour')).total).toBe(4);
    expect((await found('groupBy=url')).items).toEqual([{ count: 4, url: '/old', id: '/old' }]);
  });

  it('count the addresses without a page that no rule answers now', async () => {
    const missing = (url: string) => ({ rule: 0, by: '', code: 404, target: '', url });
    await report(['/none', '/old', '/old', '/shop/tea%20cups', '/off'].map(missing));
    const query = 'groupBy=url&unanswered=true&orderby=count';
    expect((await found(query, '404')).total).toBe(4);
    await served.ask('POST', '/redirect', { body: { ...sentRule, url: '/old' } });
    await served.ask('POST', '/redirect', { body: { ...sentRule, url: '/off', enabled: false } });
    const pattern = { url: '^/shop/', match_data: { source: { flag_regex: true } }, match_type: 'page' };
    await served.ask('POST', '/redirect', { body: { ...sentRule, ...pattern } });
    expect(await urls(query, '404')).toEqual(['/none', '/off']);
    expect((await found('groupBy=url', '404')).total).toBe(4);
    expect((await found('groupBy=agent&unanswered=true', '404')).total).toBe(1);
  });

  it('delete by ids, by counted groups, and by known filters', async () => {
    await report(['/1', '/12', '/2', '/3', '123'].map((url) => ({ url, agent: `agent${url}` })));
    const remove = (body: object, log = 'log') => served.ask('POST', `/bulk/${log}/delete`, { body });
    expect((await remove({ items: [1, 99] })).body.total).toBe(4);
    expect((await remove({ items: ['agent/1'], groupBy: 'agent' })).body.total).toBe(4);
    await remove({ items: ['123'], groupBy: 'url' });
    expect(await urls('')).toEqual(['/3', '/2', '/12']);
    expect((await remove({ global: true, filterBy: { method: 'cats' } })).body.code).toBe('rest_invalid_param');
    await remove({});
    expect(await urls('')).toHaveLength(3);
    await remove({ global: true, filterBy: { url: '/12' } });
    expect(await urls('')).toEqual(['/3', '/2']);
    expect((await remove({ global: true })).body).toEqual({ items: [], total: 0 });
    expect(notFoundLog.capacity).toBe(100_000);
  });
});
