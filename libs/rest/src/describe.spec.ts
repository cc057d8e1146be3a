import { createTexts, languageCodes } from '@almanac/i18n';
import {
  anything,
  describeRoutes,
  forUpdate,
  integer,
  list,
  object,
  oneOf,
  publicDescription,
  route,
  text,
} from './index.ts';
import { documentOf, serveRoutes } from './testing.ts';

const fields = {
  title: text({ required: true, description: 'The title.' }),
  website: text({ default: null, words: { type: undefined } }),
  date: text({ nullable: true, format: 'date-time' }),
  all_day: text({ default: 'no' }),
};
const nothing = async () => ({ body: {} });
const byId = { id: integer({ inPath: true }) };
const routes = [
  route({
    namespace: 'a/v1',
    path: '/things',
    methods: ['GET'],
    summary: 'Lists things.',
    batch: true,
    args: {
      page: integer({ default: 1, minimum: 1, description: 'The page.' }),
      start: text({ default: () => 'computed', words: { type: undefined } }),
      terms: oneOf([list(integer()), object({ operator: text({ required: true }) }, { additional: false })]),
      cost: anything({ parse: (value) => value, words: { format: 'double' } }),
    },
    handle: nothing,
  }),
  route({
    namespace: 'a/v1',
    path: '/things',
    methods: ['POST'],
    summary: 'Makes a thing.',
    args: {
      ...fields,
      links: list(anything({ parse: (value) => value }), { words: { items: undefined } }),
      origin: text({ words: { readonly: true } }),
    },
    schema: { title: 'thing', type: 'object', properties: { id: { type: 'integer', description: 'The id.' } } },
    handle: nothing,
  }),
  route({
    namespace: 'a/v1',
    path: '/things/{id:[\\d]+}',
    methods: ['PUT'],
    summary: 'Changes a thing.',
    args: { ...byId, ...forUpdate(fields) },
    handle: nothing,
  }),
  route({
    namespace: 'a/v1',
    path: '/things/{id:[\\d]+}',
    methods: ['PATCH'],
    summary: 'Changes a thing.',
    args: { ...byId, ...forUpdate(fields) },
    handle: nothing,
  }),
  route({
    namespace: '',
    path: '/upload',
    methods: ['POST'],
    summary: 'Takes a file.',
    args: {},
    body: 'raw',
    bodyLimit: 1024 * 1024,
    handle: nothing,
  }),
  route({
    namespace: 'internal',
    path: '/x',
    methods: ['GET'],
    summary: 'Hidden.',
    args: {},
    hidden: true,
    handle: nothing,
  }),
];
const catalogue = { 'The title.': 'Le titre.', 'The id.': 'Le numéro.' };
const texts = createTexts({ 'fr-ca': catalogue, 'es-us': {} });
const described = await describeRoutes(routes, texts, 'fr-ca');
const things = described.namespaces['a/v1']?.['/a/v1/things'];
const thing = described.namespaces['a/v1']?.['/a/v1/things/(?P<id>[\\d]+)'];

