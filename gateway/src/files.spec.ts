import { request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { basic, FakeCore, FakeService, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

const core = new FakeCore();
const front = new FakeService('front/v1');
let site: GatewayUnderTest;

beforeAll(async () => {
  await Promise.all([core.start(), front.start()]);
  site = await startGateway(new Map([['core', core.address]]), { siteOrigin: front.address });
});
afterAll(async () => {
  await site.stop();
  await Promise.all([core.stop(), front.stop()]);
});
beforeEach(() => {
  core.answer = undefined;
});

const image: RequestListener = (_request, response) => {
  const headers = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable', etag: '"a"' };
  response.writeHead(206, { ...headers, 'content-range': 'bytes 0-3/9', 'x-almanac-tags': 'x' }).end('part');
};

describe('a file of a medium', () => {
  it('comes from core, even if a front end shows the pages', async () => {
    core.answer = image;
    const response = await fetch(`${site.origin}/uploads/2026/05/a.jpg?x=1`, { headers: { range: 'bytes=0-3' } });
    expect([response.status, await response.text()]).toEqual([206, 'part']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-range': 'bytes 0-3/9',
      etag: '"a"',
      'x-content-type-options': 'nosniff',
    });
    expect([response.headers.get('x-almanac-tags'), response.headers.get('x-robots-tag')]).toEqual([null, null]);
  });

  it('is requested under its own name, with conditions and ranges, and anonymously', async () => {
    const headers = { 'if-none-match': '"a"', range: 'bytes=0-3', authorization: basic('ada', 'right') };
    await fetch(`${site.origin}/fr-ca/uploads/2026/05/%C3%A9.jpg`, { headers });
    expect(core.seen.at(-1)).toMatchObject({
      url: '/uploads/2026/05/%C3%A9.jpg',
      headers: { 'if-none-match': '"a"', range: 'bytes=0-3' },
      principal: { kind: 'anonymous' },
    });
    expect(core.asked).toBe(0);
  });

  it('is answered with an error page if it is missing', async () => {
    core.answer = (_request, response) => void response.writeHead(404).end();
    const response = await fetch(`${site.origin}/uploads/2026/05/none.jpg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
  });

  it('is read-only', async () => {
    const response = await fetch(`${site.origin}/uploads/2026/05/a.jpg`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/uploads/../internal/routes', '/uploads/2026/%2e%2e/x.jpg'])('is never found at %s', async (path) => {
    const before = core.seen.length;
    const status = await new Promise((resolve, reject) => {
      // node:http sends the path unchanged
      const answered = (response: IncomingMessage) => resolve(response.resume().statusCode);
      httpRequest(site.origin, { path }, answered).on('error', reject).end();
    });
    expect([status, core.seen.length]).toEqual([404, before]);
  });

  it('is unavailable without core', async () => {
    const alone = await startGateway(new Map([['calendar', core.address]]));
    expect((await fetch(`${alone.origin}/uploads/2026/05/a.jpg`)).status).toBe(503);
    await alone.stop();
  });
});
