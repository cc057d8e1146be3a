import { PROFILE } from '../../conformance/profileNames.ts';
import { type SiteProcess, startSite } from '../../site.ts';
import { cookieOf } from './clientPrograms.ts';

describe('a tool that signs in by the form of the other system', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite({ ALIASES: PROFILE });
  });
  afterAll(() => site?.stop());

  const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${site.origin}/wp-login.php`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ rememberme: 'forever', testcookie: '1', ...fields }),
    });

  it('gets a session, a nonce for it, and writes with both', async () => {
    const signedIn = await send({ log: 'editor1', pwd: 'editor1-pass' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, `${site.origin}/en/admin/`]);
    const cookie = cookieOf(signedIn);
    const renewal = await fetch(`${site.origin}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } });
    const written = await fetch(`${site.origin}/wp-json/wp/v2/posts`, {
      method: 'POST',
      headers: { cookie, 'x-wp-nonce': await renewal.text(), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'By a tool' }),
    });
    expect([renewal.status, written.status]).toEqual([200, 201]);
    expect(await written.json()).toMatchObject({ type: 'post', title: { raw: 'By a tool' } });
  });

  it('gets a session by a form of several parts', async () => {
    const body = new FormData();
    body.append('log', 'editor1');
    body.append('pwd', 'editor1-pass');
    const signedIn = await fetch(`${site.origin}/wp-login.php`, { method: 'POST', redirect: 'manual', body });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, `${site.origin}/en/admin/`]);
    expect(cookieOf(signedIn)).toContain('=');
  });

  it('is led to the page that authorizes an application, by the form and by its address', async () => {
    const query = '?app_name=My%20App&success_url=org.example.app%3A%2F%2Fdone';
    const redirect_to = `${site.origin}/wp-admin/authorize-application.php${query}`;
    const page = `${site.origin}/admin/authorize-application.php${query}`;
    const signedIn = await send({ log: 'editor1', pwd: 'editor1-pass', redirect_to });
    expect(signedIn.headers.get('location')).toBe(page);
    const body = new FormData();
    for (const [name, value] of Object.entries({ log: 'editor1', pwd: 'editor1-pass', redirect_to }))
      body.append(name, value);
    const byParts = await fetch(`${site.origin}/wp-login.php`, { method: 'POST', redirect: 'manual', body });
    expect(byParts.headers.get('location')).toBe(page);
    const opened = await fetch(page, { headers: { cookie: cookieOf(signedIn) } });
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('My App')]);
    const form = await fetch(`${site.origin}/wp-login.php?${new URLSearchParams({ redirect_to })}`);
    expect(await form.text()).toContain(`name="redirect_to" value="${page.replaceAll('&', '&amp;')}"`);
  });

  it('has not tried to sign in by a form for a forgotten password', async () => {
    for (let time = 0; time < 12; time++) {
      const sent = await fetch(`${site.origin}/wp-login.php?action=lostpassword`, {
        method: 'POST',
        body: new URLSearchParams({ user_login: 'contrib1', redirect_to: '', 'wp-submit': 'Get New Password' }),
      });
      expect(sent.status).toBe(400);
    }
    expect((await send({ log: 'contrib1', pwd: 'contrib1-pass' })).status).toBe(302);
  });

  it.each([
    'https://elsewhere.example/',
    'https://elsewhere.example/wp-admin/authorize-application.php',
    '//elsewhere.example/',
    '//elsewhere.example/wp-admin/',
    '/\\elsewhere.example/wp-admin/',
    '/\t/elsewhere.example/wp-admin/',
    '/wp-admin/%2e%2e/%2e%2e//elsewhere.example/',
    'https:elsewhere.example/wp-admin/',
    'javascript:alert(1)',
  ])('is led to the administration whatever page it names: %s', async (redirect_to) => {
    const signedIn = await send({ log: 'editor1', pwd: 'editor1-pass', redirect_to });
    expect(signedIn.headers.get('location')).toBe(`${site.origin}/en/admin/`);
  });

  it('gets no session from a page of another site', async () => {
    const refused = await send({ log: 'editor1', pwd: 'editor1-pass' }, { origin: 'https://elsewhere.example' });
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it('has as many attempts as at the site’s own form', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const refused = await send({ log: 'author1', pwd: `wrong ${attempt}` });
      statuses.push(refused.status);
      expect(refused.headers.get('set-cookie')).toBeNull();
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const own = await fetch(`${site.origin}/admin/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ login: 'author1', password: 'author1-pass' }),
    });
    expect(own.status).toBe(429);
  });
});
