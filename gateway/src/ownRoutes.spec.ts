import { Validator } from '@seriousme/openapi-schema-validator';
import {
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  startGateway,
  startWithServices,
} from './testing/fakeServices.ts';
import { version } from './version.ts';

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1', {}, '7.1.0');
let site: GatewayUnderTest;

const get = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`${site.origin}${path}`, init);
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
};

beforeAll(async () => {
  site = await startWithServices({ core, calendar });
});
afterAll(() => site.stop());

describe('the site index', () => {
  it('says what the site is', async () => {
    const { status, headers, body } = await get('/en/json/');
    expect([status, headers.get('allow'), headers.get('x-robots-tag')]).toEqual([200, 'GET', 'noindex']);
    expect(headers.get('link')).toMatch(/^<[^>]+\/en\/json\/>; rel="urn:almanac:rel:", <[^>]+>; rel="service-desc"/);
    expect(body).toMatchObject({
      name: 'Riverside',
      description: 'A community calendar',
      url: site.origin,
      home: site.origin,
      gmt_offset: -4,
      timezone_string: 'America/New_York',
      page_for_posts: 0,
      page_on_front: 0,
      show_on_front: 'posts',
      site_logo: 0,
      site_icon: 0,
      site_icon_url: '',
      authentication: {
        'application-passwords': {
          endpoints: { authorization: `${site.origin}/admin/authorize-application.php` },
        },
      },
    });
  });

  it('lists namespaces in the declared order, and their routes', async () => {
    const { body } = await get('/en/json');
    expect(body.namespaces).toEqual(['cal/events/v1', 'core/v2']);
    expect(Object.keys(body.routes)).toEqual([
      '/',
      '/batch/v1',
      '/cal/events/v1',
      '/cal/events/v1/things',
      '/core/v2',
      '/core/v2/things',
    ]);
    expect(body.routes['/core/v2/things']).toEqual({
      namespace: 'core/v2',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: {} }],
      _links: { self: [{ href: `${site.origin}/en/json/core/v2/things` }] },
    });
    expect(body.routes['/core/v2'].endpoints[0].args).toMatchObject({
      namespace: { default: 'core/v2', required: false },
      context: { default: 'view', required: false },
    });
  });

  it('shows schemas with context=help, and selected members with _fields', async () => {
    const help = await get('/en/json/?context=help');
    expect(help.body.routes['/core/v2/things'].schema).toEqual({ type: 'object' });
    const fields = await get('/en/json/?_fields=name,gmt_offset');
    expect(fields.body).toEqual({ name: 'Riverside', gmt_offset: -4 });
  });

  it('offers application passwords over TLS and on loopback alone', async () => {
    const other = await startGateway(new Map(), { trustedProxies: 1 });
    const headers = { 'x-forwarded-for': '198.51.100.4', 'x-almanac-offers-passwords': 'yes' };
    const answer = await fetch(`${other.origin}/en/json/`, { headers });
    expect(await answer.json()).toMatchObject({ authentication: [] });
    await other.stop();
  });
});

