import { publicPolicy } from '@almanac/outgoing';
import { type FakeIdentityProvider, OPENID_CLIENT, startIdentityProvider } from '@almanac/testing/identity-provider';
import { ORIGIN, type ServedPages, servePages } from '../../pages/servePages.contract.ts';
import { createOpenId } from './identityProvider.ts';
import type { OpenIdSettings } from './openIdSettings.ts';

const PASSWORD = 'seven herons at the harbour';
const offered = { 'x-almanac-offers-passwords': '1' };

type Cookies = Map<string, string>;

describe('a sign-in with OpenID Connect', () => {
  let provider: FakeIdentityProvider;
  let core: ServedPages;
  beforeEach(async () => {
    provider = await startIdentityProvider();
  });
  afterEach(async () => {
    await core.stop();
    await provider.close();
  });

  const serve = async (more: Partial<OpenIdSettings> = {}): Promise<void> => {
    const settings = {
      issuer: provider.issuer,
      clientId: OPENID_CLIENT.id,
      clientSecret: OPENID_CLIENT.secret,
      name: 'Riverside ID',
      createsUsers: true,
      rolesClaim: 'groups',
      roles: undefined,
      redirectUri: `${ORIGIN}/admin/openid-callback`,
      ...more,
    };
    core = await servePages({}, createOpenId(settings, { policy: publicPolicy(), now: () => new Date() }));
  };

  /** Requests a page of the administration, as a browser with cookies. */
  const browse = async (
    cookies: Cookies,
    path: string,
    { form, language = 'en' }: { readonly form?: Readonly<Record<string, string>>; readonly language?: string } = {},
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...offered, ...(cookie !== '' && { cookie }) };
    const answer = await core.page(`/admin/${path}`, { headers, language, ...(form && { form }) });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };

  const pathOf = (address: string | null): string => (address ?? '').replace(`${ORIGIN}/admin/`, '');

  /** Follows the link of the sign-in page, agrees, and follows the provider's answer. */
  const signIn = async (cookies: Cookies = new Map(), query = '', language = 'en') => {
    const begun = await browse(cookies, `openid${query}`, { language });
    return browse(cookies, pathOf(provider.agree(begun.location ?? '')));
  };

  const userNamed = async (login: string) =>
    (await core.ask('administrator', 'GET', `/core/v2/users?context=edit&search=${login}&search_columns=username`))[0];

  const hasSession = (cookies: Cookies): boolean => cookies.has('__Host-almanac-session');

  it('is offered on the sign-in page, which leads back to the page that was asked for', async () => {
    await serve();
    const { text } = await browse(new Map(), 'sign-in?redirect_to=calendar/events');
    expect(text).toContain(
      `<a href="${ORIGIN}/en/admin/openid?redirect_to=calendar%2Fevents">Sign in with Riverside ID</a>`,
    );
    const cookies: Cookies = new Map();
    const { status, location } = await signIn(cookies, '?redirect_to=calendar/events', 'fr-ca');
    expect([status, location]).toEqual([302, `${ORIGIN}/fr-ca/admin/calendar/events`]);
    expect([...cookies.keys()]).toEqual(['__Host-almanac-session']);
  });

  it('creates the account of a person once, and finds it again', async () => {
    await serve();
    provider.person = { sub: 'p-1', email: 'mia@example.test', email_verified: true, name: 'Mia R', given_name: 'Mia' };
    const first: Cookies = new Map();
    expect((await signIn(first)).location).toBe(`${ORIGIN}/en/admin/`);
    const created = await userNamed('mia@example.test');
    expect(created).toMatchObject({
      name: 'Mia R',
      first_name: 'Mia',
      email: 'mia@example.test',
      roles: ['subscriber'],
    });
    provider.person = { sub: 'p-1', email: 'new@example.test', email_verified: true };
    const again: Cookies = new Map();
    await signIn(again);
    expect((await browse(again, 'start')).text).toContain('You are signed in as mia@example.test.');
    expect(await userNamed('new@example.test')).toBeUndefined();
  });

  it('creates one account for concurrent sign-ins of a person', async () => {
    await serve();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn()));
    expect(answers.map(({ status }) => status).filter((status) => status === 302).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 302 || status === 409)).toBe(true);
    expect((await core.ask('administrator', 'GET', '/core/v2/users?context=edit&search=maria')).length).toBe(1);
    expect((await signIn()).status).toBe(302);
  });

  it('gives another person of the same login another login', async () => {
    await serve();
    provider.person = { sub: 'p-1', email: 'a+b@example.test', email_verified: true };
    await signIn();
    provider.person = { sub: 'p-2', email: 'a.b@example.test', email_verified: true };
    expect((await signIn()).status).toBe(302);
    expect(await userNamed('a.b@example.test-2')).toMatchObject({ email: 'a.b@example.test' });
  });

  it.each([
    ['an unverified address', { email_verified: false }, 403, 'has not confirmed your e-mail address'],
    ['the address of an account', { email: 'Editor@example.test' }, 409, 'has your e-mail address already'],
  ])('is refused with %s', async (_case, claims, expected, said) => {
    await serve();
    provider.person = { ...provider.person, ...claims };
    const cookies: Cookies = new Map();
    const { status, text } = await signIn(cookies);
    expect([status, text.includes(said), hasSession(cookies)]).toEqual([expected, true, false]);
  });

  it('is refused without an account if the site creates none', async () => {
    await serve({ createsUsers: false });
    const { status, text } = await signIn();
    expect([status, text.includes('is not connected to an account of this site')]).toEqual([403, true]);
  });

  it('says so if the person declines, in the language in which it began', async () => {
    await serve();
    const cookies: Cookies = new Map();
    const begun = await browse(cookies, 'openid', { language: 'fr-ca' });
    const { status, text } = await browse(cookies, pathOf(provider.decline(begun.location ?? '')));
    expect([status, text.includes('Vous n’avez pas accepté la connexion chez Riverside ID.')]).toEqual([403, true]);
  });

  it('says so if the provider is away since the start; the password still signs in', async () => {
    provider.isDown = true;
    await serve();
    await core.ask('administrator', 'POST', '/core/v2/users/2', { password: PASSWORD });
    const { status, headers, text } = await browse(new Map(), 'openid');
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    expect(text).toContain('Riverside ID does not answer at the moment.');
    expect((await browse(new Map(), 'sign-in', { form: { login: 'editor', password: PASSWORD } })).status).toBe(302);
  });

  it('is refused if the answer is invalid, and in a browser in which it did not begin', async () => {
    await serve();
    provider.fault = 'wrong-nonce';
    expect((await signIn()).status).toBe(403);
    provider.fault = undefined;
    const begun = await browse(new Map(), 'openid');
    const answer = pathOf(provider.agree(begun.location ?? ''));
    expect((await browse(new Map(), answer)).status).toBe(400);
    expect((await browse(new Map([['__Host-almanac-openid', 'x'.repeat(80)]]), answer)).status).toBe(400);
  });

  it('is limited after ten invalid answers', async () => {
    await serve();
    provider.fault = 'refuses-code';
    for (let count = 0; count < 10; count++) expect((await signIn()).status).toBe(403);
    const limited = await signIn();
    expect([limited.status, limited.headers.has('retry-after')]).toEqual([429, true]);
  });

  describe('with roles of the provider', () => {
    const roles = new Map([
      ['heads', 'administrator' as const],
      ['staff', 'editor' as const],
    ]);

    it('sets them at each sign-in', async () => {
      await serve({ roles });
      provider.person = { ...provider.person, groups: ['staff'] };
      await signIn();
      expect((await userNamed('maria@example.test')).roles).toEqual(['editor']);
      provider.person = { ...provider.person, groups: ['heads', 'staff'] };
      await signIn();
      expect((await userNamed('maria@example.test')).roles).toEqual(['administrator', 'editor']);
    });

    it('is refused to a person without one: a new person gets no account, a known one loses the roles', async () => {
      await serve({ roles });
      const refused = await signIn();
      expect([refused.status, refused.text.includes('has no role on this site')]).toEqual([403, true]);
      expect(await userNamed('maria@example.test')).toBeUndefined();
      provider.person = { ...provider.person, groups: ['staff'] };
      await signIn();
      provider.person = { ...provider.person, groups: [] };
      expect((await signIn()).status).toBe(403);
      expect((await userNamed('maria@example.test')).roles).toEqual([]);
    });

    it('leaves the only administrator the role', async () => {
      await serve({ roles });
      provider.person = { ...provider.person, groups: ['heads'] };
      await signIn();
      const { id } = await userNamed('maria@example.test');
      await core.ask('administrator', 'DELETE', '/core/v2/users/1?force=true&reassign=false');
      provider.person = { ...provider.person, groups: ['staff'] };
      const cookies: Cookies = new Map();
      expect([(await signIn(cookies)).status, hasSession(cookies)]).toEqual([302, true]);
      const start = await browse(cookies, 'start');
      expect([id > 5, start.text.includes('administrator')]).toEqual([true, true]);
    });
  });

  describe('of an account with a password', () => {
    const enter = async (login: string): Promise<Cookies> => {
      const cookies: Cookies = new Map();
      await browse(cookies, 'sign-in', { form: { login, password: PASSWORD } });
      return cookies;
    };
    const change = async (cookies: Cookies, name: string, password = PASSWORD) => {
      const { text } = await browse(cookies, 'account');
      const token = /name="token" value="([^"]+)/.exec(text)?.[1] ?? '';
      return browse(cookies, 'account', { form: { token, change: name, current_password: password } });
    };
    const connect = async (cookies: Cookies) => {
      const permitted = await change(cookies, 'connect');
      expect([permitted.status, permitted.text.includes(`<a href="${ORIGIN}/en/admin/openid">Continue</a>`)]).toEqual([
        200,
        true,
      ]);
      return signIn(cookies);
    };
    beforeEach(async () => {
      await serve({ createsUsers: false });
      for (const id of [1, 2]) await core.ask('administrator', 'POST', `/core/v2/users/${id}`, { password: PASSWORD });
    });

    it('works after its user has connected it, and not after disconnecting it', async () => {
      const cookies = await enter('editor');
      expect((await connect(cookies)).location).toBe(`${ORIGIN}/en/admin/account?done=connected`);
      const connected = await browse(cookies, 'account?done=connected');
      expect(connected.text).toContain('you can sign in with Riverside ID.');
      const other: Cookies = new Map();
      await signIn(other);
      expect((await browse(other, 'start')).text).toContain('You are signed in as editor.');
      expect((await change(cookies, 'disconnect')).location).toBe(`${ORIGIN}/en/admin/account?done=disconnect`);
      expect((await signIn()).status).toBe(403);
    });

    it('is connected only with the password, typed in the same browser', async () => {
      const cookies = await enter('editor');
      expect((await change(cookies, 'connect', 'wrong')).status).toBe(403);
      expect((await browse(cookies, 'openid')).location).toBe(`${ORIGIN}/en/admin/`);
      await change(cookies, 'connect');
      const others = await enter('administrator');
      const permit = cookies.get('__Host-almanac-openid') ?? '';
      others.set('__Host-almanac-openid', permit);
      expect((await browse(others, 'openid')).location).toBe(`${ORIGIN}/en/admin/`);
    });

    it('is connected to one person, who has one account', async () => {
      await connect(await enter('editor'));
      const administrator = await enter('administrator');
      const taken = await connect(administrator);
      expect([taken.status, taken.text.includes('connected to another account')]).toEqual([409, true]);
      provider.person = { sub: 'person-2' };
      expect((await connect(administrator)).status).toBe(302);
      provider.person = { sub: 'person-3' };
      expect((await connect(administrator)).status).toBe(302);
      provider.person = { sub: 'person-2' };
      expect((await signIn()).status).toBe(403);
    });

    it('ends with the account, and the person can have another', async () => {
      await connect(await enter('editor'));
      await core.ask('administrator', 'DELETE', '/core/v2/users/2?force=true&reassign=false');
      expect((await signIn()).status).toBe(403);
      expect((await connect(await enter('administrator'))).status).toBe(302);
    });
  });
});

describe('a site without an identity provider', () => {
  it('offers none, and has no pages of it', async () => {
    const core = await servePages();
    expect((await core.page('/admin/sign-in', { headers: offered })).text).not.toContain('openid');
    expect((await core.page('/admin/openid', { headers: offered })).status).toBe(404);
    expect((await core.page('/admin/openid-callback?code=1', { headers: offered })).status).toBe(404);
    await core.stop();
  });
});
