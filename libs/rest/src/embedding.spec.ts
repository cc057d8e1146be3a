import { DomainError } from '@almanac/i18n';
import { corePaging, integer, type Link, linkSet, relationPrefix, route, selfLink, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

let served: string[] = [];
let fetched: string[] = [];
let down = false;
const base = { namespace: 'a/v1', methods: ['GET'] as const, summary: 'Reads' };
const context = text({ enum: ['view', 'embed'], default: 'view' });
const record = (root: string, more: Readonly<Record<string, readonly Link[]>> = {}) => ({
  id: 1,
  _links: linkSet({
    author: [{ href: `${root}/a/v1/users/5`, embeddable: true }],
    'core:term': [
      { href: `${root}/a/v1/terms?post=1`, taxonomy: 'category', embeddable: true },
      { href: 'https://elsewhere.example/x', embeddable: true },
    ],
    about: [{ href: `${root}/a/v1/users/5` }],
    ...more,
  }),
});
const routes = [
  route({
    ...base,
    path: '/post',
    args: {},
    handle: async ({ apiRoot }) => ({ body: record(apiRoot), version: { stream: 'thing-1', version: 1 } }),
  }),
  route({
    ...base,
    path: '/posts',
    args: { page: integer({ default: 1 }) },
    handle: async (request) => ({
      body: [record(request.apiRoot), record(request.apiRoot)],
      headers: corePaging(request, { total: 5, perPage: 2, page: request.args.page }),
    }),
  }),
  route({
    ...base,
    path: '/users/{id:\\d+}',
    args: { id: integer({ required: true }), context },
    handle: async ({ args, query }) => {
      served.push(query);
      return { body: { id: args.id, context: args.context, _links: { self: [] } } };
    },
  }),
  route({
    ...base,
    path: '/terms',
    args: { post: integer({ required: true }), per_page: integer({ maximum: 50, default: 10 }) },
    handle: async ({ args }) => ({ body: [args] }),
  }),
  route({
    ...base,
    path: '/broken',
    args: {},
    handle: async ({ apiRoot }) => ({
      body: record(apiRoot, { author: [{ href: `${apiRoot}/a/v1/terms`, embeddable: true }] }),
    }),
  }),
  route({
    ...base,
    path: '/afar',
    args: {},
    handle: async ({ apiRoot }) => ({
      body: record(apiRoot, { author: [{ href: `${apiRoot}/core/v2/users/1`, embeddable: true }], 'core:term': [] }),
    }),
  }),
  route({
    ...base,
    path: '/hinted',
    args: {},
    handle: async (request) => ({
      body: {
        _links: linkSet({
          self: [await selfLink(`${request.apiRoot}/a/v1/users/5`, request)],
          up: [await selfLink('nonsense', request)],
        }),
      },
    }),
  }),
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({
    routes,
    fetchEmbedded: async ({ target }) => {
      fetched.push(target);
      if (down) throw new DomainError('rest_service_unavailable', 503, 'Down.');
      return { fetched: true };
    },
  });
});
afterAll(() => rest.close());
beforeEach(() => {
  [served, fetched, down] = [[], [], false];
});
const user = { id: 5, context: 'embed', _links: { self: [] } };
const terms = [[{ post: 1, per_page: 50 }], []];

describe('_links', () => {
  it('put attributes before the address, explain compact relations last and leave out empty ones', async () => {
    const { body } = await rest.ask('/a/v1/post');
    expect(Object.keys(body._links)).toEqual(['author', 'core:term', 'about', 'curies']);
    expect(Object.keys(body._links['core:term'][0])).toEqual(['taxonomy', 'embeddable', 'href']);
    expect(body._links.curies).toEqual([{ name: 'core', href: `${relationPrefix}{rel}`, templated: true }]);
    expect(body._embedded).toBeUndefined();
  });
  it('name in a self link the methods that the caller may use', async () => {
    const { body } = await rest.ask('/a/v1/hinted');
    expect(body._links.self[0].targetHints).toEqual({ allow: ['GET'] });
    expect(body._links.up).toEqual([{ href: 'nonsense' }]);
  });
});

