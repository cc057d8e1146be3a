import { setImmediate as nextTurn } from 'node:timers/promises';
import { rules } from '../rules/rule.ts';
import { serveRedirection, type TestService } from '../testing.contract.ts';

/** More rules than an import can store while a spec looks at it. */
const TOTAL = 6_000;
const lines = Array.from({ length: TOTAL }, (_, number) => `/old-${number},/new-${number}`);
const entries = Array.from({ length: TOTAL }, (_, number) => ({ from: `/old-${number}`, to: `/new-${number}` }));

describe('imports of redirect files', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const stored = () => served.documents.count(rules);
  const load = (name: string, text: string) => served.ask('POST', '/import/file/2', { file: { name, text } });

  it.each([
    ['r.csv', lines.join('\n')],
    ['r.json', JSON.stringify(entries)],
    ['r.conf', lines.map((line) => `rewrite ^${line.replace(',', '$ ')} permanent;`).join('\n')],
  ])('end when the site stops, with the number of stored rules: %s', async (name, text) => {
    const answer = load(name, text);
    while ((await stored()) === 0) await nextTurn();
    served.endLongRequests();
    const { status, body, headers } = await answer;
    const imported = await stored();
    expect([status, body.code]).toEqual([503, 'redirect_import_stopped']);
    expect(body).toMatchObject({
      message: `The site stopped during the import, after it had created ${imported} redirects.`,
      data: { imported },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(imported).toBeGreaterThan(0);
    expect(imported).toBeLessThan(TOTAL);
  });

  it.each(['r.csv', 'r.json', 'r.conf'])('store nothing after the site began to stop: %s', async (name) => {
    served.endLongRequests();
    const { status, body } = await load(name, name === 'r.json' ? '[{"from":"/a","to":"/b"}]' : '/a,/b\n');
    expect([status, body.code, body.data.imported]).toEqual([503, 'redirect_import_stopped', 0]);
    expect(await stored()).toBe(0);
  });

  it('are two at a time for an address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const running = [1, 2].map((group) =>
      served.ask('POST', `/import/file/${group}`, { file: { name: 'r.csv', text: lines.join('\n') }, headers }),
    );
    for (const group of [1, 2])
      while ((await served.documents.count(rules, { field: 'group_id', equals: group })) === 0) await nextTurn();
    const file = { name: 'r.csv', text: '/a,/b\n' };
    const refused = await served.ask('POST', '/import/file/2', { file, headers });
    expect([refused.status, refused.body.code]).toEqual([429, 'rest_too_many_large_answers']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await served.ask('POST', '/import/file/2', { file, headers: { 'x-forwarded-for': '192.0.2.2' } });
    expect(other.body).toEqual({ imported: 1, errors: [] });
    served.endLongRequests();
    await Promise.all(running);
  });
});
