import { DomainError } from '@almanac/i18n';
import { CombinedError, integer, type Route, route } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const absent = () => new DomainError('thing-not-found', 404, 'There is no such thing.', { data: { kind: 'thing' } });

const routes: Route[] = [
  route({
    namespace: 'a/v1',
    path: '/things/{id:\\d+}',
    methods: ['GET'],
    summary: 'A thing',
    args: { id: integer(), size: integer() },
    handle: async ({ args }) => {
      if (args.id === 404) throw absent();
      if (args.id === 2) throw new CombinedError(absent(), [absent()]);
      return { body: { id: args.id } };
    },
  }),
];

const PROBLEM = 'application/problem+json';

describe('a refused request', () => {
  let rest: RestUnderTest;
  beforeAll(async () => {
    rest = await serveRoutes({ routes });
  });
  afterAll(() => rest.close());

  const asked = (accept: string, path = '/a/v1/things/404') => rest.ask(path, { headers: { accept } });

  it.each([
    PROBLEM,
    `${PROBLEM}, */*`,
    `${PROBLEM}, application/json`,
    `application/json;q=0.5, Application/Problem+JSON`,
  ])('is a problem if the client prefers one: %s', async (accept) => {
    const { status, headers, body } = await asked(accept);
    expect([status, headers['content-type'], headers.vary]).toEqual([404, PROBLEM, 'Accept']);
    expect(body).toEqual({
      type: 'urn:almanac:error:thing-not-found',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such thing.',
      code: 'thing-not-found',
      kind: 'thing',
    });
  });

  it.each([
    '',
    '*/*',
    'application/*',
    'application/json',
    `application/json, ${PROBLEM}`,
    `${PROBLEM};q=0, */*`,
    'text/html',
  ])('is unchanged otherwise: %s', async (accept) => {
    const { headers, text } = await asked(accept);
    expect([headers['content-type'], headers.vary]).toEqual(['application/json; charset=UTF-8', undefined]);
    expect(text).toBe(
      '{"code":"thing-not-found","message":"There is no such thing.","data":{"status":404,"kind":"thing"}}',
    );
  });

  it('names invalid arguments in members of the problem', async () => {
    expect((await asked(PROBLEM, '/a/v1/things/1?size=x')).body).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
      params: { size: expect.any(String) },
      details: { size: { code: 'rest_invalid_type' } },
    });
  });

  it('has further errors as problems', async () => {
    const { body } = await asked(PROBLEM, '/a/v1/things/2');
    expect(body).toMatchObject({
      additional_errors: [{ type: 'urn:almanac:error:thing-not-found', detail: expect.any(String) }],
    });
  });

  it('is no problem in an envelope or a script', async () => {
    const envelope = await asked(PROBLEM, '/a/v1/things/404?_envelope');
    expect(envelope.body).toMatchObject({ body: { code: 'thing-not-found', data: { status: 404 } }, status: 404 });
    const script = await asked(PROBLEM, '/a/v1/things/404?_jsonp=done');
    expect(script.text).toMatch(/^\/\*\*\/done\(\{"code":/);
  });
});

describe('an answer without an error', () => {
  it('is the same for clients that prefer problems', async () => {
    const rest = await serveRoutes({ routes });
    const { headers, body } = await rest.ask('/a/v1/things/1', { headers: { accept: PROBLEM } });
    expect([headers['content-type'], body]).toEqual(['application/json; charset=UTF-8', { id: 1 }]);
    await rest.close();
  });
});
