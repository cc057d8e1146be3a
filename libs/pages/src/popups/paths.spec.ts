import { fitsPath } from './paths.ts';

describe('a path pattern', () => {
  it.each([
    ['/events/*', '/events/list/', true],
    ['/events/*', '/events/', false],
    ['/events*', '/events/', true],
    ['/events', '/events/', true],
    ['/events/', '/events', true],
    ['*', '/', true],
    ['/', '/', true],
    ['/', '/x', false],
    ['*/list', '/events/list/', true],
    ['/a*b*c', '/a-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['/ab*bc', '/abc', false],
    ['/a.c', '/abc', false],
    ['/Events', '/events', false],
    ['/été/*', '/%C3%A9t%C3%A9/fin', true],
    ['/%C3%A9t%C3%A9', '/été', true],
    ['/100%', '/100%', true],
  ])('is compared with a path: %s and %s: %s', (pattern, path, expected) => {
    expect(fitsPath(pattern, path)).toBe(expected);
  });

  it('takes no longer if many wildcards do not match', () => {
    const costs = Array.from({ length: 3 }, () => {
      const begun = process.threadCpuUsage();
      expect(fitsPath(`/${'a*'.repeat(99)}b`, `/${'a'.repeat(4_000)}`)).toBe(false);
      return process.threadCpuUsage(begun).user;
    });
    // a garbage collection may fall into one of them
    expect(Math.min(...costs)).toBeLessThan(100_000);
  });
});
