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
  ])('is the one before the query: %s has %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });

  it.each([
    ['/', '/'],
    ['//', '//'],
    ['/something/', '/something'],
    ['/something//', '/something/'],
  ])('may lose its final slash: %s becomes %s', (path, without) => {
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
  ])('begins at the first unescaped question mark: %s has %j', (url, query) => {
    expect(queryOf(url)).toBe(query);
  });
});
