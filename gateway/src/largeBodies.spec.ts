import {
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  routeDescription,
  startWithServices,
} from './testing/fakeServices.ts';

const core = new FakeCore();
const IMPORTS = 'cal/import/v1';
const namespaces = {
  [IMPORTS]: routeDescription(IMPORTS, `/${IMPORTS}/import/{id}/batch`, 'batches', { large: true }),
};
const calendar = new FakeService(IMPORTS, { '/internal/routes': () => [200, { language: 'en', namespaces }] });
let site: GatewayUnderTest;

beforeAll(async () => {
  site = await startWithServices({ core, calendar }, { bodyLimit: 1_000_000 });
});
afterAll(() => site.stop());

const send = async (path: string, method = 'POST', length = 300_000) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ text: 'x'.repeat(length) });
  return (await fetch(`${site.origin}/en/json${path}`, { method, headers, body })).status;
};

describe('a body of visitors on a route that accepts more', () => {
  it.each([
    ['/cal/import/v1/import/a1/batch', 200],
    ['/CAL/Import/v1/import/a1/Batch', 200],
    ['/cal/import/v1/import/batch', 413],
    ['/cal/import/v1/import/a/b/batch', 413],
    ['/cal/import/v1/import/a1/state', 413],
    ['/core/v2/posts', 413],
  ])('is streamed to its service, and nowhere else: %s', async (path, status) => {
    expect(await send(path)).toBe(status);
  });

  it('has the gateway’s own limit, and no other if there is no file', async () => {
    expect(await send('/cal/import/v1/import/a1/batch', 'POST', 1_000_000)).toBe(413);
    expect(await send('/cal/import/v1/import/a1/batch', 'DELETE')).toBe(413);
  });
});
