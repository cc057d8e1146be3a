import { FakeCore, FakeService, type GatewayUnderTest, startWithServices } from './testing/fakeServices.ts';

const calendar = new FakeService('cal/events/v1');
let site: GatewayUnderTest;

beforeAll(async () => {
  site = await startWithServices({ core: new FakeCore(), calendar });
});
afterAll(() => site.stop());

describe('a preflight', () => {
  const PREFLIGHT = { origin: 'https://a.test', 'access-control-request-method': 'PATCH' };

  it.each(['/en/json/cal/events/v1/events', '/en/json/', '/en/json/nothing/v1'])(
    'has an answer of two hours and without a body at %s, from no service',
    async (path) => {
      const before = calendar.seen.length;
      const answer = await fetch(`${site.origin}${path}`, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([answer.status, await answer.text(), calendar.seen.length]).toEqual([204, '', before]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-max-age': '7200',
        'access-control-allow-origin': 'https://a.test',
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': expect.stringContaining('Idempotency-Key'),
      });
      expect(answer.headers.has('content-type')).toBe(false);
    },
  );

  it('is no other OPTIONS request, which the service answers', async () => {
    const init = { method: 'OPTIONS', headers: { origin: 'https://a.test' } };
    await fetch(`${site.origin}/en/json/cal/events/v1/events`, init);
    expect(calendar.seen.at(-1)).toMatchObject({ method: 'OPTIONS' });
  });
});
