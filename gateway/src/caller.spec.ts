import type { IncomingMessage } from 'node:http';
import { silentLog } from '@almanac/service';
import { type CallerOptions, createCallers } from './caller.ts';
import { connectionLimit, type TrustedProxies } from './trustedProxies.ts';

const plain: CallerOptions = { trustedProxies: 0, allowPlainPasswords: false };

const asked = (options: Partial<CallerOptions>, headers: Record<string, string>, remoteAddress = '192.0.2.7') =>
  createCallers({ ...plain, ...options })({
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

describe('the caller', () => {
  it('uses the site’s address as it is written in the request', () => {
    expect(asked({}, { host: 'Site.test:8080' }).baseUrl).toBe('http://site.test:8080');
    expect(asked({}, { host: '[::1]:8080' }).baseUrl).toBe('http://[::1]:8080');
  });

  it.each(['', 'a b', 'x"><script>', 'a/b', 'a@b', '-a', 'a:port'])('names no host with "%s"', (host) => {
    expect(asked({}, { host }).baseUrl).toBeUndefined();
  });

  it('has the configured address whatever the request claims', () => {
    expect(asked({ publicUrl: 'https://site.test' }, { host: 'other' }).baseUrl).toBe('https://site.test');
  });

  it('may name its address only behind a proxy of the site', () => {
    const headers = {
      host: 'inner',
      'x-forwarded-for': '203.0.113.9, 198.51.100.4',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'site.test',
    };
    expect(asked({}, headers)).toEqual({
      baseUrl: 'http://inner',
      host: 'inner',
      ip: '192.0.2.7',
      secure: false,
      hasPublicUrl: false,
      isPassed: false,
      offersPasswords: false,
    });
    expect(asked({ trustedProxies: 1 }, headers)).toEqual({
      baseUrl: 'https://site.test',
      host: 'site.test',
      ip: '198.51.100.4',
      secure: true,
      hasPublicUrl: false,
      isPassed: true,
      offersPasswords: true,
    });
  });

  it('is found behind exactly the site’s own proxies, whatever callers add before', () => {
    const headers = {
      host: 'inner',
      'x-forwarded-for': '127.0.0.1, 198.51.100.4, 10.1.1.1, 10.1.1.2',
      'x-forwarded-proto': 'http, https, https, https',
    };
    const from = (trustedProxies: TrustedProxies, address = '10.1.1.3') => {
      const { ip, secure } = asked({ trustedProxies }, headers, address);
      return [ip, secure];
    };
    expect(from(0)).toEqual(['10.1.1.3', false]);
    expect(from(1)).toEqual(['10.1.1.2', true]);
    expect(from(3)).toEqual(['198.51.100.4', true]);
    expect(from(['10.0.0.0/8'])).toEqual(['198.51.100.4', true]);
    expect(from(['10.0.0.0/8'], '::ffff:10.1.1.3')).toEqual(['198.51.100.4', true]);
    expect(from(['10.0.0.0/8'], '192.0.2.7')).toEqual(['192.0.2.7', false]);
    expect(from(['10.1.1.3', 'fd00::/8'])).toEqual(['10.1.1.2', true]);
    expect(from(9)[0]).toBe('0.0.0.0');
  });

  it.each(['127.0.0.1', '::1', '[::1]:80', '127.0.0.1:4000', '::ffff:127.0.0.1', 'localhost', ''])(
    'is never this machine on the word of a proxy: %j',
    (said) => {
      const caller = asked({ trustedProxies: 1 }, { host: 'site.test', 'x-forwarded-for': said }, '127.0.0.1');
      expect([caller.ip, caller.offersPasswords]).toEqual(['0.0.0.0', false]);
    },
  );

  it('is named without the port that a proxy adds', () => {
    for (const [said, ip] of [
      ['198.51.100.4:4000', '198.51.100.4'],
      ['[2001:db8::1]:4000', '2001:db8::1'],
    ] as const)
      expect(asked({ trustedProxies: 1 }, { host: 'x', 'x-forwarded-for': said }).ip).toBe(ip);
  });

  it('may use application passwords on loopback, over TLS, and where the configuration allows it', () => {
    const host = { host: 'site.test' };
    expect(asked({}, host).offersPasswords).toBe(false);
    expect(asked({}, host, '127.0.0.1').offersPasswords).toBe(true);
    expect(asked({ publicUrl: 'https://site.test' }, host).offersPasswords).toBe(true);
    expect(asked({ allowPlainPasswords: true }, host).offersPasswords).toBe(true);
  });
});

describe('the connections that are counted', () => {
  it.each([
    ['nobody’s of this machine', 0, '127.0.0.1', true],
    ['everybody’s without proxies', 0, '198.51.100.4', false],
    ['nobody’s behind a number of proxies', 1, '198.51.100.4', true],
    ['not those of a network of proxies', ['10.0.0.0/8'], '10.1.2.3', true],
    ['those of others beside it', ['10.0.0.0/8'], '198.51.100.4', false],
  ])('are %s', (_whose, proxies, ip, isApart) => {
    expect(connectionLimit(proxies, silentLog).isApart(ip)).toBe(isApart);
  });
});
