import type { RuleMatch } from '../rule.ts';
import { ruleOf, visitOf } from '../testing/rules.ts';
import type { Visit, Visitor } from '../visit.ts';
import { VisitedAddress } from '../visit.ts';
import { decide } from './decide.ts';
import { expandTags } from './tags.ts';
import { withPassedQuery } from './target.ts';

type RuleFields = Parameters<typeof ruleOf>[0];

const outcome = (rule: RuleFields, target = '/source', visit: Partial<Visit> = {}) =>
  decide(ruleOf(rule), { visit: visitOf(target, visit), visited: new VisitedAddress(target) });

const location = (rule: RuleFields, target?: string, visit?: Partial<Visit>): unknown => {
  const made = outcome(rule, target, visit);
  return made?.kind === 'redirect' ? made.location : made;
};

const ada: Visitor = { id: 7, login: 'ada', has: (right) => right === 'editor' || right === 'edit_posts' };
const both = { url_from: '/from', url_notfrom: '/notfrom' };

describe('a condition of a rule', () => {
  it.each<[string, RuleMatch, Partial<Visit>, string]>([
    [
      'a cookie',
      { type: 'cookie', name: 'c', value: 'v', regex: false, ...both },
      { headers: { cookie: 'a=1; c=v' } },
      '/from',
    ],
    [
      'a cookie as a pattern',
      { type: 'cookie', name: 'c', value: 'NO.*', regex: true, ...both },
      { headers: { cookie: 'c=nothing' } },
      '/from',
    ],
    [
      'a cookie that is written encoded',
      { type: 'cookie', name: 'c', value: 'gold plan é', regex: false, ...both },
      { headers: { cookie: 'c=gold%20plan%20%C3%A9; d=%zz' } },
      '/from',
    ],
    [
      'a cookie of another case',
      { type: 'cookie', name: 'c', value: 'V', regex: false, ...both },
      { headers: { cookie: 'c=v' } },
      '/notfrom',
    ],
    ['no cookie', { type: 'cookie', name: 'c', value: '', regex: false, ...both }, {}, '/notfrom'],
    [
      'a header',
      { type: 'header', name: 'X-Kind', value: 'test', regex: false, ...both },
      { headers: { 'x-kind': 'test' } },
      '/from',
    ],
    [
      'another header',
      { type: 'header', name: 'X-Kind', value: 'test', regex: false, ...both },
      { headers: { 'x-kind': 'no' } },
      '/notfrom',
    ],
    [
      'an empty header',
      { type: 'header', name: 'X-Kind', value: '', regex: false, ...both },
      { headers: { 'x-kind': '' } },
      '/from',
    ],
    ['no header', { type: 'header', name: 'X-Kind', value: '', regex: false, ...both }, {}, '/notfrom'],
    [
      'a header’s pattern',
      { type: 'header', name: 'x', value: 'nothing|other|cat', regex: true, ...both },
      { headers: { x: 'cat' } },
      '/from',
    ],
    [
      'a header by the name of a member',
      { type: 'header', name: 'constructor', value: '', regex: true, ...both },
      {},
      '/notfrom',
    ],
    [
      'a referrer',
      { type: 'referrer', referrer: 'https://a.org/', regex: false, ...both },
      { headers: { referer: 'https://a.org/' } },
      '/from',
    ],
    [
      'another referrer',
      { type: 'referrer', referrer: 'https://a.org/', regex: false, ...both },
      { headers: { referer: 'https://b.org/' } },
      '/notfrom',
    ],
    ['no referrer', { type: 'referrer', referrer: '.*', regex: true, ...both }, {}, '/notfrom'],
    [
      'a referrer’s pattern',
      { type: 'referrer', referrer: 'agent.*', regex: true, ...both },
      { headers: { referer: 'agent1' } },
      '/from',
    ],
    [
      'an agent',
      { type: 'agent', agent: 'Mobile', regex: true, ...both },
      { headers: { 'user-agent': 'a mobile' } },
      '/from',
    ],
    [
      'another agent',
      { type: 'agent', agent: 'Mobile', regex: false, ...both },
      { headers: { 'user-agent': 'a Mobile' } },
      '/notfrom',
    ],
    [
      'a pattern that is none',
      { type: 'agent', agent: '(', regex: true, ...both },
      { headers: { 'user-agent': '(' } },
      '/notfrom',
    ],
    ['an address', { type: 'ip', ip: ['192.0.2.9', '192.0.2.1'], ...both }, {}, '/from'],
    ['another address', { type: 'ip', ip: ['192.0.2.9'], ...both }, {}, '/notfrom'],
    ['no address', { type: 'ip', ip: ['192.0.2.9'], ...both }, { ip: '' }, '/notfrom'],
    [
      'a language',
      { type: 'language', language: 'de,fr', ...both },
      { headers: { 'accept-language': 'en,fr;q=0.8' } },
      '/from',
    ],
    [
      'a language wanted less',
      { type: 'language', language: 'fr', ...both },
      { headers: { 'accept-language': 'en-CA,en;q=0.9,fr;q=0.1' } },
      '/notfrom',
    ],
    ['no language', { type: 'language', language: 'de,fr', ...both }, {}, '/notfrom'],
    ['the host', { type: 'server', server: 'https://example.org', ...both }, {}, '/from'],
    ['another host', { type: 'server', server: 'http://test.com', ...both }, {}, '/notfrom'],
    ['no host', { type: 'server', server: '', ...both }, { host: '' }, '/notfrom'],
    ['a role', { type: 'role', role: 'editor', ...both }, { user: ada }, '/from'],
    ['a capability', { type: 'role', role: 'edit_posts', ...both }, { user: ada }, '/from'],
    ['another role', { type: 'role', role: 'administrator', ...both }, { user: ada }, '/notfrom'],
    ['nobody’s role', { type: 'role', role: 'editor', ...both }, {}, '/notfrom'],
    ['a function', { type: 'custom', filter: 'any', ...both }, {}, '/notfrom'],
    ['a user', { type: 'login', logged_in: '/in', logged_out: '/out' }, { user: ada }, '/in'],
    ['a stranger', { type: 'login', logged_in: '/in', logged_out: '/out' }, {}, '/out'],
    ['nothing', { type: 'url', url: '/to' }, {}, '/to'],
    ['a page that is not there', { type: 'page', page: '404', url: '/to' }, {}, '/to'],
  ])('decides where a visit goes if it asks for %s', (_what, match, visit, to) => {
    expect(location({ match }, '/source', visit)).toBe(to);
  });

  it.each<[RuleMatch, Partial<Visit>]>([
    [{ type: 'login', logged_in: '', logged_out: '/out' }, { user: ada }],
    [{ type: 'login', logged_in: '/in', logged_out: '' }, {}],
    [{ type: 'agent', agent: 'a', regex: false, url_from: '/a', url_notfrom: '' }, {}],
    [{ type: 'url' }, {}],
    [{ type: 'page', page: '404', url: '' }, {}],
  ])('leaves the visit to the next rule without a target: %j', (match, visit) => {
    expect(outcome({ match }, '/source', visit)).toBeUndefined();
  });

  it('must hold for an action that leads nowhere', () => {
    const match: RuleMatch = { type: 'agent', agent: 'a', regex: false };
    const rule = { match, action_type: 'error', action_code: 410 } as const;
    expect(outcome(rule, '/source', { headers: { 'user-agent': 'b' } })).toBeUndefined();
    expect(outcome(rule, '/source', { headers: { 'user-agent': 'a' } })).toEqual({ kind: 'error', rule: 1, code: 410 });
  });
});

