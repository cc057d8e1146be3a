import { createTexts, DomainError } from '@almanac/i18n';
import { z } from 'zod';
import { checkAnswers } from './answerFaults.ts';
import { restCatalogues } from './catalogues.ts';
import {
  type Answers,
  created,
  describeRoutes,
  integer,
  pagesOfRecords,
  type RestResponse,
  type Route,
  route,
} from './index.ts';
import { documentOf, type RestUnderTest, serveRoutes } from './testing.ts';

const thing = z.strictObject({ id: z.int(), name: z.string() }).meta({ id: 'Thing' });
const one = { id: 1, name: 'one' };

const answering = (path: string, answers: Answers, answer: () => RestResponse): Route =>
  route({
    namespace: 'a/v1',
    path,
    methods: ['GET'],
    summary: 'Answers.',
    args: { page: integer() },
    answers,
    handle: async () => answer(),
  });

const totals = { 'X-Core-Total': 1, 'X-Core-TotalPages': 1 };
const routes = [
  answering('/right', { 200: thing }, () => ({ body: one })),
  answering('/more', { 200: thing }, () => ({ body: { ...one, secret: 'x' } })),
  answering('/other-status', { 200: thing }, () => ({ status: 202, body: one })),
  answering('/list', { 200: pagesOfRecords(thing) }, () => ({ body: [one], headers: totals })),
  answering('/list-without-totals', { 200: pagesOfRecords(thing) }, () => ({ body: [one] })),
  answering('/undeclared-header', { 200: thing }, () => ({ body: one, headers: { 'X-Other': '1' } })),
  answering('/created', { 201: created(thing) }, () => ({
    status: 201,
    body: one,
    headers: { Location: 'http://h/1' },
  })),
  answering('/nothing', { 204: {} }, () => ({ status: 204, body: null })),
  answering('/text', { 200: { contentTypes: ['text/plain'] } }, () => ({
    body: 'x',
    contentType: 'text/plain; charset=UTF-8',
  })),
  answering('/other-text', { 200: { contentTypes: ['text/plain'] } }, () => ({ body: 'x', contentType: 'text/html' })),
  answering('/refused', { 200: thing, 404: ['no_such_thing'] }, () => {
    throw new DomainError('no_such_thing', 404, 'There is no such thing.');
  }),
  answering('/other-code', { 200: thing, 404: ['no_such_thing'] }, () => {
    throw new DomainError('gone_thing', 404, 'There is no such thing.');
  }),
  answering('/dates', { 200: z.strictObject({ at: z.string() }) }, () => ({ body: { at: new Date(0) } })),
];

describe('checked answers', () => {
  let rest: RestUnderTest;
  let stopChecking: () => void;
  const logged: string[] = [];
  const faults: string[] = [];
  const log = { error: ({ err }: { err?: Error }) => void logged.push(err?.message ?? ''), warn: () => undefined };
  beforeAll(async () => {
    stopChecking = checkAnswers((fault) => faults.push(fault));
    rest = await serveRoutes({ routes, log });
  });
  beforeEach(() => logged.splice(0));
  afterAll(async () => {
    stopChecking();
    await rest.close();
  });
  const ask = async (path: string) => (await rest.ask(`/a/v1${path}`)).status;

  it.each([
    ['/right', 200],
    ['/right?_fields=id', 200],
    ['/right?page=x', 400],
    ['/list', 200],
    ['/created', 201],
    ['/nothing', 204],
    ['/text', 200],
    ['/refused', 404],
    ['/dates', 200],
  ])('are sent unchanged for %s, with %i, if they are declared', async (path, status) => {
    expect(await ask(path)).toBe(status);
    expect(logged).toEqual([]);
  });

  it.each([
    ['/more', 'Unrecognized key: "secret"'],
    ['/other-status', 'the status 202 is not declared'],
    ['/list-without-totals', 'the header X-Core-Total is undefined'],
    ['/undeclared-header', 'the header X-Other is not declared'],
    ['/other-text', 'the content type text/html is not declared'],
    ['/other-code', 'the code gone_thing is not declared'],
  ])('are 500 for %s, and the log says: %s', async (path, fault) => {
    expect(await ask(path)).toBe(500);
    expect(logged.join()).toContain(fault);
    expect(faults.join()).toContain(fault);
  });

  it('are sent unchecked if checks are off', async () => {
    stopChecking();
    expect(await ask('/more')).toBe(200);
    stopChecking = checkAnswers((fault) => faults.push(fault));
  });
});

