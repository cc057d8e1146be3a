import { createTexts } from '@almanac/i18n';
import { z } from 'zod';
import { restCatalogues } from './catalogues.ts';
import { describeRoutes } from './describe.ts';
import { list, object, pagesOfRecords, text } from './index.ts';
import { type Method, route } from './route.ts';
import { documentOf } from './testing.ts';

interface OperationObject {
  readonly description: string;
  readonly parameters: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
  readonly security?: unknown;
  readonly tags: readonly string[];
}

const declared = (path: string, methods: readonly Method[], more = {}) =>
  route({
    namespace: 'a/v1',
    path,
    methods,
    summary: 'Does something.',
    args: {},
    answers: { 200: z.int() },
    handle: async () => ({ body: 1 }),
    ...more,
  });

const permission = () => true;
const routes = [
  declared('/things', ['GET'], { permission, answers: { 200: pagesOfRecords(z.int()) } }),
  declared('/things', ['POST'], { permission, batch: true }),
  declared('/things/{id}', ['GET', 'DELETE']),
  declared('/things/{id}', ['POST', 'PUT'], { permission }),
  declared('/files', ['POST'], { body: 'file' }),
  declared('/lists', ['POST'], { body: 'list' }),
  declared('/values', ['POST'], {
    args: {
      none: text({ default: null }),
      nullable: text({ default: null, nullable: true }),
      some: list(text(), { words: { default: 'one' } }),
      any: object({}),
      today: text({ default: () => '2031-06-10' }),
    },
  }),
];
const document = JSON.parse(
  JSON.stringify(
    await documentOf([await describeRoutes(routes, createTexts(restCatalogues), 'en')], 'en', { '/a/v1': '' }),
  ),
);
const operation = (name: string): OperationObject => {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[`/a/v1${path}`][method];
};

describe('an operation of the OpenAPI document', () => {
  it.each([
    ['get /things', ['IfNoneMatch']],
    ['post /things', ['IdempotencyKey']],
    ['post /things/{id}', ['IdempotencyKey', 'IfMatch']],
    ['put /things/{id}', ['IfMatch']],
    ['delete /things/{id}', ['IfMatch']],
    ['post /files', ['IdempotencyKey', 'ContentDisposition']],
  ])('%s refers to the headers %j', (name, headers) => {
    const found = operation(name).parameters.flatMap(({ $ref }) => $ref ?? []);
    expect(found).toEqual(headers.map((header) => `#/components/parameters/${header}`));
    for (const header of headers)
      expect(document.components.parameters[header]).toMatchObject({ in: 'header', description: expect.any(String) });
  });

  it('has the answer 304 if it reads, and an ETag unless it lists or deletes', () => {
    expect(operation('get /things').responses['304']).toEqual({ $ref: '#/components/responses/NotModified' });
    expect(operation('post /things').responses).not.toHaveProperty('304');
    expect(operation('put /things/{id}').responses['200']?.headers).toHaveProperty('ETag');
    expect(operation('get /things').responses['200']?.headers).not.toHaveProperty('ETag');
    expect(operation('delete /things/{id}').responses['200']).not.toHaveProperty('headers');
  });

  it('requires a user if it changes something and has a permission', () => {
    const security = ['get /things', 'post /things', 'post /files'].map((name) => operation(name).security);
    expect(security).toEqual([undefined, [{ applicationPassword: [] }], undefined]);
    expect(document.security).toEqual([{}, { applicationPassword: [] }]);
  });

  it.each([
    ['get /things', 'The answer depends on the rights of the caller.'],
    ['get /things/{id}', 'Open to everybody.'],
    ['post /things', 'Requires a signed-in user with the right to do this. Can be an item of a batch.'],
    ['put /things/{id}', 'Does the same as POST.'],
  ])('%s says “%s”', (name, description) => expect(operation(name).description).toBe(description));

  it('takes a file by itself or in a form, and a list as JSON', () => {
    expect(operation('post /files').requestBody).toMatchObject({
      required: true,
      content: {
        'multipart/form-data': { schema: { required: ['file'], properties: { file: { format: 'binary' } } } },
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      },
    });
    expect(operation('post /lists').requestBody?.content).toEqual({
      'application/json': { schema: { type: 'array', items: {} } },
    });
  });

  it('has the tag of its namespace, which the document describes', () => {
    expect(operation('get /things').tags).toEqual(['a/v1']);
    expect(document.tags).toEqual([{ name: 'a/v1', description: 'a/v1' }]);
  });
});

describe('a schema of the OpenAPI document', () => {
  const { properties } = document.components.schemas.CreateValueBody;

  it('has only defaults of its type', () => {
    expect(properties.none).toEqual({ type: 'string' });
    expect(properties.nullable).toMatchObject({ type: ['string', 'null'], default: null });
    expect(properties.some).toMatchObject({ type: 'array', default: ['one'] });
  });

  it('has no default that is computed', () => expect(properties.today).toEqual({ type: 'string' }));

  it('accepts every member where none is declared', () =>
    expect(properties.any).toEqual({ type: 'object', properties: {}, additionalProperties: true }));
});

describe('refusals of the OpenAPI document', () => {
  it('name Retry-After where another attempt may succeed', () => {
    const { TooManyRequests, ServiceUnavailable, BadRequest } = document.components.responses;
    const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
    const limits = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };
    expect([TooManyRequests.headers, ServiceUnavailable.headers, BadRequest.headers]).toEqual([
      { 'Retry-After': header('RetryAfter'), ...limits },
      { 'Retry-After': header('RetryAfter') },
      undefined,
    ]);
  });

  it('have the form of RFC 9457 too', () => {
    const { BadRequest } = document.components.responses;
    expect(BadRequest.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
    expect(document.components.schemas.Problem.required).toEqual(['type', 'title', 'status', 'detail', 'code']);
  });
});

describe('the description of very many routes', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => declared(`/things-${at}`, ['GET', 'POST'], { permission }));

  /** Returns the number of turns of the event loop in which others are served during work. */
  const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    let [turns, isOver] = [0, false];
    setImmediate(function next() {
      turns++;
      if (!isOver) setImmediate(next);
    });
    await work();
    isOver = true;
    return turns;
  };

  it('lets others be answered, and so does the document that is made of it', async () => {
    const description = await describeRoutes(many, createTexts(restCatalogues), 'en');
    expect(await turnsDuring(() => describeRoutes(many, createTexts(restCatalogues), 'en'))).toBeGreaterThan(1);
    expect(await turnsDuring(() => documentOf([description]))).toBeGreaterThan(1);
  });
});
