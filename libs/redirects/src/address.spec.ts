import { pathOf, queryOf, withoutTrailingSlash } from './address.ts';

describe('the path of an address', () => {
  it.each([
    ['/cats?this=query&more', '/cats'],
    ['http://domain.com:303/cats?this=query&more', '/cats'],
    ['//cats//?this=query&more', '//cats//'],
    ['/?this=query&more', '/'],
    [String.raw`/thing\?this=query&more`, '/thing'],
    [String.raw`/thing\?this=query&more?another`, '/thing'],
    ['//?this=query&more', '//'],
    ['/page.html?page=http://domain.com:303/cats?this=query&more', '/page.html'],
  ])('of %s is %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });

  it.each([
    ['/', '/'],
    ['//', '//'],
    ['/something/', '/something'],
    ['/something//', '/something/'],
  ])('%s without a slash at its end is %s', (path, without) => {
    expect(withoutTrailingSlash(path)).toBe(without);
  });
});

describe('the query of an address', () => {
  it.each([
    ['/no-query', ''],
    ['/query?cat', 'cat'],
    [String.raw`/query\?cat`, 'cat'],
    [String.raw`/query?dog\?cat`, String.raw`dog\?cat`],
    [String.raw`/query\?cat?cat`, 'cat?cat'],
  ])('of %s is %j', (url, query) => {
    expect(queryOf(url)).toBe(query);
  });
});
