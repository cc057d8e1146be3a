import { type AskedSite, applicationPassword, basic, type ROLES, startAsked } from './askedSite.contract.ts';

const ACCOUNT = '/en/admin/account';
const ME = '/en/json/core/v2/users/me';
const NEW = 'nine herons at the harbour';
const DONE = /\/en\/admin\/account\?done=(\w+)$/;

describe('the account page', () => {
  let s: AskedSite;
  beforeAll(async () => {
    s = await startAsked();
  });
  afterAll(() => s.running.stop());

  const signedIn = async (role: (typeof ROLES)[number], headers: Record<string, string> = {}) => {
    const { cookie } = await s.signIn(role, {}, headers);
    return { role, cookie, ...(await s.tokens(cookie)) };
  };
  type SignedIn = Awaited<ReturnType<typeof signedIn>>;
  const change = async (who: SignedIn, form: Record<string, string>, password = `${who.role}-pass`) => {
    const sent = { token: who.token, current_password: password, ...form };
    const answer = await s.as(who.cookie, ACCOUNT, { form: sent });
    const alert = /role="alert">([^<]*)</.exec(answer.text)?.[1];
    return { ...answer, done: DONE.exec(answer.location ?? '')?.[1], alert };
  };
  const isIn = async ({ cookie }: Pick<SignedIn, 'cookie'>) => (await s.as(cookie, '/en/admin/')).status === 200;
  const me = async (role: string) =>
    JSON.parse((await s.ask(`${ME}?context=edit`, { headers: basic(role, applicationPassword(role)) })).text);

  it('is named on the start page, and shown to nobody but its user', async () => {
    const who = await signedIn('editor');
    expect((await s.as(who.cookie, '/en/admin/')).text).toContain(`href="${s.origin}${ACCOUNT}"`);
    const { status, headers, text } = await s.as(who.cookie, `${ACCOUNT}?email=evil@example.test`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect([text.includes('value="editor@example.test"'), text.includes('evil@')]).toEqual([true, false]);
    for (const method of ['GET', 'POST'])
      expect((await s.ask(ACCOUNT, { method })).location).toBe(`${s.origin}/en/admin/sign-in?redirect_to=account`);
  });

  it.each([
    ['address', { email: 'other@example.test' }],
    ['password', { password: NEW }],
    ['sessions', {}],
  ])('changes nothing without the password: %s', async (what, form) => {
    const [who, other] = [await signedIn('editor'), await signedIn('editor')];
    const [, chosen = ''] = /name="session\[\]" value="([^"]+)/.exec((await s.as(who.cookie, ACCOUNT)).text) ?? [];
    const sent = { change: what, 'session[]': chosen, ...form };
    for (const password of ['', 'wrong', 'editor-pass ']) {
      const { status, alert } = await change(who, sent, password);
      expect([status, alert]).toEqual([403, 'The password is not right.']);
    }
    expect((await change(who, { ...sent, token: 'x' })).status).toBe(403);
    expect([await isIn(who), await isIn(other), (await me('editor')).email]).toEqual([
      true,
      true,
      'editor@example.test',
    ]);
    expect((await s.signIn('editor')).status).toBe(302);
  });

  it('lets nobody guess the password', async () => {
    const who = await signedIn('subscriber');
    const form = { change: 'address', email: 'other@example.test' };
    for (let guess = 0; guess < 10; guess++) expect((await change(who, form, `wrong-${guess}`)).status).toBe(403);
    const { status, headers } = await change(who, form);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await me('subscriber')).email).toBe('subscriber@example.test');
  });

  it('changes the address to a valid one that no other user has', async () => {
    const who = await signedIn('author');
    const to = (email: string) => change(who, { change: 'address', email });
    expect(await to('no address')).toMatchObject({ status: 400, alert: expect.stringContaining('email') });
    expect(await to('editor@example.test')).toMatchObject({ status: 400, alert: expect.stringContaining('in use') });
    expect((await to('eva@example.test')).done).toBe('address');
    expect((await s.as(who.cookie, `${ACCOUNT}?done=address`)).text).toContain('The e-mail address is changed.');
    expect([(await me('author')).email, await isIn(who)]).toEqual(['eva@example.test', true]);
  });

  it('changes the password, keeps this browser signed in, and signs the others out', async () => {
    const [who, other] = [await signedIn('administrator'), await signedIn('administrator')];
    const to = (password: string) => change(who, { change: 'password', password });
    for (const weak of ['short', 'qwertyuiop12', 'a\\backslash-in-it', 'x'.repeat(4_097)])
      expect((await to(weak)).status).toBe(400);
    const { done, cookie = '' } = await to(NEW);
    expect([done, await isIn({ cookie }), await isIn(who), await isIn(other)]).toEqual([
      'password',
      true,
      false,
      false,
    ]);
    expect([
      (await s.signIn('administrator')).status,
      (await s.signIn('administrator', { password: NEW })).status,
    ]).toEqual([401, 302]);
    expect((await me('administrator')).slug).toBe('administrator');
  });

  it('ends application passwords with the old password on request', async () => {
    const who = await signedIn('contributor');
    expect((await change(who, { change: 'password', password: NEW, revoke: '1' })).done).toBe('password');
    const asked = await s.ask(ME, { headers: basic('contributor', applicationPassword('contributor')) });
    const others = await s.ask(ME, { headers: basic('author', applicationPassword('author')) });
    expect([asked.status, others.status]).toEqual([401, 200]);
  });

  it('shows where its user is signed in, and ends the chosen sessions', async () => {
    const [one, two] = [
      await signedIn('editor', { 'user-agent': 'Harbour/1 <b>' }),
      await signedIn('editor', { 'user-agent': 'Kiosk/2' }),
    ];
    const here = await signedIn('editor');
    const listed = async () => (await s.as(here.cookie, ACCOUNT)).text.split('Where you are signed in')[1] ?? '';
    const before = await listed();
    expect([before.includes('Harbour/1 &lt;b&gt;'), before.includes('Kiosk/2'), before.match(/This browser/g)]).toEqual(
      [true, true, ['This browser']],
    );
    const [, chosen = ''] = /value="([^"]+)"> Harbour/.exec(before) ?? [];
    expect((await change(here, { change: 'sessions', 'session[]': chosen })).done).toBe('sessions');
    expect([await isIn(one), await isIn(two), await isIn(here)]).toEqual([false, true, true]);
    expect((await listed()).includes('Harbour')).toBe(false);
  });

  it('ends nobody else’s session', async () => {
    const author = await s.signIn('author', {}, { 'user-agent': 'Foreign' });
    await s.signIn('author');
    const { text } = await s.as(author.cookie, ACCOUNT);
    const [, foreign = ''] = /name="session\[\]" value="([^"]+)/.exec(text) ?? [];
    expect(foreign).not.toBe('');
    const who = await signedIn('editor');
    for (const name of [foreign, `${foreign.split('/')[0]}/`, '__proto__'])
      await change(who, { change: 'sessions', 'session[]': name });
    expect([(await s.as(author.cookie, ACCOUNT)).text, await isIn(who)]).toEqual([
      expect.stringContaining(foreign),
      true,
    ]);
  });

  it.each(['', 'constructor', '__proto__'])('rejects the unknown change “%s”', async (name) => {
    expect((await change(await signedIn('editor'), { change: name })).status).toBe(403);
  });
});
