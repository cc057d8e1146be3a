import { isLocalHost, sessionCookie, sessionOfCookie, withoutSession } from './sessionCookie.ts';

const SITE = 'https://site.test';
const HERE = 'http://127.0.0.1:8080';

describe('the cookie of a session', () => {
  it('is limited to TLS and to this host, except on this machine', () => {
    expect(sessionCookie('abc', SITE, 60)).toBe(
      '__Host-almanac-session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
    );
    expect(sessionCookie('abc', HERE, 60)).toBe('almanac-session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  });

  it('is deleted', () => {
    expect(sessionCookie('', HERE, 60)).toContain('Max-Age=0');
  });

  it.each<[string | undefined, string, string | undefined]>([
    ['a=b; __Host-almanac-session=abc', SITE, 'abc'],
    ['almanac-session=abc;c=d', HERE, 'abc'],
    ['almanac-session=abc', SITE, undefined],
    ['xalmanac-session=abc', HERE, undefined],
    ['almanac-session=', HERE, undefined],
    [undefined, HERE, undefined],
  ])('is read from %s', (header, site, session) => {
    expect(sessionOfCookie(header, site)).toBe(session);
  });

  it.each([
    ['a=b; almanac-session=abc; __Host-almanac-session=def;c=d', 'a=b; c=d'],
    ['almanac-session=abc', undefined],
    [undefined, undefined],
  ])('is removed from %s', (header, rest) => {
    expect(withoutSession(header)).toBe(rest);
  });

  it.each([
    ['localhost', true],
    ['app.localhost', true],
    ['127.3.2.1', true],
    ['[::1]', true],
    ['localhost.example', false],
    ['127.0.0.1.example', false],
    ['128.0.0.1', false],
  ])('counts %s as this machine: %s', (host, local) => {
    expect(isLocalHost(host)).toBe(local);
  });
});
