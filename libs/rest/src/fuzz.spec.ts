import fc from 'fast-check';
import { anyOf, boolean, dateTime, integer, list, object, oneOf, route, text, uri } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const args = {
  id: integer({ minimum: 1 }),
  title: text({ maxLength: 9, pattern: '^[a-z]*$' }),
  date: dateTime({ nullable: true }),
  url: uri({ web: true, onNull: 'refuse' }),
  terms: oneOf([list(integer(), { unique: true }), object({ operator: text({ enum: ['AND', 'OR'] }) })]),
  venue: anyOf([integer(), list(anyOf([integer(), object({ venue: text({ required: true }) })]))]),
  sticky: boolean(),
};

let rest: RestUnderTest;
beforeAll(async () => {
  const routes = [
    route({
      namespace: 'a/v1',
      path: '/things/{slug}',
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      summary: 'Answers what it understood',
      args,
      handle: async (request) => ({
        body: { args: request.args, captures: request.captures },
        version: { stream: 'thing-1', version: 1 },
      }),
    }),
  ];
  rest = await serveRoutes({ routes });
});
afterAll(() => rest.close());

const name = fc.constantFrom(...Object.keys(args), '_fields', '_embed', '_envelope', '_jsonp', '_method', '__proto__');
const suffix = fc.constantFrom('', '[]', '[a]', '[a][]', '[0]', '[', ']', '%5B%5D', '[__proto__]');
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((each) => encodeURIComponent(each.toWellFormed())),
  fc.constantFrom('1', 'true', '%', '%zz', '%00', 'a,b', '%F0%28'),
  fc.constantFrom(
    '9999-12-31T23:59:59',
    '9999-12-31T23:59:59-12:00',
    '0001-01-01T00:00:00%2B14:00',
    '1e400',
    '9'.repeat(400),
  ),
);
const pair = fc.tuple(name, suffix, value).map(([first, second, third]) => `${first}${second}=${third}`);
const asked = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
  path: value,
  query: fc.array(pair, { maxLength: 6 }),
  json: fc.oneof(fc.dictionary(name, fc.jsonValue()), fc.jsonValue()),
  headers: fc.record(
    {
      'if-match': fc.string({ unit: 'binary-ascii' }).map(encodeURI),
      'if-none-match': fc.constantFrom('*', '"1-x"', 'x'),
    },
    { requiredKeys: [] },
  ),
});

describe('routes under random requests', () => {
  it('never answer 500, and refuse with the common body', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ path, query, ...more }) => {
        const { status, body } = await rest.ask(`/a/v1/things/${path}?${query.join('&')}`, more);
        expect(status).toBeLessThan(500);
        if (status >= 400 && typeof body === 'object')
          expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }),
      { numRuns: 1_500 },
    );
  });
});
