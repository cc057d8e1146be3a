import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ME = '/en/json/core/v2/users/me';
const POSTS = '/en/json/core/v2/posts';
const codeOf = (text: string): unknown => JSON.parse(text).code;

describe('a session at the REST interface', () => {
  let s: AskedSite;
  beforeEach(async () => {
    s = await startAsked();
  });
  afterEach(() => s.running.stop());

  const signedIn = async (role = 'editor') => {
    const { cookie } = await s.signIn(role);
    return { cookie, ...(await s.tokens(cookie)) };
  };
  const me = (cookie: string, nonce?: string) =>
    s.as(cookie, ME, { headers: nonce === undefined ? {} : { 'x-core-nonce': nonce } });

  it('is a visitor’s without a nonce', async () => {
    const { cookie } = await signedIn();
    const { status, headers, text } = await me(cookie);
    expect([status, codeOf(text), headers.get('x-core-nonce')]).toEqual([401, 'rest_not_logged_in', null]);
    expect((await s.as(cookie, POSTS, { form: { title: 'A' } })).status).toBe(401);
  });

  it('is the user’s with a nonce in header, query or form, and the answer brings a fresh one', async () => {
    const { cookie, nonce } = await signedIn();
    const named = [
      await me(cookie, nonce),
      await s.as(cookie, `${ME}?_core_nonce=${nonce}`),
      await s.as(cookie, POSTS, { form: { title: 'Through a form', _core_nonce: nonce } }),
    ];
    expect(named.map(({ status }) => status)).toEqual([200, 200, 201]);
    expect(JSON.parse(named[2]?.text ?? '').title.raw).toBe('Through a form');
    expect(named.map(({ headers }) => headers.get('x-core-nonce'))).toEqual([nonce, nonce, nonce]);
    s.advance(12 * HOUR);
    const fresh = (await me(cookie, nonce)).headers.get('x-core-nonce');
    expect(fresh).not.toBe(nonce);
    s.advance(12 * HOUR);
    expect((await me(cookie, nonce)).status).toBe(403);
    expect((await me(cookie, String(fresh))).status).toBe(200);
  });

  it('is refused with a wrong nonce, and the refusal is not cached', async () => {
    const { cookie, token } = await signedIn();
    const other = await signedIn();
    for (const wrong of [token, other.nonce, 'x', '']) {
      const { status, headers, text } = await me(cookie, wrong);
      expect([status, codeOf(text)]).toEqual([403, 'rest_cookie_invalid_nonce']);
      expect(headers.get('cache-control')).toContain('no-store');
    }
    const before = await s.as(cookie, POSTS, { form: { title: 'A', _core_nonce: 'x' } });
    expect(before.status).toBe(403);
    expect((await s.ask(`${ME}?_core_nonce=${other.nonce}`)).status).toBe(403);
  });

  it('takes its nonce from query and form before the header', async () => {
    const { cookie, nonce } = await signedIn();
    const headers = { 'x-core-nonce': nonce };
    expect((await s.as(cookie, `${ME}?_core_nonce=x`, { headers })).status).toBe(403);
  });

  it('is ignored beside an application password', async () => {
    const { cookie } = await signedIn();
    const headers = { ...basic('author', applicationPassword('author')), 'x-core-nonce': 'wrong' };
    const { status, text } = await s.as(cookie, ME, { headers });
    expect([status, JSON.parse(text).slug]).toEqual([200, 'author']);
  });

  it('shows its user the pages that they may see', async () => {
    const { cookie, nonce } = await signedIn();
    const form = { title: 'Only us', status: 'private', _core_nonce: nonce };
    const { link } = JSON.parse((await s.as(cookie, POSTS, { form })).text);
    const path = new URL(link).pathname;
    expect([(await s.ask(path)).status, (await s.as(cookie, path)).status]).toEqual([404, 200]);
  });

  it('lasts as long as it is used, for thirty days at most', async () => {
    const { cookie } = await signedIn();
    const unused = await signedIn();
    for (let turn = 0; turn < 3; turn++) {
      s.advance(9 * DAY);
      expect((await s.as(cookie, '/en/admin/')).status).toBe(200);
    }
    expect((await s.as(unused.cookie, '/en/admin/')).status).toBe(302);
    s.advance(4 * DAY);
    expect((await s.as(cookie, '/en/admin/')).status).toBe(302);
  });

  it('is over everywhere once its user signs out', async () => {
    const { cookie, nonce, token } = await signedIn();
    expect((await me(cookie, nonce)).status).toBe(200);
    const out = await s.as(cookie, '/en/admin/sign-out', { form: { token } });
    expect([out.status, out.cookie]).toEqual([302, 'almanac-session=']);
    expect([(await me(cookie, nonce)).status, (await s.as(cookie, '/en/admin/')).status]).toEqual([403, 302]);
  });

  it('leads a browser that has already signed out to sign in', async () => {
    for (const cookie of ['', 'almanac-session=', 'almanac-session=1.gone']) {
      const { status, location, cookie: left } = await s.as(cookie, '/en/admin/sign-out', { method: 'POST' });
      expect([status, location, left]).toEqual([302, `${s.origin}/en/admin/sign-in`, 'almanac-session=']);
    }
  });

  it.each([
    ['the password is changed', { password: 'another-pass' }, 'PUT'],
    ['the user is deleted', { force: 'true', reassign: '1' }, 'DELETE'],
  ])('is over once %s', async (_what, form: Record<string, string>, method) => {
    const { cookie, nonce } = await signedIn();
    expect((await me(cookie, nonce)).status).toBe(200);
    const headers = basic('administrator', applicationPassword('administrator'));
    expect((await s.ask('/en/json/core/v2/users/2', { form, method, headers })).status).toBe(200);
    expect([(await me(cookie, nonce)).status, (await s.as(cookie, '/en/admin/')).status]).toEqual([403, 302]);
  });

  it('follows the roles of its user', async () => {
    const { cookie, nonce } = await signedIn();
    expect((await s.as(cookie, POSTS, { form: { title: 'A', _core_nonce: nonce } })).status).toBe(201);
    const headers = basic('administrator', applicationPassword('administrator'));
    const form = { roles: 'subscriber' };
    expect((await s.ask('/en/json/core/v2/users/2', { form, method: 'PUT', headers })).status).toBe(200);
    expect((await s.as(cookie, POSTS, { form: { title: 'A', _core_nonce: nonce } })).status).toBe(403);
  });
});

describe('a site behind a proxy', () => {
  let s: AskedSite;
  beforeAll(async () => {
    s = await startAsked({ trustedProxies: 1 });
  });
  afterAll(() => s.running.stop());

  const far = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'site.example' };

  it('limits the cookie to TLS and to the host if the proxy speaks TLS', async () => {
    const headers = { ...far, 'x-forwarded-proto': 'https', origin: 'https://site.example' };
    const { status, headers: answered } = await s.signIn('editor', {}, headers);
    expect([status, answered.get('location')]).toEqual([302, 'https://site.example/en/admin/']);
    expect(answered.get('set-cookie')).toMatch(
      /^__Host-almanac-session=\d+\.[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('lets nobody sign in without TLS, and says so to an application', async () => {
    expect((await s.signIn('editor', {}, far)).status).toBe(501);
    const path = '/en/admin/authorize-application.php?reject_url=https://app.example/no';
    const { status, text } = await s.ask(path, { headers: far });
    expect([status, text.includes('href="https://app.example/no?error=disabled"')]).toEqual([501, true]);
  });
});
