import { readSite } from '@almanac/service';
import { type AskedSite, basic, startAsked } from './askedSite.contract.ts';

const PAGE = '/en/admin/set-password';
const PASSWORD = 'seven herons at the harbour';
const DAY = 24 * 60 * 60 * 1_000;

describe('the administrator of a first start', () => {
  let s: AskedSite;
  beforeEach(async () => {
    s = await startAsked({ site: readSite({}) });
  });
  afterEach(() => s.running.stop());

  const first = () => s.running.firstCredentials ?? { login: '', password: '', token: '' };
  const open = (token = first().token) => s.ask(`${PAGE}?token=${token}`);
  const send = (form: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    s.ask(PAGE, { form: { token: first().token, password: PASSWORD, again: PASSWORD, ...form }, headers });
  const signIn = (password: string) => s.ask('/en/admin/sign-in', { form: { login: 'admin', password } });

  it('sets a password by the link, is signed in, and signs in with that password from then on', async () => {
    const shown = await open();
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(shown.headers.get('referrer-policy')).toBe('same-origin');
    expect(shown.text).toContain('autocomplete="new-password"');
    expect(shown.text).not.toContain('<script');
    const set = await send();
    expect([set.status, set.location]).toEqual([302, `${s.origin}/en/admin/`]);
    expect((await s.as(set.cookie ?? '', '/en/admin/')).text).toContain('You are signed in as admin.');
    expect((await signIn(PASSWORD)).status).toBe(302);
  });

  it('uses the link once: opening the page again, and sending the form again, leads nowhere', async () => {
    await open();
    await send();
    for (const again of [
      await open(),
      await send({ password: 'another long password', again: 'another long password' }),
    ]) {
      expect([again.status, again.text.includes('is no longer valid')]).toEqual([410, true]);
    }
    expect((await signIn('another long password')).status).toBe(401);
  });

  it('uses the link within a day', async () => {
    s.advance(DAY);
    expect([(await open()).status, (await send()).status]).toEqual([410, 410]);
  });

  it.each([
    [{ password: 'short', again: 'short' }, 'The password must have at least 12 characters.'],
    [{ again: 'seven herons' }, 'The two passwords are not the same.'],
    [{ password: '', again: '' }, 'The password must have at least 12 characters.'],
    [
      { password: 'nine\\herons here', again: 'nine\\herons here' },
      'The password must not be empty and has no backslash.',
    ],
  ])('learns the fault of %j, and tries again', async (form, said) => {
    const refused = await send(form);
    expect([refused.status, refused.text.includes(said)]).toEqual([400, true]);
    expect((await send()).status).toBe(302);
  });

  it('gets no password from another site, nor from somebody without the link', async () => {
    expect((await send({}, { origin: 'https://evil.example' })).status).toBe(403);
    for (const token of ['', 'x', 'constructor', '__proto__']) {
      expect([(await open(token)).status, (await send({ token })).status]).toEqual([410, 410]);
    }
  });

  it('learns on the sign-in page that an application password does not sign people in', async () => {
    const { password } = first();
    const spaced = password.replace(/(.{4})/g, '$1 ');
    for (const typed of [password, spaced]) {
      const { status, text } = await signIn(typed);
      expect([status, text.includes('This is an application password')]).toEqual([401, true]);
    }
    for (const [login, wrong] of [
      ['admin', `${password}x`],
      ['nobody', password],
      ['admin', ''],
    ]) {
      const { text } = await s.ask('/en/admin/sign-in', { form: { login: login ?? '', password: wrong ?? '' } });
      expect(text).toContain('The username or the password is not right.');
    }
    expect((await s.ask('/en/json/core/v2/users/me', { headers: basic('admin', password) })).status).toBe(200);
  });
});
