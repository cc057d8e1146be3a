import type { IncomingMessage } from 'node:http';
import { type CallerOptions, createCallers } from './caller.ts';

const plain: CallerOptions = { trustProxy: false, allowPlainPasswords: false };

const asked = (options: Partial<CallerOptions>, headers: Record<string, string>, remoteAddress = '192.0.2.7') =>
  createCallers({ ...plain, ...options })({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);

describe('the caller', () => {
  it('uses the site’s address as it is written in the request', () => {
    expect(asked({}, { host: 'Site.test:8080' }).baseUrl).toBe('http://site.test:8080');
    expect(asked({}, { host: '[::1]:8080' }).baseUrl).toBe('http://[::1]:8080');
  });

  it.each(['', 'a b', 'x"><script>', 'a/b', 'a@b', '-a', 'a:port'])('names no host with "%s"', (host) => {
    expect(asked({}, { host }).baseUrl).toBeUndefined();
  });

  it('has the configured address whatever the request says', () => {
    expect(asked({ publicUrl: 'https://site.test' }, { host: 'other' }).baseUrl).toBe('https://site.test');
  });

  it('is believed about forwarding only behind a proxy of the site', () => {
    const headers = {
      host: 'inner',
      'x-forwarded-for': '198.51.100.4, 192.0.2.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'site.test',
    };
    expect(asked({}, headers)).toEqual({
      baseUrl: 'http://inner',
      host: 'inner',
      ip: '192.0.2.7',
      secure: false,
      offersPasswords: false,
    });
    expect(asked({ trustProxy: true }, headers)).toEqual({
      baseUrl: 'https://site.test',
      host: 'site.test',
      ip: '198.51.100.4',
      secure: true,
      offersPasswords: true,
    });
  });

  it('may use application passwords on loopback, over TLS, and where that is configured', () => {
    const host = { host: 'site.test' };
    expect(asked({}, host).offersPasswords).toBe(false);
    expect(asked({}, host, '127.0.0.1').offersPasswords).toBe(true);
    expect(asked({ publicUrl: 'https://site.test' }, host).offersPasswords).toBe(true);
    expect(asked({ allowPlainPasswords: true }, host).offersPasswords).toBe(true);
  });
});
