import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunningSite } from './compose.ts';
import { ADA_PASSWORD, clientOfAda, siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

interface RawAnswer {
  readonly status: number;
  /** In lower case, as often as they were sent. */
  readonly names: readonly string[];
  readonly etag: string;
}

interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ADA = { authorization: `Basic ${Buffer.from(`ada:${ADA_PASSWORD}`).toString('base64')}` };
const JSON_BODY = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const SECURITY = ['x-content-type-options', 'x-frame-options', 'content-security-policy', 'cache-control', 'vary'];
const POSTS = '/en/json/core/v2/posts';
const FOREIGN = { origin: 'https://other.test' };

/** One pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

describe('the answers of a whole site', () => {
  let site: RunningSite;
  let post: string;
  let picture: string;

  /** Returns status and headers of the answer to a request as it is sent. */
  const answerTo = async (sent: string): Promise<RawAnswer> => {
    const socket = connect(site.port, '127.0.0.1');
    socket.write(sent);
    const [head = ''] = (await text(socket)).split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    const headers = lines.map((each) => each.split(': ', 2) as [string, string]);
    return {
      status: Number(line.split(' ')[1]),
      names: headers.map(([name]) => name.toLowerCase()),
      etag: headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? '',
    };
  };

  const read = (path: string, { method = 'GET', headers = {}, body = '' }: RequestParts = {}) => {
    const sent = { host: 'a', connection: 'close', 'content-length': body.length, ...headers };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    return answerTo(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  };

  const expectSingle = (status: number, answer: RawAnswer) => {
    const repeated = answer.names.filter((name, index) => answer.names.indexOf(name) !== index);
    expect([answer.status, repeated]).toEqual([status, []]);
  };

  beforeAll(async () => {
    site = await startSiteUnderTest(siteOfAda());
    const client = clientOfAda(site);
    const rule = (url: string, action: object) =>
      client.request('POST', '/redirection/v1/redirect', { url, match_type: 'url', group_id: 1, ...action });
    await rule('/old', { action_type: 'url', action_code: 301, action_data: { url: '/new' } });
    await rule('/gone', { action_type: 'error', action_code: 410 });
    await rule('/passed', { action_type: 'pass', action_data: { url: '/en/' } });
    const custom = SECURITY.flatMap((name) =>
      ['site', 'redirect'].map((location) => ({
        location,
        type: 'custom',
        headerName: name,
        headerValue: 'nosniff',
        headerSettings: {},
      })),
    );
    await client.request('POST', '/redirection/v1/setting', { headers: custom });
    const { id } = await client.request<{ readonly id: number }>('POST', '/core/v2/posts', {
      title: 'Tide',
      slug: 'tide',
      status: 'publish',
    });
    const { source_url } = await client.upload<{ readonly source_url: string }>('/core/v2/media', {
      name: 'a.gif',
      type: 'image/gif',
      bytes: GIF,
    });
    post = `${POSTS}/${id}`;
    picture = new URL(source_url).pathname;
  });
  afterAll(() => site.stop());

  it.each<[string, number, RequestParts?]>([
    ['/en/', 200],
    ['/en/', 200, { method: 'HEAD' }],
    ['/en/', 405, { method: 'DELETE' }],
    ['/', 200],
    ['/tide/', 200],
    ['/en/events/month/', 301],
    ['/events/month/', 200],
    ['/missing/', 404],
    ['/old', 301],
    ['/gone', 410],
    ['/passed', 200],
    ['/feed/', 200],
    ['/feed.xml', 200],
    ['/events/feed.ics', 200],
    ['/sitemap.xml', 200],
    ['/robots.txt', 200],
    ['/uploads/missing.png', 404],
  ])('have each header once on pages: %s %i', async (...[path, status, asked]) => {
    expectSingle(status, await read(path, asked));
  });

  it.each<[string, number, RequestParts?]>([
    ['/en/admin/sign-in', 200],
    ['/en/admin/', 302],
    ['/en/admin/sign-in', 401, { method: 'POST', headers: FORM, body: 'login=ada&password=wrong' }],
    ['/en/admin/missing', 404],
  ])('have each header once in the administration: %s %i', async (...[path, status, asked]) => {
    expectSingle(status, await read(path, asked));
  });

  it.each<[string, number, RequestParts?]>([
    ['/en/json', 200],
    ['/en/json/openapi.json', 200],
    [POSTS, 200],
    [POSTS, 200, { headers: ADA }],
    [POSTS, 200, { method: 'HEAD' }],
    [POSTS, 200, { headers: FOREIGN }],
    [POSTS, 204, { method: 'OPTIONS', headers: { ...FOREIGN, 'access-control-request-method': 'POST' } }],
    [`${POSTS}?_envelope`, 200],
    [`${POSTS}?_embed`, 200],
    [`${POSTS}?_jsonp=callback`, 200],
    [POSTS, 201, { method: 'POST', headers: { ...ADA, ...JSON_BODY }, body: '{"title":"Pier"}' }],
    [POSTS, 400, { method: 'POST', headers: { ...ADA, ...JSON_BODY }, body: '{' }],
    [POSTS, 401, { method: 'POST' }],
    [POSTS, 401, { headers: { authorization: 'Basic YTpi' } }],
    [`${POSTS}?page=x`, 400],
    ['/en/json/core/v2/missing', 404],
    ['/en/json/core/v2/users/me', 401],
    ['/en/json/oembed/1.0/embed?url=x', 404],
    ['/en/json/oembed/1.0/embed', 400],
    ['/en/json/cal/events/v1/events', 200],
    ['/en/json/calx/v1/events', 200],
    ['/en/json/redirection/v1/export/1/json', 200, { headers: ADA }],
    ['/en/json/batch/v1', 207, { method: 'POST', headers: { ...ADA, ...JSON_BODY }, body: '{"requests":[]}' }],
  ])('have each header once in the interface: %s %i', async (...[path, status, asked]) => {
    expectSingle(status, await read(path, asked));
  });

  it.each<[string, number, Record<string, string>]>([
    ['whole', 200, {}],
    ['in parts', 206, { range: 'bytes=0-9' }],
    ['in parts beyond its end', 416, { range: 'bytes=999-' }],
  ])('have each header once for a picture that is requested %s', async (_part, status, headers) => {
    expectSingle(status, await read(picture, { headers }));
  });

  it('have each header once if the client knows the current version', async () => {
    for (const path of [post, '/tide/']) {
      const { etag } = await read(path);
      expectSingle(304, await read(path, { headers: { 'if-none-match': etag } }));
    }
  });

  it.each([
    ['refuses the request', 400, 'GET / HTTP/1.1\r\nHost\r\n\r\n'],
    ['refuses long headers', 431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('have each header once if the parser %s', async (_refusal, status, sent) => {
    expectSingle(status, await answerTo(sent));
  });
});
