import { type AskedSite, applicationPassword, basic, ROLES, startAsked } from './askedSite.contract.ts';

const AUTHORIZE = '/en/admin/authorize-application.php';
const ME = '/en/json/core/v2/users/me';
describe('the sign-in and authorization pages', () => {
  let s: AskedSite;
  beforeAll(async () => {
    s = await startAsked();
  });
  afterAll(() => s.running.stop());

  it.each(ROLES)('let a %s sign in, authorize an application and revoke it again', async (role) => {
    const { cookie, location } = await s.signIn(role, { redirect_to: 'authorize-application.php?app_name=App' });
    expect(location).toBe(`${s.origin}${AUTHORIZE}?app_name=App`);
    const { token } = await s.tokens(cookie);
    const form = { token, app_name: 'App', success_url: 'https://app.example/cb?a=1', approve: '1' };
    const approved = await s.as(cookie, AUTHORIZE, { form });
    expect([approved.status, approved.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    const to = new URL(String(approved.location));
    const password = String(to.searchParams.get('password'));
    expect(Object.fromEntries(to.searchParams)).toEqual({ a: '1', site_url: s.origin, user_login: role, password });
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
    expect((await s.ask(ME, { headers: basic(role, password) })).status).toBe(200);
    const start = (await s.as(cookie, '/en/admin/')).text;
    const uuid = [...start.matchAll(/name="uuid" value="([^"]+)/g)].at(-1)?.[1] ?? '';
    expect((await s.as(cookie, '/en/admin/revoke', { form: { token, uuid } })).status).toBe(302);
    expect((await s.ask(ME, { headers: basic(role, password) })).status).toBe(401);
  });

  it.each([
    [AUTHORIZE, 'GET'],
    [AUTHORIZE, 'POST'],
    ['/en/admin/', 'GET'],
    ['/en/admin/revoke', 'POST'],
  ])('lead a visitor to sign in first: %s %s', async (path, method) => {
    const { status, location } = await s.ask(path, { method });
    expect([status, location?.split('?')[0]]).toEqual([302, `${s.origin}/en/admin/sign-in`]);
  });

  it('stay closed to an application password', async () => {
    const { location } = await s.ask('/en/admin/', { headers: basic('editor', applicationPassword('editor')) });
    expect(location).toContain('/en/admin/sign-in');
  });

  it('let nobody revoke another user’s password', async () => {
    const [editor, author] = [await s.signIn('editor'), await s.signIn('author')];
    const uuid = /name="uuid" value="([^"]+)/.exec((await s.as(author.cookie, '/en/admin/')).text)?.[1] ?? '';
    const { token } = await s.tokens(editor.cookie);
    await s.as(editor.cookie, '/en/admin/revoke', { form: { token, uuid } });
    expect((await s.ask(ME, { headers: basic('author', applicationPassword('author')) })).status).toBe(200);
  });

  it('redirect to the authorization page after sign-in without a language in its address too', async () => {
    const authorize = `${s.origin}/admin/authorize-application.php?app_name=A%20%26%20B&success_url=org.example%3A%2F%2Fcb`;
    for (const redirect_to of [authorize, authorize.slice(s.origin.length)])
      expect((await s.signIn('editor', { redirect_to })).location).toBe(authorize);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/en/admin/',
    '//evil.example/admin/authorize-application.php',
    'https://evil.example/admin/authorize-application.php',
    '/\\evil.example',
    '/\\evil.example/admin/authorize-application.php',
    '\t//evil.example/admin/',
    '/\t/evil.example/admin/',
    '/\n\\evil.example/admin/',
    '\u0000//evil.example/admin/',
    'https:\\\\evil.example\\admin\\',
    '%2F%2Fevil.example/../../json/',
    '/admin/%2e%2e//evil.example/',
    '/administration',
    'javascript:alert(1)',
    '../json/',
    '/en/administration',
  ])('redirect to no other site after sign-in: %s', async (redirect_to) => {
    expect((await s.signIn('editor', { redirect_to })).location).toBe(`${s.origin}/en/admin/`);
  });

  it('take a form without the field of the password as no attempt to sign in', async () => {
    for (let time = 0; time < 12; time++) {
      const form = { login: 'contributor', user_login: 'contributor' };
      const { status, text, cookie } = await s.ask('/en/admin/sign-in?action=lostpassword', { form });
      expect([status, cookie]).toEqual([400, undefined]);
      expect(text).toContain('Password is required.');
    }
    expect((await s.signIn('contributor')).status).toBe(302);
  });

  it('create a new session id at every sign-in, and end the former session', async () => {
    const planted = 'almanac-session=planted-by-somebody-else';
    const first = await s.signIn('editor', {}, { cookie: planted });
    const second = await s.signIn('editor', {}, { cookie: first.cookie });
    expect(new Set([planted, first.cookie, second.cookie]).size).toBe(3);
    const opened = [planted, first.cookie, second.cookie].map(async (it) => (await s.as(it, '/en/admin/')).status);
    expect(await Promise.all(opened)).toEqual([302, 302, 200]);
  });

  it('accept a form only with the token of its own session', async () => {
    const [one, other] = [await s.signIn('editor'), await s.signIn('editor')];
    const { token } = await s.tokens(other.cookie);
    const { nonce } = await s.tokens(one.cookie);
    for (const wrong of [token, nonce, '']) {
      const form = { token: wrong, app_name: 'App', success_url: 'https://app.example/', approve: '1' };
      const { status, location } = await s.as(one.cookie, AUTHORIZE, { form });
      expect([status, location]).toEqual([403, null]);
    }
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'ignore a form of another site: %j',
    async (headers: Record<string, string>) => {
      expect((await s.signIn('editor', {}, headers)).status).toBe(403);
      const { cookie } = await s.signIn('editor');
      const { token } = await s.tokens(cookie);
      expect((await s.as(cookie, '/en/admin/sign-out', { form: { token }, headers })).status).toBe(403);
      expect((await s.as(cookie, '/en/admin/')).status).toBe(200);
    },
  );

  it('list every fault of a request, and redirect nobody', async () => {
    const { cookie } = await s.signIn('editor');
    const wrong = { app_id: 'x', success_url: 'data:text/html,x', reject_url: 'http://far.example/' };
    for (const asked of [{}, { form: { ...wrong, ...(await s.tokens(cookie)), approve: '1' } }]) {
      const answer = await s.as(cookie, `${AUTHORIZE}?${new URLSearchParams(wrong)}`, asked);
      expect([answer.status, answer.location]).toEqual([400, null]);
      const codes = [...answer.text.matchAll(/<code>([^<]+)</g)].map(([, code]) => code);
      expect(codes).toEqual(['invalid_app_id', 'invalid_redirect_url_format', 'invalid_redirect_scheme']);
    }
  });

  it.each<[object, string]>([
    [{ reject_url: 'org.example.harbour://no' }, 'org.example.harbour://no'],
    [{ success_url: 'https://app.example/cb#x' }, 'https://app.example/cb?success=false#x'],
    [{}, '/en/admin/'],
  ])('send a user who rejects back, and create nothing: %j', async (asked, target) => {
    const { cookie } = await s.signIn('subscriber');
    const { token } = await s.tokens(cookie);
    const { status, location } = await s.as(cookie, AUTHORIZE, {
      form: { token, ...asked, app_name: 'A', reject: '1' },
    });
    expect([status, location]).toEqual([302, target.startsWith('/') ? s.origin + target : target]);
    expect((await s.as(cookie, '/en/admin/')).text.match(/name="uuid"/g)).toHaveLength(1);
  });

  it('report an invalid name on the same page', async () => {
    const { cookie } = await s.signIn('editor');
    const { token } = await s.tokens(cookie);
    const { status, text } = await s.as(cookie, AUTHORIZE, { form: { token, app_name: '<b></b>', approve: '1' } });
    expect([status, text.includes('An application password must have a name.')]).toEqual([400, true]);
    expect(text).toContain('<form');
  });

  it('show the names of applications as text', async () => {
    const { cookie } = await s.signIn('editor');
    const { text } = await s.as(cookie, `${AUTHORIZE}?app_name=${encodeURIComponent('A"><script>x</script>&amp;')}`);
    expect(text).not.toContain('<script');
  });

  it('are cached by nobody, framed by nobody, and submit only to this site', async () => {
    const { cookie } = await s.signIn('editor');
    const { headers } = await s.as(
      cookie,
      `${AUTHORIZE}?success_url=https://app.example/cb&reject_url=org.example.harbour://no`,
    );
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https://app.example org.example.harbour:;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'private, no-store']);
  });

  it.each([
    ['/admin/sign-in', { 'accept-language': 'es' }, 'Iniciar sesión'],
    ['/fr-ca/admin/sign-in', { 'accept-language': 'es' }, 'Se connecter'],
    ['/admin/sign-in?i18n_language=fr-ca', { 'accept-language': 'es' }, 'Se connecter'],
    ['/admin/sign-in', {}, 'Sign in'],
  ])('answer %s with %j in the right language: %s', async (path, headers, said) => {
    const { status, text } = await s.ask(path, { headers: headers as Record<string, string> });
    expect([status, text.includes(`<h1>${said}</h1>`)]).toEqual([200, true]);
  });

  it.each([
    ['/admin/nothing', 'GET', 404],
    ['/admin/sign-in/more', 'GET', 404],
    ['/admin/session', 'POST', 404],
    ['/admin/%2e%2e/session', 'POST', 404],
    ['/admin/sign-in', 'DELETE', 405],
  ])('answer %s %s with %s', async (path, method, status) => {
    expect((await s.ask(path, { method })).status).toBe(status);
  });

  it('say how many wrong application passwords are left', async () => {
    const { status, headers } = await s.ask(ME, { headers: basic('administrator', 'wrong') });
    expect([status, headers.get('ratelimit-policy')]).toEqual([401, '"application-password";q=30;w=900']);
    expect(headers.get('ratelimit')).toMatch(/^"application-password";r=\d+;t=\d+$/);
  });

  it('stop guesses after ten failures, and say until when', async () => {
    for (let turn = 0; turn < 10; turn++) {
      expect((await s.signIn('administrator', { password: `guess ${turn}` })).status).toBe(401);
    }
    const { status, headers } = await s.signIn('administrator');
    expect([status, Number(headers.get('retry-after')) > 800]).toEqual([429, true]);
    expect(headers.get('ratelimit-policy')).toContain('"sign-in-name";q=10;w=900');
    expect(headers.get('ratelimit')).toContain('"sign-in-name";r=0;t=');
    expect((await s.ask(ME, { headers: basic('administrator', applicationPassword('administrator')) })).status).toBe(
      200,
    );
  });
});
