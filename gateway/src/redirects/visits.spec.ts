import { defaultRedirectOptions, type RedirectOptions } from '@almanac/redirects/schemas';
import type { Exchange } from '../exchange.ts';
import { type ArrivedRequest, addressOf, recordOf, visitOf } from './visits.ts';

const arrived = (headers: ArrivedRequest['headers'] = {}): ArrivedRequest => ({
  target: '/a%20b?c=%E4%B8%AD',
  headers,
  method: 'GET',
});
const optionsOf = (given: Partial<RedirectOptions>): RedirectOptions => ({ ...defaultRedirectOptions, ...given });
const exchange = {
  caller: { ip: '192.168.1.77', host: 'example.org' },
  baseUrl: 'http://example.org',
  principal: { kind: 'anonymous' },
} as Exchange;

describe('the address of a caller', () => {
  const forwarded = { 'x-forwarded-for': ' 192.1.1.1, 192.1.1.2', 'cf-connecting-ip': '192.1.1.9' };

  it.each([
    ['that of the connection', {}, forwarded, '10.0.0.1', '10.0.0.1'],
    ['what a trusted header says first', { ip_headers: ['HTTP_X_FORWARDED_FOR'] }, forwarded, '10.0.0.1', '192.1.1.1'],
    [
      'what the first header that is there says',
      { ip_headers: ['HTTP_VIA', 'HTTP_CF_CONNECTING_IP', 'HTTP_X_FORWARDED_FOR'] },
      forwarded,
      '10.0.0.1',
      '192.1.1.9',
    ],
    ['that of the connection where no header is there', { ip_headers: ['HTTP_VIA'] }, {}, '10.0.0.1', '10.0.0.1'],
    ['none where the header says none', { ip_headers: ['HTTP_VIA'] }, { via: 'bad' }, '10.0.0.1', ''],
    [
      'what the proxy says',
      { ip_headers: ['HTTP_X_FORWARDED_FOR'], ip_proxy: ['10.0.0.1'] },
      forwarded,
      '10.0.0.1',
      '192.1.1.1',
    ],
    [
      'that of the connection where it is no proxy',
      { ip_headers: ['HTTP_X_FORWARDED_FOR'], ip_proxy: ['10.0.0.2'] },
      forwarded,
      '10.0.0.1',
      '10.0.0.1',
    ],
    [
      'that of the connection where it says so',
      { ip_headers: ['REMOTE_ADDR', 'HTTP_X_FORWARDED_FOR'] },
      forwarded,
      '10.0.0.1',
      '10.0.0.1',
    ],
    ['in its one form', {}, {}, '2001:0DB8::1', '2001:db8::1'],
    ['none where there is none', {}, {}, '', ''],
  ])('is %s', (_what, options, headers, connection, ip) => {
    expect(addressOf(arrived(headers), connection, optionsOf(options))).toBe(ip);
  });
});

describe('the record of a visit', () => {
  const record = (options: Partial<RedirectOptions>, headers: ArrivedRequest['headers'] = {}) =>
    recordOf(arrived(headers), { ...exchange, baseUrl: 'http://example.org:8080' } as Exchange, {
      done: { rule: 7, by: 'redirection', code: 301, target: '/to' },
      options: optionsOf(options),
      at: '2026-07-01T12:00:00.000Z',
    });

  it('has the request and the outcome', () => {
    expect(record({}, { 'user-agent': 'A', referer: 'http://r/' })).toEqual({
      at: '2026-07-01T12:00:00.000Z',
      rule: 7,
      by: 'redirection',
      code: 301,
      target: '/to',
      method: 'GET',
      url: '/a b?c=中',
      domain: 'http://example.org',
      ip: '',
      agent: 'A',
      referrer: 'http://r/',
    });
  });

  it.each([
    [0, ''],
    [1, '192.168.1.77'],
    [2, '192.168.1.0'],
  ])('has in the mode %d the address %j', (ip_logging, ip) => {
    expect(record({ ip_logging }).ip).toBe(ip);
  });

  it('has the headers if the options ask for them, but no credentials', () => {
    const headers = {
      cookie: 'a=1',
      host: 'h',
      authorization: 'Basic x',
      'x-core-nonce': 'n',
      'x-kind': 'k',
      accept: 'a'.repeat(2_000),
    };
    expect(record({ log_header: true }, headers).headers).toEqual({ 'x-kind': 'k', accept: 'a'.repeat(1_000) });
  });

  it('is cut if it is too long', () => {
    const long = record({}, { 'user-agent': 'a'.repeat(256), referer: 'b'.repeat(256) });
    expect([long.agent?.length, long.referrer?.length]).toEqual([255, 255]);
  });
});

describe('the facts of a visit for rules', () => {
  it('include the address whatever the log keeps of it, and the user', () => {
    const given = { options: optionsOf({}), now: new Date(), rightAddress: (address: string) => address };
    const user = { kind: 'user', id: 2, login: 'ada', roles: ['editor'] } as const;
    const { ip, user: visitor } = visitOf(arrived(), { ...exchange, principal: user } as Exchange, {
      ...given,
      options: optionsOf({ ip_logging: 0 }),
    });
    expect(ip).toBe('192.168.1.77');
    expect(['editor', 'author', 'edit_posts', 'manage_options'].map((right) => visitor?.has(right))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(visitOf(arrived(), exchange, given).user).toBeUndefined();
  });
});