describe('an action of a rule', () => {
  it.each([
    [
      { action_type: 'nothing', action_code: 0, match: { type: 'url' } },
      { kind: 'nothing', rule: 1 },
    ],
    [
      { action_type: 'random', action_code: 302, match: { type: 'url' } },
      { kind: 'random', rule: 1, code: 302 },
    ],
    [
      { action_type: 'error', action_code: 451, match: { type: 'url' } },
      { kind: 'error', rule: 1, code: 451 },
    ],
    [
      { action_type: 'pass', action_code: 0, match: { type: 'url', url: '/x?thing=1' } },
      { kind: 'pass', rule: 1, target: '/x?thing=1' },
    ],
    [
      { action_code: 308, match: { type: 'url', url: '/new' } },
      { kind: 'redirect', rule: 1, code: 308, location: '/new' },
    ],
    [{ match: { type: 'url', url: '77' } }, { kind: 'post', rule: 1, code: 301, post: 77 }],
  ] as [RuleFields, unknown][])('is applied: %j gives %j', (rule, made) => {
    expect(outcome(rule)).toEqual(made);
  });

  it.each(['http://inner.example/', 'https://a.org/x', '//a.org/x'])('passes nothing to %s', (url) => {
    expect(outcome({ action_type: 'pass', action_code: 0, match: { type: 'url', url } })).toBeUndefined();
  });
});

