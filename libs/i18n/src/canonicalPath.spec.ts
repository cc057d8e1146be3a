import { canonicalPath } from './canonicalPath.ts';

describe('the right path of a page', () => {
  it.each([
    ['/', '/'],
    ['/about', '/about/'],
    ['/about/', '/about/'],
    ['/feed.ics', '/feed.ics'],
    ['/index.php', '/'],
    ['/fr-ca/index.php', '/fr-ca/'],
    ['/docs/index.php', '/docs/index.php'],
    ['/en/', '/en/'],
    ['/en', '/en/'],
    ['/en/about', '/about/'],
    ['/fr-ca/about/', '/fr-ca/about/'],
    ['//about', '//about/'],
  ])('is found on an English site: %s leads to %s', (path, right) => {
    expect(canonicalPath(path, 'en')).toBe(right);
  });
});
