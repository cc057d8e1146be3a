import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { RunningSite } from './compose.ts';
import { ADA_PASSWORD, siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

/** More redirects than an import can store while the spec looks at it. */
const TOTAL = 6_000;
const FILE = Array.from({ length: TOTAL }, (_, number) => `/old-${number},/new-${number}\n`).join('');
const headers = { authorization: `Basic ${Buffer.from(`ada:${ADA_PASSWORD}`).toString('base64')}` };

const root = ({ port }: RunningSite): string => `http://127.0.0.1:${port}/en/json/redirection/v1`;

const load = async (running: RunningSite) => {
  const body = new FormData();
  body.append('file', new Blob([FILE]), 'r.csv');
  const keyed = { ...headers, 'idempotency-key': 'an-import' };
  const answer = await fetch(`${root(running)}/import/file/1`, { method: 'POST', headers: keyed, body });
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  return { status: answer.status, body: (await answer.json()) as any };
};

const stored = async (running: RunningSite): Promise<number> => {
  const answer = await fetch(`${root(running)}/redirect?per_page=5`, { headers });
  return ((await answer.json()) as { readonly total: number }).total;
};

describe('an import of redirects', () => {
  let data = '';
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'almanac-site-'));
  });
  afterAll(() => rm(data, { recursive: true }));

  it('ends when the site stops, and goes on with the same file and key after the next start', async () => {
    const first = await startSiteUnderTest(siteOfAda(), { data });
    const importing = load(first);
    while ((await stored(first)) === 0) await after(1);
    const stopped = first.stop();
    const { status, body } = await importing;
    await stopped;
    expect([status, body.code]).toEqual([503, 'redirect_import_stopped']);
    const second = await startSiteUnderTest(siteOfAda(), { data });
    const { imported } = body.data;
    expect(await stored(second)).toBe(imported);
    expect((await load(second)).body).toEqual({ imported: TOTAL - imported, unchanged: imported, errors: [] });
    expect(await stored(second)).toBe(TOTAL);
    await second.stop();
  });
});