describe('a target of a redirect', () => {
  const pattern = (url: string, to: string, more: RuleFields = {}) =>
    ({ url, match: { type: 'url', url: to }, ...more, flags: { flag_regex: true } }) as const;

  it.each([
    [pattern('/source(.*)', '/target$1'), '/source45', '/target45'],
    [pattern('^/plain-regex/(.*)', '/plain-redirect/$1'), '/plain-regex/cat', '/plain-redirect/cat'],
    [pattern('cat(.*)', 'dog$1'), '/cat5 3', '/dog5%203'],
    [pattern('cat(.*)', 'dog$1'), '/cat5?thing 4', '/dog5?thing+4'],
    [pattern('^/app/(.*)$', '/plain-redirect$1'), '/app/?param=2r8b%2B6h', '/plain-redirect?param=2r8b%2B6h'],
    [pattern('^/中国(.*)', '/to$1'), '/%E4%B8%AD%E5%9B%BD%E4%B8%AD', '/to%E4%B8%AD'],
    [pattern('/(.*)', '/b?n=$1'), '/a\u0000', '/b?n=a'],
    [{ flags: { flag_query: 'pass' } }, '/source?thing=yes', '/target?thing=yes'],
    [{ match: { type: 'url', url: '/chez é' } }, '/source', '/chez%20%C3%A9'],
    [{ match: { type: 'url', url: 'foo' } }, '/source', 'foo'],
    [{ match: { type: 'url', url: '/a%0d%0aSet-Cookie:x' } }, '/source', '/aSet-Cookie:x'],
    [{ match: { type: 'url', url: '/a"<b>' } }, '/source', '/a%22%3Cb%3E'],
    [{ match: { type: 'url', url: 'https://example.com/there?x=1#y' } }, '/source', 'https://example.com/there?x=1#y'],
  ] as [RuleFields, string, string][])('is filled: %j for %s gives %s', (rule, target, to) => {
    expect(location(rule, target)).toBe(to);
  });

  it.each([
    '/source',
    'http://example.org/source',
    'HTTP://EXAMPLE.ORG:80/source#x',
    './source',
    '/x/../source',
    '//example.org/source',
  ])('is ignored if it is the address itself: %s', (url) => {
    expect(outcome({ match: { type: 'url', url } })).toBeUndefined();
  });

  it('is another one if its query differs', () => {
    expect(location({ match: { type: 'url', url: '/source?a=1' } })).toBe('/source?a=1');
    expect(
      outcome({ flags: { flag_query: 'pass' }, match: { type: 'url', url: '/source' } }, '/source?a=1'),
    ).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' \tjava\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://',
    '%0ajavascript:x',
  ])('is ignored if it runs in the browser, or is invalid: %j', (url) => {
    expect(outcome({ match: { type: 'url', url } })).toBeUndefined();
  });

  it('is ignored if it grows beyond the permitted length', () => {
    expect(outcome(pattern('a', '/'.padEnd(2_000, 'b')), `/${'a'.repeat(100)}`)).toBeUndefined();
  });
});

describe('the parameters of a visit', () => {
  it.each([
    ['/cats', '', '/cats'],
    ['/cats', 'hey=there', '/cats?hey=there'],
    ['/cats', '1=there', '/cats?1=there'],
    ['/cats', 'this=a%20cat', '/cats?this=a+cat'],
    ['/cats', 'this=a+cat', '/cats?this=a+cat'],
    ['/cats?cat=a', 'thing=cat', '/cats?cat=a&thing=cat'],
    ['/cats?cat=a', 'cat=b', '/cats?cat=a'],
    ['/', 'arrs1[]=1&arrs1[]=2&arrs2[]=1', '/?arrs1[]=1&arrs1[]=2&arrs2[]=1'],
    ['/', 'this=THAt', '/?this=THAt'],
    ['/', 'this', '/?this'],
    ['/', 'this+that', '/?this+that'],
    ['/', 'array[]=1&this+that', '/?array[]=1&this+that'],
    ['/to', 'random+thing&another[]=thing', '/to?another[]=thing&random+thing'],
    ['/to', 'a+b=1&x=1&c%20d=2&y=a+b', '/to?x=1&y=a+b&a+b=1&c+d=2'],
    ['/#fragment', 'a[]=1&stuff=1', '/?a[]=1&stuff=1#fragment'],
    ['/to?random=yes', 'random=no&other=no', '/to?random=yes&other=no'],
    ['/to', 'x=%2B', '/to?x=%2B'],
    ['/to', 'q[x]=5', '/to?q[x]=5'],
    ['/to?', 'a=1', '/to?a=1'],
  ])('are passed to %s from %s as %s', (target, query, passed) => {
    expect(withPassedQuery(target, query)).toBe(passed);
  });
});

describe('the tags of a target', () => {
  it.each([
    ['/plain', '/plain'],
    ['/[userid]/%userid%', '/7/7'],
    ['/[userlogin]/%userlogin%', '/ada/ada'],
    ['/[unixtime]', '/1782907200'],
    ['[md5]world[/md5]', '7d793037a0760186574b0282f2f435e7'],
    ['[upper]hello world[/upper]', 'HELLO WORLD'],
    ['[lower]HELLO[/lower]x[lower]A[/lower]', 'helloxa'],
    ['[dashes]hello world_here[/dashes]', 'hello-world-here'],
    ['[underscores]hello world-here[/underscores]', 'hello_world_here'],
    ['[upper]open', '[upper]open'],
  ])('are replaced: %s gives %s', (target, filled) => {
    expect(expandTags(target, visitOf('/', { user: ada }))).toBe(filled);
  });

  it('reveal nothing about strangers', () => {
    expect(expandTags('/[userid]/[userlogin]', visitOf('/'))).toBe('/0/');
  });
});