interface OperationObject {
  readonly responses: Record<string, ResponseObject>;
  readonly 'x-codes'?: Record<string, string[]>;
}

interface ResponseObject {
  readonly description: string;
  readonly content?: Record<string, { schema: object }>;
  readonly 'x-codes'?: string[];
  readonly headers?: Record<string, object>;
}

const texts = createTexts(restCatalogues);
const document = (await documentOf([await describeRoutes(routes, texts, 'es-us')], 'es-us')) as {
  paths: Record<string, { get: OperationObject }>;
  components: { schemas: Record<string, object>; responses: Record<string, ResponseObject> };
};

describe('the description of answers', () => {
  const responses = (path: string) => document.paths[`/a/v1${path}`]!.get.responses;

  it('names each status, with its schema by reference and its meaning in the language of the document', () => {
    expect(responses('/right')['200']).toEqual({
      description: 'Hecho.',
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    });
    expect(document.components.schemas.Thing).toMatchObject({ required: ['id', 'name'], additionalProperties: false });
  });

  it('refers to refusals that are written once, and names the codes of the operation beside theirs', () => {
    expect(responses('/refused')['400']).toEqual({ $ref: '#/components/responses/BadRequest' });
    expect(responses('/refused')['404']).toEqual({ $ref: '#/components/responses/NotFound' });
    expect(document.paths['/a/v1/refused']?.get['x-codes']).toEqual({ 404: ['no_such_thing'] });
    expect(document.components.responses.BadRequest).toEqual({
      description: 'La solicitud no es válida.',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
      'x-codes': expect.arrayContaining(['rest_invalid_param']),
    });
    expect(document.components.responses.NotFound).not.toHaveProperty('x-codes');
    expect(Object.keys(responses('/refused'))).toEqual(expect.arrayContaining(['200', '400', '401', '404', '503']));
  });

  it('shares the refusals of writes apart from those of reads', async () => {
    const write = { ...answering('/write', { 200: thing }, () => ({ body: one })), methods: ['POST'] as const };
    const described = await documentOf([await describeRoutes([...routes, write], texts, 'en')]);
    const { paths, components } = JSON.parse(JSON.stringify(described));
    expect(paths['/a/v1/write'].post.responses['400']).toEqual({ $ref: '#/components/responses/BadRequestOfWrite' });
    expect(paths['/a/v1/write'].post).not.toHaveProperty('x-codes');
    expect(components.responses.BadRequestOfWrite['x-codes']).toContain('rest_invalid_idempotency_key');
    expect(components.responses.BadRequest['x-codes']).not.toContain('rest_invalid_idempotency_key');
  });

  it('keeps a refusal with its own headers in its place, with its codes', async () => {
    const headers = { 'X-Core-Total': z.int() };
    const refusing = answering('/own', { 200: thing, 400: { codes: ['own'], headers } }, () => ({ body: one }));
    const described = await documentOf([await describeRoutes([refusing], texts, 'en')]);
    expect((described as typeof document).paths['/a/v1/own']?.get.responses['400']).toMatchObject({
      headers: { 'X-Core-Total': { $ref: '#/components/headers/XCoreTotal' } },
      'x-codes': expect.arrayContaining(['own', 'rest_invalid_param']),
    });
  });

  it('covers answers of a route that is unavailable at times', async () => {
    const away = { ...answering('/package', { 200: thing }, () => ({ body: one })), offered: async () => true };
    const described = await documentOf([await describeRoutes([away], texts, 'en')]);
    const { paths } = described as typeof document;
    expect(paths['/a/v1/package']?.get['x-codes']).toEqual({ 404: ['rest_no_route'] });
  });

  it('names headers of lists, and content types that are not JSON', () => {
    expect(responses('/list')['200']?.headers?.['X-Core-Total']).toEqual({ $ref: '#/components/headers/XCoreTotal' });
    expect(document).toHaveProperty('components.headers.XCoreTotal', {
      description: 'El número de registros en todas las páginas.',
      required: true,
      schema: { type: 'integer', minimum: 0 },
    });
    expect(responses('/text')['200']?.content).toEqual({ 'text/plain': { schema: { type: 'string' } } });
    expect(responses('/nothing')['204']?.content).toBeUndefined();
  });

  it('refuses two schemas of one name', async () => {
    const other = z.strictObject({ other: z.string() }).meta({ id: 'Thing' });
    const both = [...routes, answering('/other', { 200: other }, () => ({ body: {} }))];
    const described = await describeRoutes(both, texts, 'en');
    await expect(documentOf([described])).rejects.toThrow('two schemas are named Thing');
  });
});
