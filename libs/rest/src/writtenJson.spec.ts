import { answerOpenApi, openApiAnswer } from './openApiAnswer.ts';
import { route } from './route.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';
import { markedAddresses, writeJson } from './writtenJson.ts';

const SITE = 'https://site.test';
const ADDRESSES = { site: SITE, apiRoot: `${SITE}/en/json` };

describe('prepared JSON', () => {
  let written = 0;
  const value = () => {
    const { site, apiRoot } = markedAddresses(ADDRESSES);
    return { name: 'Zoë', url: site, links: [`${apiRoot}/a`, `${apiRoot}/b`] };
  };
  const counted = {
    toJSON: () => {
      written++;
      return value();
    },
  };
  const index = writeJson(counted);
  let served: RestUnderTest;
  beforeAll(async () => {
    const shared = { namespace: 'a/v1', methods: ['GET'], summary: 's', args: {} } as const;
    served = await serveRoutes({
      routes: [
        route({ ...shared, path: '/index', hidden: true, handle: async (request) => ({ body: index(request) }) }),
        route({
          ...shared,
          path: '/document',
          answers: { 200: openApiAnswer },
          handle: async (request) => answerOpenApi(index(request), 'fr-ca'),
        }),
      ],
    });
  });
  afterAll(() => served.close());

  const at = (base: string) => ({ name: 'Zoë', url: base, links: [`${base}/en/json/a`, `${base}/en/json/b`] });
  const ask = async (path: string, host: string, method = 'GET') =>
    served.ask(`/a/v1/${path}`, {
      method,
      headers: { 'x-almanac-site': host, 'x-almanac-api-root': `${host}/en/json` },
    });

  it('is serialized once, and sent with the base address of each request', async () => {
    for (const host of [SITE, 'http://other.test:81']) {
      const { body, headers, text } = await ask('index', host);
      expect(body).toEqual(at(host));
      expect(headers['content-type']).toBe('application/json; charset=UTF-8');
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
    }
    expect(written).toBe(1);
  });

  it('shares its bytes among answers', () => {
    const [one, other] = [index({ site: SITE }), index({ site: 'http://other.test' })];
    expect(one.chunks.filter((chunk) => other.chunks.includes(chunk))).toHaveLength(4);
  });

  it('is the same object for successive requests with one base address', () => {
    const first = index({ site: SITE });
    expect(index({ site: SITE })).toBe(first);
    expect(index({ site: 'http://other.test' })).not.toBe(first);
    expect(JSON.parse(JSON.stringify(index({ site: SITE })))).toEqual(at(SITE));
  });

  it.each([
    ['_fields=name', { name: 'Zoë' }],
    ['_envelope', { body: at(SITE), status: 200, headers: expect.anything() }],
  ])('takes the form that ?%s asks for', async (query, expected) => {
    expect((await ask(`index?${query}`, SITE)).body).toEqual(expected);
  });

  it('is indented, and an argument of a callback, on request', async () => {
    expect((await ask('index?_pretty', SITE)).text).toBe(JSON.stringify(at(SITE), null, 4));
    expect((await ask('index?_jsonp=take', SITE)).text).toBe(`/**/take(${JSON.stringify(at(SITE))})`);
  });

  it('has a length and no body for HEAD', async () => {
    const { headers, text } = await ask('index', SITE, 'HEAD');
    expect([text, Number(headers['content-length'])]).toEqual(['', Buffer.byteLength(JSON.stringify(at(SITE)))]);
  });

  it.each(['', '?_fields=name', '?_envelope', '?_pretty'])(
    'is sent whole as an OpenAPI document: %j',
    async (query) => {
      const { text, headers } = await ask(`document${query}`, SITE);
      expect(text).toBe(JSON.stringify(at(SITE)));
      expect([headers['content-type'], headers['content-language']]).toEqual([
        'application/json; charset=UTF-8',
        'fr-CA',
      ]);
    },
  );

  it('has an ETag as an OpenAPI document, and is 304 for a client that has it', async () => {
    const askFor = (noneMatch: string, host = SITE) =>
      served.ask('/a/v1/document', {
        headers: { 'x-almanac-site': host, 'x-almanac-api-root': `${host}/en/json`, 'if-none-match': noneMatch },
      });
    const { etag = '' } = (await ask('document', SITE)).headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const { status, text, headers } = await askFor(`"other", W/${etag}`);
    expect([status, text, headers.etag, headers['content-language']]).toEqual([304, '', etag, 'fr-CA']);
    expect((await askFor('"other"')).status).toBe(200);
    expect((await askFor(etag, 'http://other.test')).status).toBe(200);
  });

  it('escapes the address', () => {
    expect(JSON.parse(JSON.stringify(index({ site: 'a"\\' })))).toMatchObject({ url: 'a"\\' });
  });
});
