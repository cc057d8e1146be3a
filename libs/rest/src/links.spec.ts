import fc from 'fast-check';
import { corePaging, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const listing = route({
  namespace: 'a/v1',
  path: '/things',
  methods: ['GET'],
  summary: 'Things',
  args: { search: text() },
  handle: async (request) => ({ body: [], headers: corePaging(request, { total: 9, perPage: 2, page: 2 }) }),
});

describe('the links of a list', () => {
  let rest: RestUnderTest;
  beforeAll(async () => {
    rest = await serveRoutes({ routes: [listing] });
  });
  afterAll(() => rest.close());

  it('lead to the neighbouring pages while the query is short enough to repeat', async () => {
    const { headers } = await rest.ask(`/a/v1/things?search=${'x'.repeat(3_000)}`);
    expect(headers.link).toMatch(/x&page=1>; rel="prev", .*x&page=3>; rel="next"$/);
  });

  it('are left out beside the totals if they would be longer than 8 KiB', async () => {
    const { status, headers } = await rest.ask(`/a/v1/things?search=${'x'.repeat(12_000)}`);
    expect([status, headers['x-core-total'], headers.link]).toEqual([200, '9', undefined]);
  });

  it('never make the headers too long to be read', async () => {
    const words = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
    const lengths = fc.integer({ min: 1, max: 15_000 });
    const run = async (word: string, length: number) => {
      // characters that a server reads unchanged and links encode
      const asked = encodeURI(word).replace(/[#&]/g, '.').repeat(length).slice(0, length).replace(/%.?$/, '');
      const { status, headers } = await rest.ask(`/a/v1/things?search=${asked}`);
      expect(status).toBe(200);
      expect((headers.link ?? '').length).toBeLessThanOrEqual(8_192);
    };
    await fc.assert(fc.asyncProperty(words, lengths, run), { numRuns: 100 });
  });
});
