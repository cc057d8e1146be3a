import type { RequestListener } from 'node:http';
import { createTexts } from '@almanac/i18n';
import { createRestApp, EventStream, integer, restCatalogues, route, text as textArg } from '@almanac/rest';
import { memoryEntries } from '@almanac/rest/testing';
import { createMetrics, type Listening, listen, withOperations } from '@almanac/service';
import { z } from 'zod';
import { basic, FakeCore, type GatewayUnderTest, NOW, SECRET, startGateway } from './testing/fakeServices.ts';

/** Milliseconds for which the hurried gateway waits for an answer. */
const TIMEOUT = 300;
const namespace = 'cal/events/v1';
const described = { namespace, summary: 'For specs.', answers: {} } as const;

/** The number of requests whose clients have left. */
let abandoned = 0;

const routes = [
  route({
    ...described,
    path: '/things',
    methods: ['GET', 'POST'],
    args: { page: integer({ default: 1 }), name: textArg() },
    answers: {
      200: {
        body: z.looseObject({}),
        headers: { 'X-Cal-Total': z.int(), Link: z.array(z.string()), ETag: z.string().optional() },
      },
    },
    handle: async ({ args, principal, method }) => ({
      body: { ...args, method, who: principal.kind },
      headers: { Link: ['<a>; rel="next"', '<b>; rel="prev"'], 'X-Cal-Total': 3 },
      version: { stream: 'thing-1', version: 1 },
    }),
  }),
  route({
    ...described,
    path: '/parts',
    methods: ['GET'],
    args: {},
    answers: { 200: { contentTypes: ['text/csv'] } },
    handle: async () => ({
      contentType: 'text/csv',
      body: (async function* () {
        for (let row = 0; row < 5; row++) yield `${row};${'x'.repeat(500)}\n`;
      })(),
    }),
  }),
  route({
    ...described,
    path: '/stream',
    methods: ['GET'],
    args: {},
    answers: { 200: { contentTypes: ['text/event-stream'] } },
    handle: async () => ({ contentType: 'text/event-stream', body: new EventStream() }),
  }),
  route({
    namespace: 'internal',
    path: '/pages/events/harbour',
    methods: ['GET', 'POST'],
    summary: 'A page of the site.',
    hidden: true,
    args: {},
    handle: async ({ params, site, language }) => ({
      body: `<p lang="${language}">${site} ${JSON.stringify(params)}</p>`,
      contentType: 'text/html; charset=UTF-8',
      headers: { 'Cache-Control': 'no-cache', 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'] },
    }),
  }),
  route({
    ...described,
    path: '/slow',
    methods: ['GET', 'POST'],
    args: { lively: integer() },
    answers: { 200: z.looseObject({}) },
    handle: async ({ args, goesOn, abandoned: signalOf }) => {
      signalOf().addEventListener('abort', () => {
        abandoned += 1;
      });
      for (let turn = 0; turn < 30; turn++) {
        await new Promise((resolve) => setTimeout(resolve, TIMEOUT / 15));
        if (args.lively === 1) goesOn();
      }
      return { body: {} };
    },
  }),
];

const app = (): RequestListener =>
  withOperations(
    createRestApp({
      routes,
      service: 'calendar',
      entries: memoryEntries(() => NOW),
      commands: { run: () => Promise.reject(new Error('no commands')) },
      texts: createTexts(restCatalogues),
      log: { error: () => undefined, warn: () => undefined },
      now: () => NOW,
      secret: SECRET,
    }),
    { metrics: createMetrics({ service: 'calendar', version: '1' }), unready: async () => ({}) },
  );

/** Headers that differ from answer to answer. */
const VARYING = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

describe('a service in the process of the gateway', () => {
  const core = new FakeCore();
  let calendar: Listening;
  let remote: GatewayUnderTest;
  let local: GatewayUnderTest;
  let hurried: GatewayUnderTest;
  beforeAll(async () => {
    await core.start();
    const listener = app();
    calendar = await listen(listener, { port: 0, host: '127.0.0.1' });
    const addresses = new Map([
      ['core', core.address],
      ['calendar', `http://127.0.0.1:${calendar.port}`],
    ] as const);
    const options = { allowPlainPasswords: true };
    const listeners = new Map([['calendar', listener]] as const);
    remote = await startGateway(addresses, options);
    local = await startGateway(addresses, { ...options, listeners });
    hurried = await startGateway(addresses, { ...options, listeners, serviceTimeout: TIMEOUT });
  });
  afterAll(async () => {
    await Promise.all([remote.stop(), local.stop(), hurried.stop()]);
    await Promise.all([core.stop(), calendar.close(0)]);
  });

  const ask = (site: GatewayUnderTest, path: string, init: RequestInit = {}) =>
    askAt(site, `/en/json/${namespace}${path}`, init);

  const askAt = async ({ origin }: GatewayUnderTest, address: string, init: RequestInit) => {
    const response = await fetch(`${origin}${address}`, { redirect: 'manual', ...init });
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !VARYING.includes(name)));
    const { host } = new URL(origin);
    const body = (await response.text()).replaceAll(/request-\d+/g, 'request');
    return JSON.parse(JSON.stringify({ status: response.status, headers, body }).replaceAll(host, 'host')) as {
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    };
  };

  const json = { 'content-type': 'application/json' };
  it.each<[string, RequestInit]>([
    ['/things?page=2', {}],
    ['/things', { method: 'HEAD' }],
    ['/things', { method: 'OPTIONS' }],
    ['/things', { method: 'POST', headers: json, body: '{"name":"harbour"}' }],
    ['/things', { method: 'POST', headers: { ...json, authorization: basic('ada', 'right') }, body: '{"page":7}' }],
    ['/things', { method: 'POST', headers: json, body: '{"name":' }],
    ['/things?page=x', {}],
    ['/things?_envelope&_fields=page', {}],
    ['/things', { headers: { 'accept-encoding': 'br' } }],
    ['/none', {}],
    ['/parts', {}],
    ['/parts', { method: 'HEAD' }],
    ['/parts', { headers: { 'accept-encoding': 'gzip' } }],
    ['/stream', {}],
  ])('answers as over a connection: %s %j', async (path, init) => {
    const answers = [await ask(remote, path, init), await ask(local, path, init)];
    expect(answers[1]).toEqual(answers[0]);
    expect(JSON.stringify(answers[1]?.headers)).not.toContain('x-almanac-');
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  it.each<[string, string, RequestInit, number]>([
    ['', '/events/harbour/?page=2', {}, 200],
    ['in another language', '/fr-ca/events/harbour/', {}, 200],
    ['without a body', '/events/harbour/', { method: 'HEAD' }, 200],
    ['from a form', '/events/harbour/', { method: 'POST', headers: form, body: 'name=harbour' }, 200],
    ['at its canonical address', '/en/events/harbour', {}, 301],
    ['as an error', '/events/none/', {}, 404],
  ])('answers a page %s as over a connection: %s %j', async (_, address, init, status) => {
    const answers = [await askAt(remote, address, init), await askAt(local, address, init)];
    expect(answers[1]).toEqual(answers[0]);
    expect([answers[1]?.status, JSON.stringify(answers[1]?.headers).includes('x-almanac-')]).toEqual([status, false]);
  });

  it('has its own answer to If-None-Match', async () => {
    const { headers } = await ask(local, '/things');
    const { status } = await ask(local, '/things', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(status).toBe(304);
  });

  it('is late after the timeout, unless it says that work continues', async () => {
    expect((await ask(hurried, '/slow')).status).toBe(503);
    const write = await ask(hurried, '/slow', { method: 'POST' });
    expect([write.status, JSON.parse(write.body).code]).toEqual([503, 'rest_outcome_unknown']);
    let lively = await ask(hurried, '/slow?lively=1');
    // a pause of a busy machine may be longer than the timeout
    while (lively.status === 503) lively = await ask(hurried, '/slow?lively=1');
    expect(lively.status).toBe(200);
  });

  it('learns that a client has left', async () => {
    const [before, leaving] = [abandoned, new AbortController()];
    const asked = ask(local, '/slow?lively=1', { signal: leaving.signal });
    setTimeout(() => leaving.abort(), TIMEOUT / 3);
    await expect(asked).rejects.toThrow('aborted');
    while (abandoned === before) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('answers more requests than it takes at once', async () => {
    const answers = await Promise.all(Array.from({ length: 140 }, (_, page) => ask(local, `/things?page=${page + 1}`)));
    expect(answers.map(({ body }) => JSON.parse(body).page)).toEqual(answers.map((_, page) => page + 1));
  });
});