describe('a namespace index', () => {
  it('shows its routes and leads up', async () => {
    const { body } = await get('/fr-ca/json/cal/events/v1');
    expect(Object.keys(body.routes)).toEqual(['/cal/events/v1', '/cal/events/v1/things']);
    expect(body).toMatchObject({
      namespace: 'cal/events/v1',
      _links: { up: [{ href: `${site.origin}/fr-ca/json/` }] },
    });
  });

  it('shows another namespace that a client names', async () => {
    expect((await get('/en/json/cal/events/v1?namespace=core/v2')).body.namespace).toBe('core/v2');
    const unknown = await get('/en/json/cal/events/v1?namespace=none/v1');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_invalid_namespace']);
  });

  it('is described by OPTIONS and has no other method', async () => {
    const options = await get('/en/json/core/v2', { method: 'OPTIONS' });
    expect([options.body.methods, options.headers.get('allow')]).toEqual([['GET'], 'GET']);
    expect((await get('/en/json/core/v2', { method: 'POST' })).body.code).toBe('rest_no_route');
    expect(await get('/en/json/core/v2', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
});

describe('the OpenAPI document', () => {
  type Operation = { operationId: string; summary: string; parameters: { name: string; in: string }[]; tags: string[] };
  type Document = {
    info: object;
    servers: object[];
    paths: Record<string, Record<string, Operation>>;
  };
  const read = async (path: string) => (await get(path)).body as Document;

  it('describes the whole interface in the asked language', async () => {
    const { info, servers, paths } = await read('/fr-ca/json/openapi.json');
    expect(info).toMatchObject({
      title: 'Interface : Riverside',
      version,
      description: 'A community calendar',
      contact: { name: 'Riverside', url: site.origin },
    });
    expect(servers).toEqual([{ url: `${site.origin}/fr-ca/json` }]);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/', '/core/v2', '/core/v2/things', '/cal/events/v1', '/cal/events/v1/things']),
    );
    expect(paths['/core/v2/things']?.get).toMatchObject({ summary: 'things in fr-ca', tags: ['core/v2'] });
    expect(paths['/openapi.json']).toBeUndefined();
  });

  it('gives a namespace the version of its service, and the gateway’s to one whose service says none', async () => {
    const versionAt = async (file: string) => (await get(`/en/json/openapi/${file}.json`)).body.info.version;
    expect(await versionAt('cal-events-v1')).toBe('7.1.0');
    expect(await versionAt('core-v2')).toBe(version);
  });

  it('describes each namespace as a tag, in the language of the document', async () => {
    const { tags } = (await get('/fr-ca/json/openapi.json')).body;
    expect(tags).toContainEqual({
      name: 'cal/events/v1',
      description: 'Événements avec leurs lieux, organisateurs, catégories et étiquettes.',
    });
    expect(tags).toContainEqual({ name: 'site', description: expect.stringContaining('index') });
  });

  it('conforms to OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(await read('/en/json/openapi.json'));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('is 304 for a client that has it, compressed or not', async () => {
    for (const path of ['/en/json/openapi.json', '/en/json/openapi/core-v2.json'])
      for (const coding of ['identity', 'gzip']) {
        const first = await get(path, { headers: { 'accept-encoding': coding } });
        expect(first.headers.get('cache-control')).toBe('no-cache');
        const etag = String(first.headers.get('etag'));
        expect(etag.endsWith('-gzip"')).toBe(coding === 'gzip');
        const again = await get(path, { headers: { 'accept-encoding': coding, 'if-none-match': etag } });
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
        const other = await get('/fr-ca/json/openapi.json', { headers: { 'if-none-match': etag } });
        expect(other.status).toBe(200);
      }
  });

  it('is linked from the index, and read-only', async () => {
    const index = await get('/es-us/json/');
    expect(index.headers.get('link')).toContain(
      `<${site.origin}/es-us/json/openapi.json>; rel="service-desc"; type="application/json"`,
    );
    expect(index.body.routes).not.toHaveProperty('/openapi.json');
    expect((await get('/en/json/openapi.json', { method: 'POST' })).body.code).toBe('rest_no_route');
  });
});

describe('the routes for operators', () => {
  it('are open to this machine, and to the bearer of the token', async () => {
    const other = await startGateway(new Map(), { operationsToken: 'let me in' });
    const status = async (path: string, headers = {}) => (await fetch(`${other.origin}${path}`, { headers })).status;
    const forwarded = { 'x-forwarded-for': '198.51.100.4' };
    expect(await status('/health', forwarded)).toBe(200);
    expect(await status('/ready', forwarded)).toBe(200);
    expect(await status('/metrics', forwarded)).toBe(403);
    expect(await status('/metrics', { ...forwarded, authorization: 'Bearer let me in' })).toBe(200);
    await other.stop();
  });
});
