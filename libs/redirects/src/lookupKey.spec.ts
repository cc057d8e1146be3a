import { lookupKey } from './lookupKey.ts';

const flags = { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false } as const;

describe('the look-up key of a rule', () => {
  it.each([
    ['/test', '/test'],
    ['http://test.com/test', '/test'],
    ['http://test.com//test//', '//test/'],
    ['', '/'],
    ['/TEsT', '/test'],
    ['/test/', '/test'],
    ['/thing///', '/thing//'],
    ['//', '/'],
    ['/中国:again/thing?other=中国', '/%e4%b8%ad%e5%9b%bd:again/thing'],
    ['/TEST/?thing=1', '/test'],
    ['/url', '/url'],
    ["/spaces'", '/spaces%27'],
    ['/a b+c', '/a%20b%20c'],
    ['/[x]@~,();', '/[x]@~,();'],
  ])('is the normalized path: %j gives %s', (url, key) => {
    expect(lookupKey(url, flags)).toBe(key);
  });

  it('is one constant for every pattern', () => {
    expect(lookupKey('^/cat.*', { ...flags, flag_regex: true })).toBe('regex');
  });

  it.each([
    ['/TEST/?thing=Cat&a=1', '/test?thing=cat&a=1'],
    ['//?s=no-results', '/?s=no-results'],
    ['/plain', '/plain'],
  ])('has the query in its order if that counts: %s', (url, key) => {
    expect(lookupKey(url, { ...flags, flag_query: 'exactorder' })).toBe(key);
  });

  it('is computed for any text, a broken one too', () => {
    expect(lookupKey('/\ud800%', flags)).toBe('/%ef%bf%bd%25');
  });
});
