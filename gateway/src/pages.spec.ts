import { request as send } from 'node:http';
import type { Socket } from 'node:net';
import { catalogueFaults } from '@almanac/i18n';
import { sessionNonce } from '@almanac/identity';
import { errorTexts, pageCatalogues } from '@almanac/pages';
import {
  ada,
  basic,
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  NOW,
  type ReceivedRequest,
  SECRET,
  startGateway,
  startWithServices,
} from './testing/fakeServices.ts';

const core = new FakeCore();
core.internal['/internal/session'] = () => [200, { principal: ada }];
const calendar = new FakeService('cal/events/v1');
let site: GatewayUnderTest;
const addresses = () =>
  new Map([
    ['core', core.address],
    ['calendar', calendar.address],
  ] as const);

const ask = (path: string, init: RequestInit = {}, origin = site.origin) =>
  fetch(`${origin}${path}`, { redirect: 'manual', ...init });
const seen = async (path: string, init?: RequestInit): Promise<ReceivedRequest> =>
  (await (await ask(path, init)).json()) as ReceivedRequest;
const shown = async (path: string, init?: RequestInit) => {
  const answer = await ask(path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const refuse = (status: number) => (_request: unknown, response: import('node:http').ServerResponse) =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    .end(JSON.stringify({ code: 'page_not_found', message: 'No.', data: { status } }));

beforeAll(async () => {
  site = await startWithServices({ core, calendar });
});
afterAll(() => site.stop());
beforeEach(() => {
  core.answer = undefined;
  calendar.answer = undefined;
});

describe('the service of a page', () => {
  it.each([
    ['/', '/internal/pages'],
    ['/es-us/', '/internal/pages'],
    ['/hello/', '/internal/pages/hello/'],
    ['/fr-ca/category/a/b/page/2/', '/internal/pages/category/a/b/page/2/'],
    ['/event/fair/', '/internal/pages/event/fair/'],
    ['/fr-ca/events/month/2031-06/?a=1', '/internal/pages/events/month/2031-06/?a=1'],
    ['/events/feed.ics?tags=a', '/internal/pages/events/feed.ics?tags=a'],
    ['/eventful/', '/internal/pages/eventful/'],
    ['/?p=12', '/internal/page-of/12?p=12'],
    ['/?page_id=12', '/internal/page-of/12?page_id=12'],
    ['/?attachment_id=12', '/internal/page-of/12?attachment_id=12'],
    ['/?p=1002&preview=true', '/internal/page-of/1002?p=1002&preview=true'],
    ['/hello/?_method=DELETE&a=1&%5fenvelope=1', '/internal/pages/hello/?a=1'],
  ])('is chosen by path: %s is %s', async (path, url) => {
    expect((await seen(path)).url).toBe(url);
  });

  it('is the calendar for its own paths, core for others, and the owner of an id', async () => {
    const count = async (path: string) => {
      const before = [core.seen.length, calendar.seen.length] as const;
      await ask(path);
      return [core.seen.length - before[0], calendar.seen.length - before[1]];
    };
    expect(await count('/hello/')).toEqual([1, 0]);
    for (const path of ['/event/a/', '/venue/a/', '/organizer/a/', '/events/'])
      expect(await count(path)).toEqual([0, 1]);
    expect(await count('/?p=1000')).toEqual([1, 0]);
    expect(await count('/?p=1001')).toEqual([0, 1]);
    expect(await count('/?p=8001')).toEqual([1, 0]);
  });

  it.each(['/?p=2001', '/?p=0', '/?p=abc', '/?p=', '/a/%2e%2e/b/', '/.%2E/routes/'])('is none for %s', async (path) => {
    const status = await new Promise((resolve, reject) => {
      // node:http sends the path unchanged
      send(new URL(site.origin), { path }, (answer) => {
        resolve(answer.statusCode);
        answer.resume();
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});

describe('the address of a page', () => {
  it.each([
    ['/hello', '/hello/'],
    ['/hello?a=1', '/hello/?a=1'],
    ['/fr-ca', '/fr-ca/'],
    ['/en/event/fair/', '/event/fair/'],
    ['/en/event/fair', '/event/fair/'],
    ['/index.php?p=7', '/?p=7'],
    ['//other.test/x', '//other.test/x/'],
  ])('is redirected from %s to %s', async (path, address) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([301, `${site.origin}${address}`]);
  });

  it.each(['/en/', '/', '/hello/', '/events/feed.ics', '/favicon.ico'])('is kept if it is right: %s', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  it('names the language, and only the root speaks the visitor’s', async () => {
    const french = { headers: { 'accept-language': 'fr' } };
    const spoken = async (path: string) => (await seen(path, french)).headers['x-almanac-language'];
    expect(await spoken('/')).toBe('fr-ca');
    expect(await spoken('/en/')).toBe('en');
    expect(await spoken('/hello/')).toBe('en');
    expect(await spoken('/es-us/hello/')).toBe('es-us');
  });
});

describe('the caller of a page', () => {
  const everywhere = ['/', '/fr-ca/hello/', '/event/fair/', '/events/feed.ics', '/?p=12&preview=true'];

  it.each(everywhere)('is a visitor on %s whatever application password is sent', async (path) => {
    const asked = core.asked;
    for (const password of ['right', 'wrong']) {
      const headers = { authorization: basic('ada', password) };
      expect((await seen(path, { headers })).principal).toEqual({ kind: 'anonymous' });
    }
    expect(core.asked).toBe(asked);
  });

  it.each(everywhere)(
    'is the user of the session on %s, except for forms, which may come from anywhere',
    async (path) => {
      const headers = { cookie: 'almanac-session=open' };
      expect((await seen(path, { headers })).principal).toMatchObject({ kind: 'user', id: 2 });
      const form = { method: 'POST', body: new URLSearchParams({ password: 'x' }) };
      expect((await seen(path, { ...form, headers })).principal).toEqual({ kind: 'anonymous' });
      const nonce = sessionNonce(ada, { action: 'interface', secret: SECRET, now: NOW });
      const named = { ...headers, 'x-core-nonce': nonce };
      expect((await seen(path, { ...form, headers: named })).principal).toEqual({ kind: 'anonymous' });
    },
  );

  it('may read, and send a form', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ password: 'x' }) };
    expect(await seen('/secret/', form)).toMatchObject({ method: 'POST', body: 'password=x' });
    const { status, headers } = await shown('/hello/', { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('the answer of a page', () => {
  it('is the service’s, with links to the interface', async () => {
    core.answer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html', link: '<x>; rel="alternate"', 'x-almanac-tags': 'posts' })
        .end('<p>');
    const { headers, text } = await shown('/fr-ca/hello/', { headers: { origin: 'https://a.test' } });
    expect(text).toBe('<p>');
    expect(headers.get('link')).toBe(`<${site.origin}/fr-ca/json/>; rel="urn:almanac:rel:", <x>; rel="alternate"`);
    for (const name of ['x-robots-tag', 'access-control-allow-origin', 'x-almanac-tags']) {
      expect(headers.has(name)).toBe(false);
    }
  });

  it.each([
    [404, '/fr-ca/hello/', 'Il n’y a pas de page à cette adresse.'],
    [400, '/events/feed.ics?page=x', 'The request is not valid.'],
    [500, '/event/x/', 'Something went wrong on the site.'],
  ])('is an error page if the service refuses (%d)', async (status, path, sentence) => {
    core.answer = refuse(status);
    calendar.answer = refuse(status);
    const page = await shown(path);
    expect(page.status).toBe(status);
    expect(page.text).toContain(`<h1>${sentence.replaceAll("'", '&#39;')}</h1>`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-cal-api-version')).toBeNull();
  });

  it('names a silent service, and the time for another try', async () => {
    const alone = await startGateway(new Map([['core', 'http://127.0.0.1:9']]));
    const answer = await ask('/hello/', {}, alone.origin);
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
      503,
      '2',
      'text/html; charset=UTF-8',
    ]);
    expect((await ask('/event/x/', {}, alone.origin)).status).toBe(503);
    await alone.stop();
  });

  it('is a refusal if a plain address has a route without text', async () => {
    const page = await shown('/index.php?rest_route[]=/core/v2');
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('rest_path_invalid_type')]);
  });
});

describe('a front end of the site’s own', () => {
  it('gets every page as it was requested, except subscriptions of programs and the administration', async () => {
    const front = new FakeService('front/v1');
    await front.start();
    const other = await startGateway(addresses(), { siteOrigin: front.address, publicUrl: 'https://site.test' });
    const page = (await (
      await ask(
        '/fr-ca/hello?x=1',
        { headers: { 'x-almanac-site': 'forged', cookie: 'a=b; almanac-session=x' } },
        other.origin,
      )
    ).json()) as ReceivedRequest;
    expect(page.url).toBe('/fr-ca/hello?x=1');
    expect(page.headers).toMatchObject({
      host: new URL(front.address).host,
      'x-forwarded-host': 'site.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
      cookie: 'a=b',
    });
    expect(page.headers['x-almanac-site']).toBeUndefined();
    await ask('/fr-ca/admin/sign-in', {}, other.origin);
    expect(core.seen.at(-1)?.url).toBe('/internal/admin/sign-in');
    await ask('/events/feed.ics', {}, other.origin);
    expect(calendar.seen.at(-1)?.url).toBe('/internal/pages/events/feed.ics');
    await front.stop();
    const silent = await ask('/hello/', {}, other.origin);
    expect([silent.status, silent.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8']);
    await other.stop();
  });

  it('is asked for a page again if it closed the kept connection, but not for a form', async () => {
    const front = new FakeService('front/v1');
    await front.start();
    const other = await startGateway(addresses(), { siteOrigin: front.address });
    const statusOf = async (init: RequestInit) => {
      const kept = new Set<Socket>();
      front.answer = ({ socket }, response) => {
        if (kept.has(socket)) return void socket.destroy();
        kept.add(socket);
        response.end('a page');
      };
      return [await ask('/hello/', {}, other.origin), await ask('/hello/', init, other.origin)].map(
        (answer) => answer.status,
      );
    };
    expect(await statusOf({})).toEqual([200, 200]);
    expect(await statusOf({ method: 'POST' })).toEqual([200, 503]);
    await other.stop();
    await front.stop();
  });

  it('is not asked again if it is slow', async () => {
    const front = new FakeService('front/v1');
    await front.start();
    const other = await startGateway(addresses(), { siteOrigin: front.address, serviceTimeout: 100 });
    let [asked, isSlow] = [0, false];
    front.answer = (_request, response) => {
      asked++;
      if (!isSlow) response.end('a page');
    };
    const statusOf = async () => (await ask('/hello/', {}, other.origin)).status;
    // its connection is kept; a busy machine may need more than one try within the timeout
    while ((await statusOf()) !== 200);
    [asked, isSlow] = [0, true];
    expect([await statusOf(), asked]).toEqual([503, 1]);
    await other.stop();
    await front.stop();
  });
});

describe('error pages', () => {
  it('speak every language', () => {
    expect(catalogueFaults(errorTexts, pageCatalogues)).toEqual([]);
  });
});
