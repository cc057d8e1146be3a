import { type AskedSite, applicationPassword, basic } from './askedSite.contract.ts';
import { asAdministrator, type MailedSite, startMailed } from './mailedSite.contract.ts';

const CODE = '/en/admin/code';

describe('a sign-in with a second step', () => {
  let mailed: MailedSite;
  let s: AskedSite;
  beforeEach(async () => {
    mailed = await startMailed();
    s = mailed.s;
  });
  afterEach(() => mailed.stop());

  const nextMail = (count: number) => mailed.nextMail(count);
  const enter = (cookie: string, code: string) => s.as(cookie, CODE, { form: { code } });
  const start = (cookie: string) => s.as(cookie, '/en/admin/');

  it('asks for a code from the mailbox, once, in the browser that has begun', async () => {
    const begun = await s.signIn('administrator', { redirect_to: 'authorize-application.php?app_name=App' });
    expect([begun.status, begun.location, begun.headers.get('set-cookie')]).toEqual([
      302,
      `${s.origin}${CODE}`,
      expect.stringMatching(/^almanac-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await start(begun.cookie)).status).toBe(302);
    expect((await s.as(begun.cookie, CODE)).text).toContain('autocomplete="one-time-code"');
    const code = await nextMail(1);
    expect(mailed.mail.received[0]?.to).toEqual(['administrator@example.test']);
    expect((await s.ask(CODE, { form: { code } })).location).toContain('/en/admin/sign-in');
    const other = await s.signIn('administrator');
    expect((await enter(other.cookie, code)).status).toBe(401);
    const entered = await enter(begun.cookie, code);
    expect([entered.status, entered.location]).toEqual([
      302,
      `${s.origin}/en/admin/authorize-application.php?app_name=App`,
    ]);
    expect((await start(entered.cookie ?? '')).status).toBe(200);
    expect((await enter(begun.cookie, code)).location).toContain('/en/admin/sign-in');
  });

  it('ends after the fifth wrong code', async () => {
    const { cookie } = await s.signIn('administrator');
    const code = await nextMail(1);
    const wrong = code === '000000' ? '111111' : '000000';
    const statuses = [];
    for (let guess = 0; guess < 5; guess++) statuses.push((await enter(cookie, wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect((await enter(cookie, code)).location).toContain('/en/admin/sign-in');
  });

  it('sends another code after half a minute', async () => {
    const { cookie } = await s.signIn('administrator');
    await nextMail(1);
    const early = await s.as(cookie, CODE, { form: { send: '1' } });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '30']);
    s.advance(30_000);
    expect((await s.as(cookie, CODE, { form: { send: '1' } })).status).toBe(200);
    expect((await enter(cookie, await nextMail(2))).status).toBe(302);
  });

  it('accepts a recovery code, shown once to the user who has created it', async () => {
    const first = await s.signIn('administrator');
    const { cookie = '' } = await enter(first.cookie, await nextMail(1));
    const { token } = await s.tokens(cookie);
    const current_password = 'administrator-pass';
    for (const form of [{ token: 'x', current_password }, { token }, { token, current_password: 'wrong' }])
      expect((await s.as(cookie, '/en/admin/recovery-codes', { form })).status).toBe(403);
    const sent = await s.as(cookie, '/en/admin/account', { form: { token, change: 'code', send: '1' } });
    const form = { token, current_password, code: await nextMail(2) };
    const shown = await s.as(`${cookie}; ${sent.cookie}`, '/en/admin/recovery-codes', { form });
    const codes = Array.from(shown.text.matchAll(/<li><code>([^<]+)/g), ([, code]) => String(code));
    expect([codes.length, shown.headers.get('cache-control')]).toEqual([10, 'private, no-store']);
    const again = await s.signIn('administrator');
    expect((await enter(again.cookie, String(codes[7]))).status).toBe(302);
    const third = await s.signIn('administrator');
    expect((await enter(third.cookie, String(codes[7]))).status).toBe(401);
  });

  it('confirms the session if the password is typed to create recovery codes', async () => {
    const first = await s.signIn('administrator');
    const { cookie = '' } = await enter(first.cookie, await nextMail(1));
    s.advance(11 * 60_000);
    const { token, nonce } = await s.tokens(cookie);
    const headers = { 'x-core-nonce': nonce };
    const program = () =>
      s.as(cookie, '/en/json/core/v2/users/me/application-passwords', { form: { name: 'A program' }, headers });
    expect((await program()).text).toContain('rest_reauthentication_required');
    const form = { token, current_password: 'administrator-pass', code: 'none' };
    expect((await s.as(cookie, '/en/admin/recovery-codes', { form })).status).toBe(403);
    expect((await program()).status).toBe(201);
  });

  it('asks nobody else, and never application passwords', async () => {
    expect((await s.signIn('editor')).location).toBe(`${s.origin}/en/admin/`);
    const headers = basic('administrator', applicationPassword('administrator'));
    expect((await s.ask('/en/json/core/v2/users/me', { headers })).status).toBe(200);
    await mailed.needCodes('everybody');
    expect((await s.signIn('editor')).location).toBe(`${s.origin}${CODE}`);
    await mailed.needCodes('off');
    expect((await s.signIn('administrator')).location).toBe(`${s.origin}/en/admin/`);
  });

  it('ends with the password that it began with', async () => {
    const { cookie } = await s.signIn('administrator');
    const code = await nextMail(1);
    const body = JSON.stringify({ password: 'another long password' });
    const changed = await fetch(`${s.origin}/en/json/core/v2/users/1`, {
      method: 'POST',
      headers: asAdministrator,
      body,
    });
    expect(changed.status).toBe(200);
    expect((await enter(cookie, code)).location).toContain('/en/admin/sign-in');
  });
});
