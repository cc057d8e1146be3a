import { checkRedirect, policySource, siteOf, withParameters } from './redirectAddress.ts';

const codeOf = (address: string): string | undefined => {
  try {
    checkRedirect('success_url', address);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the redirect address of an application', () => {
  it.each([
    'https://app.example/cb?a=1#b',
    'HTTPS://app.example',
    'http://localhost:3000/',
    'http://127.0.0.1/cb',
    'http://[::1]:9/cb',
    'com.example.app://host/path',
    'harbour://authorized',
  ])('may be %s', (address) => {
    expect(codeOf(address)).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    'javascript://app.example/%0aalert(1)',
    'JavaScript://x',
    'data://text/html,x',
    'data:text/html,x',
    'file://host/etc',
    'vbscript://x/',
    'blob://x/',
    'about://blank/',
    'intent://app.example/#Intent;end',
    'ftp://app.example/',
    'ws://app.example/',
    '//app.example',
    '/cb',
    'app.example/cb',
    'https:app.example',
    'https:/app.example',
    'https:///app.example',
    'https:\\\\app.example',
    'https://app.example\\@evil.example',
    'https://app.example/\r\nSet-Cookie:a=b',
    'https://a b/',
    'https://',
    'harbour:authorized',
    'harbour:///path',
    'https://[broken/',
  ])('may not be %j', (address) => {
    expect(codeOf(address)).toBe('invalid_redirect_url_format');
  });

  it.each(['http://app.example/', 'http://localhost.example/', 'http://127.0.0.1@evil.example/'])(
    'needs TLS to other machines: %s',
    (address) => {
      expect(codeOf(address)).toBe('invalid_redirect_scheme');
    },
  );

  it.each([
    ['https://a.example', 'https://a.example/?p=a%20b%26'],
    ['https://a.example/cb?x=%20y', 'https://a.example/cb?x=%20y&p=a%20b%26'],
    ['https://a.example/cb?', 'https://a.example/cb?p=a%20b%26'],
    ['https://a.example/cb#part', 'https://a.example/cb?p=a%20b%26#part'],
    ['harbour://host', 'harbour://host?p=a%20b%26'],
    ['https://a.example/cb?constructor=1&__proto__=2', 'https://a.example/cb?constructor=1&__proto__=2&p=a%20b%26'],
    ['https://a.example/cb?p=mine&x=1&%70=too&p&pp=2', 'https://a.example/cb?x=1&pp=2&p=a%20b%26'],
  ])('parameters are set in %s', (address, whole) => {
    expect(withParameters(address, { p: 'a b&' })).toBe(whole);
  });

  it('is shown to people by its host, whatever user name precedes it', () => {
    expect(siteOf('https://bank.example@evil.example/cb')).toBe('https://evil.example');
  });

  it.each([
    ['https://app.example:8443/cb', 'https://app.example:8443'],
    ['harbour://host/x', 'harbour:'],
    ["https://a;script-src'/", 'https:'],
    ['http://[::1]:9/', 'http:'],
  ])('adds nothing to a policy if its host is not plain: %s', (address, source) => {
    expect(policySource(address)).toBe(source);
  });
});
