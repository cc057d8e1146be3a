import { type AskedSite, applicationPassword, basic } from './askedSite.contract.ts';
import { type MailedSite, startMailed } from './mailedSite.contract.ts';

const ACCOUNT = '/en/admin/account';
const AUTHORIZE = '/en/admin/authorize-application.php';
const RECOVERY = '/en/admin/recovery-codes';
const NEW = 'nine herons at the harbour';

describe('a change of credentials that needs a code', () => {
  let mailed: MailedSite;
  let s: AskedSite;
  beforeEach(async () => {
    mailed = await startMailed();
    s = mailed.s;
  });
  afterEach(() => mailed.stop());

  const nextMail = (count: number) => mailed.nextMail(count);
  /** Signs the administrator in with the code from the first mail. Returns the cookie and the form token. */
  const signedIn = async () => {
    const begun = await s.signIn('administrator');
    const { cookie = '' } = await s.as(begun.cookie, '/en/admin/code', { form: { code: await nextMail(1) } });
    const { token } = await s.tokens(cookie);
    return { cookie, token };
  };
  type SignedIn = Awaited<ReturnType<typeof signedIn>>;
  const send = async (who: SignedIn, path: string, form: Record<string, string>, bound = '') => {
    const cookie = bound === '' ? who.cookie : `${who.cookie}; ${bound}`;
    const sent = { token: who.token, current_password: 'administrator-pass', ...form };
    const answer = await s.as(cookie, path, { form: sent });
    return { ...answer, alert: /role="alert">([^<]*)</.exec(answer.text)?.[1] };
  };
  /** Requests a code. Returns the cookie that binds the code to the browser. */
  const bind = async (who: SignedIn): Promise<string> =>
    (await send(who, ACCOUNT, { change: 'code', send: '1', current_password: '' })).cookie ?? '';
  const address = { change: 'address', email: 'other@example.test' };
  const emailNow = async () => {
    const headers = basic('administrator', applicationPassword('administrator'));
    return JSON.parse((await s.ask('/en/json/core/v2/users/me?context=edit', { headers })).text).email;
  };
  const other = (code: string): string => (code === '000000' ? '111111' : '000000');

  it('fails with the password alone, whatever is changed', async () => {
    const who = await signedIn();
    for (const [path, form] of [
      [ACCOUNT, address],
      [ACCOUNT, { change: 'password', password: NEW }],
      [RECOVERY, {}],
      [AUTHORIZE, { app_name: 'App', approve: '1' }],
    ] as const) {
      const { status, text } = await send(who, path, form);
      expect([path, status, text.includes('This needs a code')]).toEqual([path, 403, true]);
    }
    expect([await emailNow(), mailed.mail.received.length]).toEqual(['administrator@example.test', 1]);
    expect((await s.as(who.cookie, '/en/admin/')).text.match(/name="uuid"/g)).toHaveLength(1);
  });

  it('takes a code once, of this browser, for one change', async () => {
    const who = await signedIn();
    const bound = await bind(who);
    const code = await nextMail(2);
    expect((await send(who, ACCOUNT, { ...address, code }, '')).status).toBe(403);
    expect((await send(who, ACCOUNT, { ...address, code: other(code) }, bound)).alert).toBe('The code is not right.');
    expect((await send(who, ACCOUNT, { ...address, code, current_password: 'wrong' }, bound)).status).toBe(403);
    expect((await send(who, ACCOUNT, { ...address, code, email: 'none' }, bound)).status).toBe(400);
    const done = await send(who, ACCOUNT, { ...address, code }, bound);
    expect([done.status, await emailNow()]).toEqual([302, 'other@example.test']);
    const again = await send(who, ACCOUNT, { ...address, email: 'third@example.test', code }, bound);
    expect([again.status, await emailNow()]).toEqual([403, 'other@example.test']);
  });

  it('keeps codes of changes and codes of sign-ins apart', async () => {
    const who = await signedIn();
    const bound = await bind(who);
    const code = await nextMail(2);
    expect((await s.as(bound, '/en/admin/code', { form: { code } })).location).toContain('/en/admin/sign-in');
    expect((await s.as(bound, '/en/admin/code')).location).toBe(`${s.origin}${ACCOUNT}`);
    const begun = await s.signIn('administrator');
    expect((await send(who, ACCOUNT, { ...address, code: await nextMail(3) }, begun.cookie)).status).toBe(403);
    expect((await send(who, ACCOUNT, { ...address, code }, bound)).status).toBe(302);
  });

  it('ends with the fifth wrong code', async () => {
    const who = await signedIn();
    const bound = await bind(who);
    const code = await nextMail(2);
    for (let guess = 0; guess < 5; guess++)
      expect((await send(who, ACCOUNT, { ...address, code: other(code) }, bound)).status).toBe(403);
    expect((await send(who, ACCOUNT, { ...address, code }, bound)).status).toBe(403);
    expect(await emailNow()).toBe('administrator@example.test');
  });

  it('creates recovery codes for a code, and takes one of them for the next change', async () => {
    const who = await signedIn();
    const bound = await bind(who);
    const { text } = await send(who, RECOVERY, { code: await nextMail(2) }, bound);
    const codes = Array.from(text.matchAll(/<li><code>([^<]+)/g), ([, code]) => String(code));
    expect(codes).toHaveLength(10);
    const change = { change: 'password', password: NEW, code: String(codes[4]) };
    expect((await send(who, ACCOUNT, change, await bind(who))).status).toBe(302);
    expect((await s.signIn('administrator', { password: NEW })).location).toBe(`${s.origin}/en/admin/code`);
  });

  it('creates an application password for a code, which the same page asks for', async () => {
    const who = await signedIn();
    const asked = { app_name: 'App', success_url: 'https://app.example/cb' };
    const sent = await send(who, AUTHORIZE, { ...asked, send: '1' });
    expect([sent.status, sent.text.includes('value="https://app.example/cb"')]).toEqual([200, true]);
    const approved = { ...asked, approve: '1', code: await nextMail(2) };
    expect((await send(who, AUTHORIZE, { ...approved, current_password: '' }, sent.cookie)).status).toBe(403);
    expect((await send(who, AUTHORIZE, approved, sent.cookie)).location).toContain('https://app.example/cb?');
  });

  it('asks nobody for a code who needs none to sign in, and nobody who ends sessions', async () => {
    const { cookie } = await s.signIn('editor');
    const who = { cookie, ...(await s.tokens(cookie)) };
    expect((await s.as(cookie, ACCOUNT)).text).not.toContain('one-time-code');
    expect((await send(who, ACCOUNT, { ...address, current_password: 'editor-pass' })).status).toBe(302);
    expect((await send(who, AUTHORIZE, { app_name: 'App', approve: '1', current_password: '' })).status).toBe(200);
    expect((await send(await signedIn(), ACCOUNT, { change: 'sessions' })).status).toBe(302);
  });

  it('sends nothing without the token of its form', async () => {
    const who = await signedIn();
    expect((await send({ ...who, token: 'x' }, ACCOUNT, { change: 'code', send: '1' })).status).toBe(403);
    expect(mailed.mail.received).toHaveLength(1);
  });
});
