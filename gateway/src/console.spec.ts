import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { FakeCore, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

const SHELL = '<html lang="en"><script src="./assets/index-1.js"></script><div id="root"></div></html>';
const session = { cookie: 'almanac-session=open' };
const core = new FakeCore();
let site: GatewayUnderTest;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-console-'));
  await core.start();
  site = await startGateway(new Map([['core', core.address]]), { console: folder });
});
afterAll(async () => {
  await site.stop();
  await core.stop();
  rmSync(folder, { recursive: true, force: true });
});
const ask = (path: string, init: RequestInit = {}) => fetch(`${site.origin}${path}`, { redirect: 'manual', ...init });
const build = (): void => {
  mkdirSync(join(folder, 'built/assets'), { recursive: true });
  writeFileSync(join(folder, 'built/index.html'), SHELL);
  writeFileSync(join(folder, 'built/assets/index-1.js'), 'start()');
  writeFileSync(join(folder, 'built/assets/index-1.js.br'), brotliCompressSync('start()'));
};

describe('the console before it is built', () => {
  it('says that it is being built, and reloads', async () => {
    const answer = await ask('/admin/', { headers: session });
    expect([answer.status, answer.headers.get('refresh'), answer.headers.get('retry-after')]).toEqual([503, '3', '3']);
    const page = await answer.text();
    expect(page).toContain('The console is being built');
    expect(page).toContain('/en/admin/start"');
    expect(page).not.toContain('<script');
  });

  it('says that it is not available after a failed build', async () => {
    mkdirSync(join(folder, '.build'));
    writeFileSync(join(folder, '.build/problem.txt'), 'no network');
    const answer = await ask('/fr-ca/admin/', { headers: session });
    expect([answer.status, answer.headers.get('refresh')]).toEqual([503, null]);
    expect(await answer.text()).toContain('La console n’est pas disponible');
  });
});

describe('the built console', () => {
  beforeAll(build);

  it.each(['/admin', '/admin/', '/admin/calendar/events/7'])('answers %s with its shell', async (path) => {
    const answer = await ask(path, { headers: session });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'private, no-cache',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    const page = await answer.text();
    expect(page).toContain('src="/admin/assets/index-1.js"');
    expect(page).toContain('&quot;api&quot;:&quot;/en/json&quot;');
  });

  it('keeps the language of its address', async () => {
    const page = await (await ask('/fr-ca/admin/content/posts', { headers: session })).text();
    expect(page).toContain('lang="fr-CA"');
    expect(page).toContain('&quot;base&quot;:&quot;/fr-ca/admin&quot;');
    expect(page).toContain('&quot;api&quot;:&quot;/fr-ca/json&quot;');
    // as usual in Canada
    expect(page).toContain('&quot;weekStart&quot;:0');
  });

  it('runs no inline script, and styles only with the nonce of the answer', async () => {
    const answers = await Promise.all([1, 2].map(() => ask('/admin/', { headers: session })));
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        const policy = answer.headers.get('content-security-policy') ?? '';
        expect(policy).toContain("default-src 'none'; script-src 'self'; ");
        expect(policy).toContain("frame-ancestors 'none'");
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
        expect(await answer.text()).toContain(`&quot;styleNonce&quot;:&quot;${nonce}&quot;`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('sends its files in the form that the browser accepts, to be stored for a year', async () => {
    const answer = await ask('/admin/assets/index-1.js', { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=UTF-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(await answer.text()).toBe('start()');
    const plain = await ask('/admin/assets/index-1.js', { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'start()']);
  });

  it.each(['/admin/assets/none.js', '/admin/assets/..%2findex.html', '/admin/assets/index-1.js.br'])(
    'has no file %s',
    async (path) => {
      const answer = await ask(path, { headers: session });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it('leads visitors without a session to the sign-in page and back', async () => {
    const answer = await ask('/fr-ca/admin/calendar/events/7?tab=2');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `${site.origin}/fr-ca/admin/sign-in?redirect_to=calendar%2Fevents%2F7%3Ftab%3D2`,
    ]);
    expect((await ask('/admin/')).headers.get('location')).toBe(`${site.origin}/en/admin/sign-in`);
  });

  it.each([
    ['/fr-ca/admin/posts?id=7', '/fr-ca/admin/content/posts/7'],
    ['/admin/webhooks/', '/en/admin/visitors/webhooks'],
    ['/admin/history?kind=post&id=7', '/en/admin/operations/history'],
    ['/admin/events?id=../x', '/en/admin/calendar/events'],
  ])('leads the former page %s to its room', async (former, room) => {
    const answer = await ask(former);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, site.origin + room]);
  });

  it('is only read', async () => {
    const answer = await ask('/admin/calendar/events', { method: 'POST', headers: session });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('leaves the pages without a script to core', async () => {
    core.seen.length = 0;
    await ask('/admin/sign-in', { headers: session });
    await ask('/admin/start', { headers: session });
    expect(core.seen.map(({ url }) => url)).toEqual(['/internal/admin/sign-in', '/internal/admin/start']);
  });

  it('is not below other paths of the site', async () => {
    core.seen.length = 0;
    await ask('/category/admin/calendar/events/');
    expect(core.seen.map(({ url }) => url)).toEqual(['/internal/pages/category/admin/calendar/events/']);
  });
});
