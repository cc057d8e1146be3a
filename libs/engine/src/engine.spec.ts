import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@almanac/service';
import { readXliff, writeXliff } from '@almanac/xliff';
import { type RunningEngine, startEngine } from './engine.ts';
import { signatureHeaders } from './protocol/signature.ts';

const key = 'the key of both sides, 32 letters';
let clock = Date.parse('2031-01-01T12:00:00Z');
const now = () => new Date(clock);
let engine: RunningEngine;

beforeEach(async () => {
  engine = await startEngine({ port: 0, key, now, log: silentLog });
});
afterEach(() => engine.stop());

interface Asking {
  readonly as?: { readonly name: string; readonly secret: string };
  readonly headers?: Record<string, string>;
  readonly timeout?: number;
}

const ask = async (method: string, path: string, body?: unknown, asking: Asking = {}) => {
  const content = body === undefined ? '' : JSON.stringify(body);
  const signed = signatureHeaders(
    { method, path, body: content },
    asking.as ?? { name: 'operator', secret: key },
    clock,
  );
  const response = await fetch(`${engine.address}${path}`, {
    method,
    headers: { ...signed, ...asking.headers },
    signal: AbortSignal.timeout(asking.timeout ?? 30_000),
    ...(body !== undefined && { body: content }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  const parsed = (): any => (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text);
  return { status: response.status, body: parsed() };
};

const fileOf = (texts: readonly string[]): string =>
  Buffer.from(
    writeXliff('1.2', {
      original: '7-abc',
      sourceLanguage: 'en',
      targetLanguage: 'fr-CA',
      reference: '',
      units: texts.map((source, index) => ({ id: `u${index}`, source, target: '', state: 'initial', notes: [] })),
    }),
  ).toString('base64');

const jobOf = (title: string, texts: readonly string[] = [title], more: object = {}) => ({
  key: `key of ${title}`,
  title,
  source_language: 'en',
  target_language: 'fr-CA',
  automatic: true,
  deadline: null,
  callback: null,
  content: fileOf(texts),
  ...more,
});

const made = async (...jobs: readonly object[]): Promise<number[]> => {
  const { status, body } = await ask('POST', '/v1/jobs', { jobs });
  expect([status, body.failed]).toEqual([200, []]);
  return body.jobs.map(({ id }: { id: number }) => id);
};

const statusOf = async (...ids: number[]) => (await ask('POST', '/v1/jobs/status', { ids })).body;

describe('jobs at the engine', () => {
  it('are done when they are next requested', async () => {
    const { body } = await ask('POST', '/v1/jobs', {
      jobs: [jobOf('Harvest Fair', ['Harvest Fair', '<p>Come and see.</p>'])],
    });
    expect(body).toEqual({ jobs: [{ key: 'key of Harvest Fair', id: expect.any(Number), status: 0 }], failed: [] });
    const { id } = body.jobs[0];
    expect((await statusOf(id)).jobs).toEqual([
      {
        id,
        status: 6,
        status_name: 'translated',
        source_language: 'en',
        target_language: 'fr-CA',
        progress: 100,
        is_unsolvable: false,
        message: '',
        updated_at: '2031-01-01T12:00:00.000Z',
      },
    ]);
    const { body: xliff } = await ask('GET', `/v1/jobs/${id}/xliff`);
    const read = readXliff(Buffer.from(xliff));
    expect([read.original, read.targetLanguage]).toEqual(['7-abc', 'fr-CA']);
    expect(read.units.map(({ target, state }) => [target, state])).toEqual([
      ['«Hárvést Fáír»', 'translated'],
      ['<p>«Cómé ánd séé.»</p>', 'translated'],
    ]);
  });

  it('are created once for each key', async () => {
    const [[one], [again]] = [await made(jobOf('A')), await made(jobOf('A', ['something else']))];
    expect(again).toBe(one);
  });

  it('are done after the answer if they are long', async () => {
    const [id = 0] = await made(
      jobOf(
        'Long',
        Array.from({ length: 30 }, () => 'a word '.repeat(50)),
      ),
    );
    for (;;) {
      const [job] = (await statusOf(id)).jobs;
      if (job.status === 6) break;
      expect([0, 1]).toContain(job.status);
    }
  });

  it('are listed in pages of a hundred', async () => {
    const ids = [];
    for (const group of [0, 1, 2])
      ids.push(...(await made(...Array.from({ length: 80 }, (_, n) => jobOf(`T ${group} ${n}`)))));
    const first = await statusOf(...ids, 1);
    const next = (page: number) => ask('GET', `/v1/jobs/status/${first.token}/${page}`);
    const [second, third, fourth] = [await next(1), await next(2), await next(3)];
    expect([first.jobs, second.body.jobs, third.body.jobs].map(({ length }) => length)).toEqual([100, 100, 40]);
    expect([first.pages, fourth.status]).toEqual([2, 404]);
    const found = [first.jobs, second.body.jobs, third.body.jobs].flat().map(({ id }) => id);
    expect(found.sort()).toEqual(ids.sort());
  });

  it('are cancelled once', async () => {
    const ids = await made(jobOf('A'), jobOf('B'));
    expect((await ask('POST', '/v1/jobs/cancel', { ids: [...ids, 5] })).body.cancelled.sort()).toEqual(ids.sort());
    expect((await ask('POST', '/v1/jobs/cancel', { ids })).body).toEqual({ cancelled: [] });
    expect((await statusOf(...ids)).jobs.map(({ status }: { status: number }) => status)).toEqual([42, 42]);
  });

  it('are refused one by one if they are not XLIFF', async () => {
    const content = Buffer.from('<!DOCTYPE x><x/>').toString('base64');
    const { body } = await ask('POST', '/v1/jobs', { jobs: [jobOf('A', [], { content }), jobOf('B')] });
    expect(body.failed).toEqual([
      { key: 'key of A', code: 'xliff_invalid', message: expect.stringContaining('DOCTYPE') },
    ]);
    expect(body.jobs).toHaveLength(1);
  });
});

describe('titles that request a failure', () => {
  it('make a job lack credit, or be unsolvable, without a file', async () => {
    const ids = await made(jobOf('!credit one'), jobOf('!unsolvable one'));
    const { jobs } = await statusOf(...ids);
    const found = new Map(jobs.map((job: { id: number }) => [job.id, job]));
    expect(ids.map((id) => found.get(id))).toMatchObject([{ status: 31 }, { status: 1, is_unsolvable: true }]);
    for (const id of ids) expect((await ask('GET', `/v1/jobs/${id}/xliff`)).status).toBe(409);
  });

  it('return the file of another job', async () => {
    const [id] = await made(jobOf('!wrong-xliff'));
    const { body } = await ask('GET', `/v1/jobs/${id}/xliff`);
    expect(readXliff(Buffer.from(body)).original).toBe('another-job');
  });

  it('return no file', async () => {
    const [id] = await made(jobOf('!timeout'));
    expect((await statusOf(id ?? 0)).jobs).toMatchObject([{ status: 6 }]);
    await expect(ask('GET', `/v1/jobs/${id}/xliff`, undefined, { timeout: 300 })).rejects.toThrow('timeout');
  });
});

describe('a callback', () => {
  it('is repeated until the site accepts it', async () => {
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(asked.length < 2 ? 425 : 200, { 'retry-after': '0' }).end('null');
    });
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await engine.stop();
    engine = await startEngine({ port: 0, key, now, site: address, log: silentLog });
    await made(jobOf('A', ['A'], { callback: `${address}/receive/7?t=abc` }));
    while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toEqual(Array(2).fill('GET /receive/7?t=abc'));
    site.close();
  });
});

describe('a request without a valid signature', () => {
  it.each([
    ['not at all', { 'x-engine-signature': '' }],
    ['by nobody', { 'x-engine-key': 'somebody' }],
    ['by a name of objects', { 'x-engine-key': '__proto__' }],
    ['at another time', { 'x-engine-time': '1' }],
  ])('is refused: %s', async (_what, headers) =>
    expect((await ask('POST', '/v1/jobs/status', { ids: [1] }, { headers })).status).toBe(401),
  );

  it('is refused if it does not fit its schema, or names a missing path', async () => {
    expect((await ask('POST', '/v1/jobs/status', { ids: [] })).status).toBe(400);
    expect((await ask('POST', '/v1/jobs/status')).status).toBe(400);
    expect((await ask('GET', '/v1/jobs/constructor/xliff')).status).toBe(404);
    expect((await ask('GET', '/v2')).status).toBe(404);
  });
});

const registering = {
  key: 'site',
  url: 'https://site.test',
  manager: { email: 'm@site.test', name: 'M' },
  translators: [],
  managers: [],
};

describe('the account', () => {
  const registered = async () => {
    const { body } = await ask('POST', '/v1/sites', registering);
    return { name: body.site, secret: body.secret_key };
  };

  it('returns the same keys again', async () => expect(await registered()).toEqual(await registered()));

  it('answers only to its own key', async () => {
    const as = await registered();
    expect((await ask('GET', '/v1/site', undefined, { as })).body).toEqual({ activated: true, state: 'active' });
    expect((await ask('GET', '/v1/site')).status).toBe(401);
    expect((await ask('POST', '/v1/jobs/status', { ids: [1] }, { as })).status).toBe(401);
  });

  it('has three engines, in the chosen order', async () => {
    const as = await registered();
    const { list } = (await ask('GET', '/v1/site/engines', undefined, { as })).body;
    expect(list).toHaveLength(3);
    const settings = { formality_settings: { languages: [{ lang_code: 'fr', formality: 'formal' }] } };
    const choose = (...chosen: object[]) => ask('PUT', '/v1/site/engines', { list: chosen }, { as });
    expect((await choose({ engine: 'express', enabled: true, ...settings })).body).toEqual({ success: true });
    const after = (await ask('GET', '/v1/site/engines', undefined, { as })).body.list;
    expect(after.map(({ engine, enabled }: { engine: string; enabled: boolean }) => [engine, enabled])).toEqual([
      ['express', true],
      ['native', false],
      ['classic', false],
    ]);
    expect(after[0]).toMatchObject(settings);
    for (const bad of [
      [{ engine: 'nothing', enabled: true, ...settings }],
      [{ engine: 'express', enabled: false, ...settings }],
      [
        { engine: 'express', enabled: true, ...settings },
        { engine: 'express', enabled: true, ...settings },
      ],
    ])
      expect((await choose(...bad)).status).toBe(422);
  });

  it('reports the changes of a synchronization', async () => {
    const as = await registered();
    const send = (...emails: string[]) =>
      ask('POST', '/v1/site/people/translators', { people: emails.map((email) => ({ email, name: '' })) }, { as });
    expect((await send('a@site.test', 'b@site.test')).body).toMatchObject({ added: 2, removed: 0, unchanged: 0 });
    expect((await send('b@site.test')).body).toEqual({
      people: [{ email: 'b@site.test', subscription: 'active' }],
      added: 0,
      removed: 1,
      unchanged: 1,
    });
    expect((await ask('POST', '/v1/site/people/constructor', { people: [] }, { as })).status).toBe(404);
  });

  it('opens the console once, for a minute', async () => {
    const as = await registered();
    const open = async () => (await ask('POST', '/v1/site/console', { email: '<m>@site.test' }, { as })).body.url;
    const address = await open();
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(404);
    expect(await (await fetch(address)).text()).toContain('&#60;m&#62;@site.test');
    expect((await fetch(address)).status).toBe(404);
    const late = await open();
    clock += 61_000;
    expect((await fetch(late)).status).toBe(404);
  });
});

describe('an agency', () => {
  it('is ready after another status request', async () => {
    const job = { key: 'j', title: 'A', source_language: 'en', target_language: 'fr-CA', content: fileOf(['A fair']) };
    const batch = { key: 'b', name: 'Batch 1', deadline: null, jobs: [job] };
    const { body } = await ask('POST', '/v1/agency/batches', batch);
    expect((await ask('POST', '/v1/agency/batches', batch)).body).toEqual(body);
    const [{ id }] = body.jobs;
    const state = async () => (await ask('POST', '/v1/agency/jobs/status', { ids: [id] })).body.jobs;
    expect(await state()).toEqual([{ id, batch: body.id, state: 'waiting_translation' }]);
    expect((await ask('GET', `/v1/agency/jobs/${id}/xliff`)).status).toBe(409);
    await ask('POST', '/v1/agency/batches/refresh', { ids: [body.id] });
    expect(await state()).toMatchObject([{ state: 'translation_ready' }]);
    const { body: xliff } = await ask('GET', `/v1/agency/jobs/${id}/xliff`);
    expect(readXliff(Buffer.from(xliff)).units[0]?.target).toBe('«Á fáír»');
    expect((await ask('POST', '/v1/agency/jobs/cancel', { ids: [id] })).body).toEqual({ cancelled: [id] });
    expect(await state()).toMatchObject([{ state: 'cancelled' }]);
  });
});
