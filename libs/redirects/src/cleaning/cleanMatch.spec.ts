import { actionData, cleanMatch } from './cleanMatch.ts';

const clean = (type: string, data: unknown, action: 'url' | 'error' = 'url') =>
  cleanMatch(type, data, { action, scheme: 'http' });

const cut = { url_from: '/a\nb', url_notfrom: '/c\r\nd' };
const kept = { url_from: '/a', url_notfrom: '/c' };
const none = { url_from: '', url_notfrom: '' };
const unrelated = { cats: 1, url_from: ['x'] };

describe('the condition of a rule', () => {
  it.each([
    [
      'cookie',
      { name: 'this is it@s-_', value: 'v', ...cut },
      { name: 'thisisits-_', value: 'v', regex: false, ...kept },
    ],
    ['cookie', unrelated, { name: '', value: '', regex: false, ...none }],
    [
      'header',
      { name: 'X Kind', value: 'v', regex: true, ...cut },
      { name: 'XKind', value: 'v', regex: true, ...kept },
    ],
    ['header', unrelated, { name: '', value: '', regex: false, ...none }],
    ['custom', { filter: 'filter thing', ...cut }, { filter: 'filterthing', ...kept }],
    ['custom', unrelated, { filter: '', ...none }],
    ['ip', unrelated, { ip: [], ...none }],
    ['ip', { ip: ['cats'] }, { ip: [], ...none }],
    ['ip', { ip: '192.168.1.1' }, { ip: [], ...none }],
    ['ip', { ip: ['a', 'b', '192.168.1.1', '192.168.1.1'] }, { ip: ['192.168.1.1'], ...none }],
    ['ip', { ip: ['2001:0DB8::0001'] }, { ip: ['2001:db8::1'], ...none }],
    ['language', { language: 'a b c' }, { language: 'abc', ...none }],
    ['login', { logged_in: '/a\nb', logged_out: '/c' }, { logged_in: '/a', logged_out: '/c' }],
    ['login', unrelated, { logged_in: '', logged_out: '' }],
    ['page', unrelated, { page: '404', url: '' }],
    ['page', { page: '505', url: '/x' }, { page: '404', url: '/x' }],
    ['referrer', { referrer: 'a\nb', ...cut }, { referrer: 'a', regex: false, ...kept }],
    ['agent', { agent: 'a\nb', regex: '1', ...cut }, { agent: 'a', regex: true, ...kept }],
    ['server', unrelated, { server: '', ...none }],
    ['server', { server: 'domain.com' }, { server: 'http://domain.com', ...none }],
    ['server', { server: 'http://domain.com/something/?here' }, { server: 'http://domain.com', ...none }],
    ['server', { server: 'https://Domain.com' }, { server: 'https://domain.com', ...none }],
    ['role', { role: 'editor', ...cut }, { role: 'editor', ...kept }],
    ['url', { url: '/a\r\nb' }, { url: '/a' }],
    ['url', {}, { url: '/' }],
    ['url', { url: 12 }, { url: '12' }],
    ['cookie', { name: 'n', value: 5 }, { name: 'n', value: '5', regex: false, ...none }],
    ['HEADER', { name: 'a', value: 'b' }, { name: 'a', value: 'b', regex: false, ...none }],
  ])('is stored for %s and %j as %j', (type, sent, stored) => {
    expect(actionData(clean(type, sent)!)).toEqual(stored);
  });

  it('is missing for an unknown type', () => {
    expect(['cats', '', '__proto__', 'constructor'].map((type) => clean(type, {}))).toEqual(Array(4).fill(undefined));
  });

  it('has all members of its type without data, except for an address without a target', () => {
    expect(actionData(clean('url', undefined)!)).toBeNull();
    expect(actionData(clean('url', 'text')!)).toBeNull();
    expect(actionData(clean('agent', null)!)).toEqual({ agent: '', regex: false, ...none });
  });

  it('has no target if its action leads nowhere', () => {
    expect(actionData(clean('url', { url: '/a' }, 'error')!)).toBeNull();
    expect(actionData(clean('agent', { agent: 'x', ...kept }, 'error')!)).toEqual({ agent: 'x', regex: false });
  });

  it('keeps hostile text as plain text', () => {
    const hostile = 'O:8:"stdClass":1:{s:5:"hello";s:5:"world";}';
    expect(actionData(clean('referrer', { url_from: hostile })!)).toMatchObject({ url_from: hostile });
  });
});