describe('_embed', () => {
  it.each(['_embed', '_embed=1', '_embed=true'])('embeds every embeddable link: %s', async (query) => {
    const { body } = await rest.ask(`/a/v1/post?${query}`);
    expect(body._embedded).toEqual({ author: [user], 'core:term': terms });
  });
  it('embeds chosen relations, by their compact or full name', async () => {
    expect((await rest.ask('/a/v1/post?_embed=author,about')).body._embedded).toEqual({ author: [user] });
    const full = await rest.ask(`/a/v1/post?_embed[]=${relationPrefix}term`);
    expect(full.body._embedded).toEqual({ 'core:term': terms });
    expect((await rest.ask('/a/v1/post?_embed=about')).body._embedded).toBeUndefined();
  });
  it('requests an address once, in a list too, and passes nothing of the outer request on', async () => {
    const { body } = await rest.ask('/a/v1/posts?_embed=author&_fields=_links&context=view');
    expect(body.map((each: { _embedded: unknown }) => each._embedded)).toEqual([
      { author: [user] },
      { author: [user] },
    ]);
    expect(served).toEqual(['context=embed&per_page=100']);
  });
  it('embeds the errors of its requests', async () => {
    const { status, body } = await rest.ask('/a/v1/broken?_embed=author');
    expect([status, body._embedded.author[0].code]).toEqual([200, 'rest_missing_callback_param']);
  });
  it('requests other services’ records from them', async () => {
    const { body } = await rest.ask('/a/v1/afar?_embed');
    expect([body._embedded, fetched]).toEqual([
      { author: [{ fetched: true }] },
      ['/core/v2/users/1?context=embed&per_page=100'],
    ]);
  });
  it('embeds the error of a service that is down', async () => {
    down = true;
    const { status, body } = await rest.ask('/a/v1/afar?_embed');
    expect([status, body._embedded.author[0].code]).toEqual([200, 'rest_service_unavailable']);
  });
  it('works within an envelope and counts in the ETag', async () => {
    expect((await rest.ask('/a/v1/post?_embed&_envelope')).body.body._embedded.author).toEqual([user]);
    const tags = await Promise.all(
      ['/a/v1/post', '/a/v1/post?_embed'].map(async (path) => (await rest.ask(path)).headers.etag),
    );
    expect(tags[0]).not.toBe(tags[1]);
  });
});

describe('pages of core lists', () => {
  const page = async (query: string) => {
    const { headers } = await rest.ask(`/a/v1/posts?${query}`, {
      headers: { 'x-almanac-api-root': 'http://h/en/json' },
    });
    return { total: headers['x-core-total'], pages: headers['x-core-totalpages'], link: headers.link };
  };
  const at = (query: string, rel: string) => `<http://h/en/json/a/v1/posts?${query}>; rel="${rel}"`;

  it('link their neighbours with the whole query', async () => {
    expect(await page('page=2&tags[]=a%20b')).toEqual({
      total: '5',
      pages: '3',
      link: `${at('page=1&tags%5B%5D=a+b', 'prev')}, ${at('page=3&tags%5B%5D=a+b', 'next')}`,
    });
    expect((await page('')).link).toBe(at('page=2', 'next'));
    expect((await page('page=3')).link).toBe(at('page=2', 'prev'));
    expect((await page('page=9')).link).toBe(at('page=3', 'prev'));
  });
  it('encode their address anew', () => {
    const request = { apiRoot: 'http://h', path: '/tags/café%2Fbar\n', query: '' };
    const { Link } = corePaging(request as never, { total: 20, perPage: 10, page: 1 });
    expect(Link).toBe('<http://h/tags/caf%C3%A9%2Fbar%0A?page=2>; rel="next"');
  });
  it('link nothing if the list is empty', () => {
    const request = { apiRoot: 'http://h', path: '/x', query: 'page=4' };
    expect(corePaging(request as never, { total: 0, perPage: 10, page: 4 })).toEqual({
      'X-Core-Total': 0,
      'X-Core-TotalPages': 0,
    });
  });
});
