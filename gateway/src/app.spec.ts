import { request as send } from 'node:http';
import { relationPrefix } from '@almanac/rest';
import {
  basic,
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  type ReceivedRequest,
  startGateway,
  startWithServices,
} from './testing/fakeServices.ts';

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1');
let site: GatewayUnderTest;
const RIGHT = { authorization: basic('ada', 'right') };

const ask = (path: string, init: RequestInit = {}) => fetch(`${site.origin}${path}`, { redirect: 'manual', ...init });
const seen = async (path: string, init?: RequestInit): Promise<ReceivedRequest> =>
  (await (await ask(path, init)).json()) as ReceivedRequest;
const refusal = async (path: string, init?: RequestInit) => {
  const answer = await ask(path, init);
  const body = (await answer.json()) as { code: string; data: Record<string, unknown> };
  return { status: answer.status, code: body.code, data: body.data, headers: answer.headers };
};

beforeAll(async () => {
  site = await startWithServices({ core, calendar });
});
afterAll(() => site.stop());
beforeEach(() => {
  calendar.answer = undefined;
  core.answer = undefined;
  core.asked = 0;
  core.password = 'right';
  site.gateway.forgetCredentials();
});

describe('a request that is passed to a service', () => {
  it('has the path from the namespace on, and tells who asks, how, and at which addresses', async () => {
    const { url, method, headers, principal } = await seen('/fr-ca/json/cal/events/v1/events/?a=1&b=%20');
    expect({ url, method, principal }).toEqual({
      url: '/cal/events/v1/events?a=1&b=%20',
      method: 'GET',
      principal: { kind: 'anonymous' },
    });
    expect(headers).toMatchObject({
      'x-almanac-language': 'fr-ca',
      'x-almanac-site': site.origin,
      'x-almanac-api-root': `${site.origin}/fr-ca/json`,
      'x-almanac-request': expect.stringMatching(/^request-\d+$/),
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it('has the language of the parameter rather than that of the address', async () => {
    const { headers } = await seen('/fr-ca/json/cal/events/v1/events?i18n_language=es-us');
    expect(headers).toMatchObject({ 'x-almanac-language': 'es-us', 'x-almanac-api-root': `${site.origin}/es-us/json` });
    expect((await seen('/json/cal/events/v1/events')).headers['x-almanac-language']).toBe('en');
  });

  it('is the same at the plain form of an address', async () => {
    expect((await seen('/index.php?rest_route=/core/v2/posts&page=2')).url).toBe('/core/v2/posts?page=2');
  });

  it('carries no client’s claim to be the gateway, and no credentials', async () => {
    const forged = { 'x-almanac-principal': 'forged', 'x-almanac-language': 'fr-ca', 'x-almanac-anything': 'x' };
    const { headers, principal } = await seen('/en/json/core/v2/posts', { headers: { ...forged, ...RIGHT } });
    expect(principal).toMatchObject({ kind: 'user', id: 2 });
    expect(headers['x-almanac-language']).toBe('en');
    expect(headers['x-almanac-anything']).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
  });

  it('has the body as it was sent', async () => {
    const body = '{ "title" :"é\\u0000"}';
    const init = { method: 'PUT', body, headers: { 'content-type': 'application/json' } };
    expect(await seen('/en/json/core/v2/posts/7', init)).toMatchObject({ method: 'PUT', body });
  });

  it('has the method that a POST overrides', async () => {
    const override = { 'x-http-method-override': 'DELETE' };
    expect(await seen('/en/json/core/v2/posts/7?_method=delete', { method: 'POST' })).toMatchObject({
      method: 'DELETE',
    });
    expect(await seen('/en/json/core/v2/posts/7', { method: 'POST', headers: override })).toMatchObject({
      method: 'DELETE',
    });
    expect(await seen('/en/json/core/v2/posts/7?_method=DELETE', { headers: override })).toMatchObject({
      method: 'GET',
    });
  });
});

describe('the answer to a client', () => {
  it('is the service’s, with the headers of every answer', async () => {
    calendar.answer = (_request, response) =>
      void response
        .writeHead(201, { 'x-cal-total': '3', link: '<next>; rel="next"', 'x-almanac-tags': 'event', etag: '"1-a"' })
        .end('{"a":1}');
    const answer = await ask('/en/json/cal/events/v1/events');
    expect([answer.status, await answer.text()]).toEqual([201, '{"a":1}']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-cal-total': '3',
      etag: '"1-a"',
      link: `<${site.origin}/en/json/>; rel="${relationPrefix}", <next>; rel="next"`,
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      vary: 'Origin',
      'access-control-expose-headers':
        'X-Cal-Total, X-Cal-TotalPages, X-Core-Total, X-Core-TotalPages, X-Core-Nonce, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    });
    expect(answer.headers.has('x-almanac-tags')).toBe(false);
    expect(answer.headers.has('cache-control')).toBe(false);
  });

  it('has the CORS headers that other origins need', async () => {
    const { headers } = await ask('/en/json/cal/events/v1/events', {
      method: 'POST',
      headers: { origin: 'https://a.test' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('https://a.test');
    expect(headers.get('access-control-allow-methods')).toBe('OPTIONS, GET, POST, PUT, PATCH, DELETE');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
  });

  it('allows other origins to send a trace, and is remembered by none unless it answers a preflight', async () => {
    const { headers } = await ask('/en/json/cal/events/v1/events', { headers: { origin: 'https://a.test' } });
    expect(headers.get('access-control-allow-headers')).toContain('traceparent');
    expect(headers.has('access-control-max-age')).toBe(false);
  });

  it('may not be kept by a cache if the client is signed in', async () => {
    calendar.answer = (_request, response) => void response.writeHead(200, { 'last-modified': 'x' }).end();
    const { headers } = await ask('/en/json/cal/events/v1/events', { headers: RIGHT });
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate, max-age=0, no-store, private');
    expect(headers.get('expires')).toBe('Wed, 11 Jan 1984 05:00:00 GMT');
    expect(headers.has('last-modified')).toBe(false);
  });

  it('has no body for HEAD, but the headers', async () => {
    calendar.answer = (_request, response) => void response.writeHead(200, { 'x-cal-total': '3' }).end();
    const answer = await ask('/en/json/cal/events/v1/events', { method: 'HEAD' });
    expect([answer.headers.get('x-cal-total'), await answer.text()]).toEqual(['3', '']);
  });

  it('closes the connection of a client that asked for it', async () => {
    const closed = await new Promise((resolve, reject) => {
      const options = { headers: { connection: 'close' } };
      send(`${site.origin}/en/json/cal/events/v1/events`, options, (answer) => {
        resolve(answer.headers.connection);
        answer.resume();
      })
        .on('error', reject)
        .end();
    });
    expect(closed).toBe('close');
  });
});

describe('the id of a request', () => {
  const PATH = '/en/json/cal/events/v1/events';
  const GIVEN = { 'x-request-id': '8b7d0e1c-proxy.1:2' };
  const OWN = /^request-\d+$/;

  const idAt = async (origin: string, headers: Record<string, string>) => {
    const answer = await fetch(`${origin}${PATH}`, { headers });
    const received = (await answer.json()) as ReceivedRequest;
    return [answer.headers.get('x-request-id'), received.headers['x-almanac-request']];
  };

  it('is a new one for each client', async () => {
    const [id, passed] = await idAt(site.origin, GIVEN);
    expect([id, passed]).toEqual([expect.stringMatching(OWN), id]);
  });

  it('is that of a proxy of the site, if it is well-formed', async () => {
    const behind = await startGateway(new Map([['calendar', calendar.address]]), { trustedProxies: 1 });
    try {
      expect(await idAt(behind.origin, GIVEN)).toEqual([GIVEN['x-request-id'], GIVEN['x-request-id']]);
      for (const malformed of ['', 'a b', 'a, b', 'é', 'x'.repeat(129), '{"a":1}'])
        expect(await idAt(behind.origin, { 'x-request-id': malformed })).toEqual([
          expect.stringMatching(OWN),
          expect.stringMatching(OWN),
        ]);
    } finally {
      await behind.stop();
    }
  });
});

describe('a refusal', () => {
  it.each([
    ['/en/json/cal/events/v1/events?i18n_language=de', 400, 'rest_invalid_param'],
    ['/en/json/nothing/v1', 404, 'rest_no_route'],
    ['/en/json/redirection/v1/redirect', 404, 'rest_no_route'],
    ['/en/json/internal/routes', 404, 'rest_no_route'],
    ['/en/json/cal/events/v1/../../../internal/routes', 404, 'rest_no_route'],
    ['/en/json/cal/events/v1/%2e%2e/x/../y', 404, 'rest_no_route'],
  ])('is answered at %s with %d %s', async (path, status, code) => {
    const target = `${site.origin}${path}`;
    const answer = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
      // node:http sends the path unchanged; fetch would normalize it
      send(new URL(site.origin), { path: target.slice(site.origin.length) }, async (response) => {
        const chunks = await response.toArray();
        resolve({ status: response.statusCode as number, body: Buffer.concat(chunks).toString() });
      })
        .on('error', reject)
        .end();
    });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ code, message: expect.any(String), data: { status } });
  });

  it('is a problem for clients that prefer one', async () => {
    const answer = await ask('/en/json/nothing/v1', { headers: { accept: 'application/problem+json' } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      404,
      'application/problem+json',
      'Origin, Accept',
    ]);
    expect(await answer.json()).toMatchObject({ code: 'rest_no_route', status: 404, detail: expect.any(String) });
  });

  it('names a wrong language, in the language of the address', async () => {
    const { data } = await refusal('/fr-ca/json/cal/events/v1/events?i18n_language=de');
    expect(data).toMatchObject({ params: { i18n_language: 'La langue n’est pas l’une de en, en-ca, fr-ca, es-us.' } });
  });

  it('ends every route with core’s code if the credentials are wrong', async () => {
    for (const path of ['/en/json/', '/en/json/cal/events/v1/events', '/en/json/nothing']) {
      const { status, code, headers } = await refusal(path, { headers: { authorization: basic('ada', 'wrong') } });
      expect([status, code, headers.has('www-authenticate')]).toEqual([401, 'incorrect_password', false]);
    }
  });

  it('passes no body on that is too large', async () => {
    const before = calendar.seen.length;
    const { status, code } = await refusal('/en/json/cal/events/v1/events', {
      method: 'POST',
      body: 'x'.repeat(10_001),
    });
    expect([status, code, calendar.seen.length]).toEqual([413, 'rest_payload_too_large', before]);
  });

  it('reaches a client that is still sending', async () => {
    const body = 'x'.repeat(8_000_000);
    for (let tries = 0; tries < 3; tries++) {
      expect((await refusal('/en/json/core/v2/posts', { method: 'POST', body })).status).toBe(413);
      expect(
        (await refusal('/en/json/', { method: 'POST', body, headers: { authorization: basic('ada', 'no') } })).status,
      ).toBe(401);
    }
  });

  it('is a missing route for an unknown method', async () => {
    expect(await refusal('/en/json/core/v2/posts?_method=CONNECT', { method: 'POST' })).toMatchObject({ status: 404 });
  });
});

describe('credentials', () => {
  it('are verified by core once, until a write may have revoked them', async () => {
    for (let round = 0; round < 3; round++) await ask('/en/json/core/v2/posts', { headers: RIGHT });
    expect(core.asked).toBe(1);
    await ask('/en/json/core/v2/users/2/application-passwords/x', { method: 'DELETE', headers: RIGHT });
    await ask('/en/json/core/v2/posts', { headers: RIGHT });
    expect(core.asked).toBe(2);
    site.gateway.forgetCredentials(2);
    core.password = 'other';
    expect((await refusal('/en/json/core/v2/posts', { headers: RIGHT })).status).toBe(401);
  });

  it('are ignored where they are not offered', async () => {
    const other = await startGateway(new Map([['core', core.address]]), { trustedProxies: 1 });
    const path = `${other.origin}/en/json/core/v2/posts`;
    const forwarded = { 'x-forwarded-for': '198.51.100.4', 'x-forwarded-proto': 'http', ...RIGHT };
    const plain = (await (await fetch(path, { headers: forwarded })).json()) as ReceivedRequest;
    expect(plain.principal).toEqual({ kind: 'anonymous' });
    const overTls = await fetch(path, { headers: { ...forwarded, 'x-forwarded-proto': 'https' } });
    expect(await overTls.json()).toMatchObject({ principal: { kind: 'user' } });
    await other.stop();
  });
});
