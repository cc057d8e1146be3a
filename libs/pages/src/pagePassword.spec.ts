import { isOpened, openingCookie, passwordForm } from './pagePassword.ts';
import { renderContextFor } from './testing.ts';

const record = { id: 7, password: 'a secret' };
const at = { address: 'https://site.test/fr-ca/hidden/', secret: 'the secret of the site' };
const sent = (cookie?: string) => ({ headers: cookie === undefined ? {} : { cookie } });
const cookieOf = (given: unknown, options = at, of = record) => openingCookie(of, given, options);

describe('the password of a page', () => {
  const cookie = cookieOf('a secret') as string;
  const pair = cookie.split(';')[0] as string;

  it('gives a cookie for this page alone, out of reach of scripts, and without the password', () => {
    expect(cookie).toMatch(/; Path=\/fr-ca\/hidden\/; Max-Age=864000; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain('secret');
    expect(cookieOf('a secret', { ...at, address: 'http://site.test/x/' })).not.toContain('Secure');
  });

  it('gives no cookie for the wrong one', () => {
    for (const given of ['another', '', undefined, ['a secret'], 7]) expect(cookieOf(given)).toBeUndefined();
  });

  it('opens the page until it changes', () => {
    const opened = (header: string | undefined, of = record, secret = at.secret) =>
      isOpened(of, sent(header), { secret });
    expect(opened(`a=1; ${pair}; b=2`)).toBe(true);
    expect(opened(undefined)).toBe(false);
    expect(opened(`${pair}x`)).toBe(false);
    expect(opened(pair, { ...record, password: 'changed' })).toBe(false);
    expect(opened(pair.replace('-7=', '-8='), { ...record, id: 8 })).toBe(false);
    expect(opened(pair, record, 'another site')).toBe(false);
    expect(opened(undefined, { ...record, password: '' })).toBe(true);
  });

  it('is requested by a labelled form, sent to the page itself', () => {
    const form = passwordForm(at.address, renderContextFor('fr-ca'), true).text;
    expect(form).toContain('<form method="post" action="https://site.test/fr-ca/hidden/">');
    expect(form).toContain('<label for="password">Mot de passe</label>');
    expect(form).toContain('aria-invalid="true" aria-describedby="refusal"');
    expect(passwordForm(at.address, renderContextFor(), false).text).not.toContain('refusal');
  });
});
