import { definition } from './app.ts';
import { notFoundLog, redirectLog } from './logs/accessLog.ts';
import { serveRedirection } from './testing.contract.ts';

const ADDRESS = '192.0.2.77';

describe('the erasure of an address', () => {
  it('follows the declaration for logs: it is deleted by address, and then stored nowhere', async () => {
    for (const { collection } of [redirectLog, notFoundLog])
      expect(definition.erasure.collections[collection.name]).toMatchObject({
        does: 'nothing',
        because: expect.stringContaining('deleted by address'),
      });
    const served = await serveRedirection();
    await served.ask('POST', '/setting', { body: { ip_logging: 1 } });
    const visit = {
      at: '2031-01-01T11:00:00.000Z',
      url: '/old',
      method: 'GET',
      domain: 'http://site.test',
      referrer: null,
      agent: null,
      target: '',
      rule: 0,
      by: '',
      code: 404,
    };
    const redirected = { ...visit, by: 'core', code: 301, target: '/new' };
    const records = [ADDRESS, '192.0.2.7'].flatMap((ip) => [
      { ...visit, ip },
      { ...redirected, ip },
    ]);
    const body = { batch: '00000000-0000-4000-8000-000000000009', counts: [], records, lost: 0 };
    expect((await served.ask('POST', '/internal/redirects/visits', { as: 'site', body })).status).toBe(200);

    const kept = async () => {
      const logs = [redirectLog, notFoundLog].map(({ collection }) => served.documents.find<object>(collection, {}));
      const entries = Object.keys(definition.erasure.entries).map((kind) => served.entries.list<object>(kind));
      return JSON.stringify(await Promise.all([...logs, ...entries, served.store.readLog(0)]));
    };
    expect(await kept()).toContain(ADDRESS);
    for (const log of ['log', '404']) {
      const path = `/bulk/${log}/delete?groupBy=ip`;
      const { body: left } = await served.ask('POST', path, { body: { items: [ADDRESS] } });
      expect(left).toMatchObject({ items: [{ ip: '192.0.2.7' }], total: 1 });
    }
    expect(await kept()).not.toContain(ADDRESS);
    await served.stop();
  });
});