describe('descriptions of routes', () => {
  it('are filed by namespace and pattern, without hidden ones', () => {
    expect(Object.keys(described.namespaces)).toEqual(['a/v1', '']);
    expect(thing).toMatchObject({ namespace: 'a/v1', template: '/a/v1/things/{id}', methods: ['PUT', 'PATCH'] });
  });
  it.each([
    ['core/v2', '/posts/{id:\\d+}', '/core/v2/posts/(?P<id>[\\d]+)'],
    ['core/v2', '/users/{id:(?:\\d+|me)}', '/core/v2/users/(?P<id>(?:[\\d]+|me))'],
    ['core/v2', '/types/{type:[\\w-]+}', '/core/v2/types/(?P<type>[\\w-]+)'],
    ['redirection/v1', '/group/{id:\\d+}', '/redirection/v1/group/(?P<id>[\\d]+)'],
    ['redirection/v1', '/import/file/{id:\\d+}', '/redirection/v1/import/file/(?P<id>\\d+)'],
    ['cal/events/v1', '/events/{id:\\d+}', '/cal/events/v1/events/(?P<id>\\d+)'],
  ])('have the keys that clients know: %s%s', async (namespace, path, key) => {
    const one = route({ namespace, path, methods: ['GET'], summary: 'One.', args: {}, handle: nothing });
    const { namespaces } = await describeRoutes([one], texts, 'en');
    expect(Object.keys(namespaces[namespace] ?? {})).toEqual([key]);
  });

  it('name every declared fact of each argument, and always whether it is required', () => {
    expect(things?.endpoints[0]).toEqual({
      methods: ['GET'],
      allow_batch: { v1: true },
      args: {
        page: { description: 'The page.', type: 'integer', minimum: 1, default: 1, required: false },
        start: { default: 'computed', required: false },
        terms: {
          type: ['array', 'object'],
          oneOf: [
            { type: 'array', items: { type: 'integer' } },
            {
              type: 'object',
              properties: { operator: { type: 'string', required: true } },
              additionalProperties: false,
            },
          ],
          required: false,
        },
        cost: { format: 'double', required: false },
      },
    });
  });
  it('tell the gateway on which routes visitors may send more', () => {
    expect([described.namespaces['']?.['/upload']?.large, things?.large]).toEqual([true, undefined]);
  });
  it('speak the asked language', () => {
    expect(things?.endpoints[1]?.args).toMatchObject({
      title: { description: 'Le titre.', type: 'string', required: true },
    });
    expect(things?.schema?.properties?.id).toMatchObject({ description: 'Le numéro.' });
  });
  it('show null defaults, and nullable types', () => {
    expect(things?.endpoints[1]?.args).toMatchObject({
      website: { default: null, required: false },
      date: { type: ['string', 'null'] },
    });
  });
  it('require nothing for updates, whose defaults are shown but never applied', async () => {
    expect(thing?.endpoints[0]?.args).toMatchObject({ title: { required: false }, all_day: { default: 'no' } });
    expect(thing?.endpoints[0]?.args).toMatchObject({ id: { type: 'integer', required: false } });
    const echo = routes[2] && route({ ...routes[2], handle: async ({ args }) => ({ body: args }) });
    const rest = await serveRoutes({ routes: echo === undefined ? [] : [echo] });
    expect((await rest.ask('/a/v1/things/4', { method: 'PUT' })).body).toEqual({ id: 4 });
    await rest.close();
  });
  it('are public, with self links if there are no captures, and with the schema on request', () => {
    const shown = things && publicDescription(things, { path: '/a/v1/things', apiRoot: 'http://h', help: false });
    expect(Object.keys(shown ?? {})).toEqual(['namespace', 'methods', 'endpoints', '_links']);
    const help =
      thing && publicDescription(thing, { path: '/a/v1/things/(?P<id>[\\d]+)', apiRoot: 'http://h', help: true });
    expect(help).not.toHaveProperty('_links');
  });
  it('are answered to the gateway', async () => {
    const rest = await serveRoutes({ routes, texts });
    const { body } = await rest.ask('/internal/routes', { headers: { 'x-almanac-language': 'fr-ca' } });
    await rest.close();
    expect(body).toEqual({ ...JSON.parse(JSON.stringify(described)), languages: languageCodes() });
  });
  it('are short for a gateway that needs neither answers nor published schemas', async () => {
    const rest = await serveRoutes({ routes, texts });
    const { body } = await rest.ask('/internal/routes?detail=short', {
      headers: { 'x-almanac-language': 'fr-ca' },
    });
    await rest.close();
    const short = await describeRoutes(routes, texts, 'fr-ca', { detail: 'short' });
    expect(body).toEqual({ ...JSON.parse(JSON.stringify(short)), languages: languageCodes() });
    const [full, part] = [described, short].map(({ namespaces }) => namespaces['a/v1']?.['/a/v1/things']);
    expect(full).toEqual({ ...part, answers: expect.any(Array), schema: expect.anything() });
    expect(Object.keys(part ?? {})).not.toEqual(expect.arrayContaining(['answers', 'schema']));
  });
});

const document = await documentOf([described], 'en', { '/a/v1': '' });

describe('OpenAPI', () => {
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;

  it('has a path and an operation for each method', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Almanac' },
      servers: [{ url: 'http://h/en/json' }],
    });
    expect(Object.keys(paths)).toEqual(['/a/v1/things', '/a/v1/things/{id}', '/upload']);
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect([...new Set(ids)]).toHaveLength(5);
  });
  it('puts the arguments of reads into the query', () => {
    expect(paths['/a/v1/things']?.get?.parameters).toContainEqual({
      name: 'page',
      in: 'query',
      required: false,
      description: 'The page.',
      schema: { description: 'The page.', type: 'integer', minimum: 1, default: 1 },
    });
  });
  it('puts the arguments of writes into the body, and captures into the path', () => {
    const put = paths['/a/v1/things/{id}']?.put;
    expect(put?.parameters).toContainEqual({ name: 'id', in: 'path', required: true, schema: { type: 'integer' } });
    const named = { schema: { $ref: '#/components/schemas/UpdateThingBody' } };
    expect(put?.requestBody).toEqual({
      content: { 'application/json': named, 'application/x-www-form-urlencoded': named },
    });
    expect(document).toHaveProperty('components.schemas.UpdateThingBody.properties.title.type', 'string');
    expect(put?.requestBody).not.toHaveProperty('required');
    expect(paths['/a/v1/things']?.post?.requestBody).toMatchObject({
      required: true,
    });
    expect(document).toHaveProperty('components.schemas.CreateThingBody.required', ['title']);
    expect(paths['/upload']?.post?.requestBody).toMatchObject({ content: { '*/*': {} } });
  });
  it('describes the items of every list, and marks read-only members as JSON Schema does', () => {
    expect(document).toHaveProperty('components.schemas.CreateThingBody.properties', {
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, expect.anything()])),
      links: { type: 'array', items: {} },
      origin: { type: 'string', readOnly: true },
    });
  });
  it('lists required properties at their object, as JSON Schema does', () => {
    const terms = ((paths['/a/v1/things']?.get?.parameters ?? []) as { name: string; schema: unknown }[]).find(
      ({ name }) => name === 'terms',
    );
    expect(terms?.schema).toMatchObject({
      oneOf: [{}, { type: 'object', required: ['operator'], properties: { operator: { type: 'string' } } }],
    });
    expect(JSON.stringify(document)).not.toContain('"required":true,"type":"string"');
  });
});
