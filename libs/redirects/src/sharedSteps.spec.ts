import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compilePattern, matchesPattern, replaceFound } from './pattern.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const usedBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const PATTERNS = 200;

describe('compiled patterns', () => {
  it.each([
    ['groups and branches', '/', '(.*)*', 300],
    ['characters', '/', '[a-z]/', 300],
    ['a beginning and no alternatives', '^/', '/[0-9]+-x', 150],
  ])('take at most 70 bytes per step if others are alike, with %s', (_kind, begin, part, times) => {
    const sourceOf = (number: number): string => `${begin}${number}${part.repeat(times)}`;
    compilePattern(sourceOf(PATTERNS), { ignoreCase: false });
    const before = usedBytes();
    let steps = 0;
    for (let number = 0; number < PATTERNS; number++)
      steps += compilePattern(sourceOf(number), { ignoreCase: false })?.programSize() ?? 0;
    expect(steps).toBeGreaterThan(500 * PATTERNS);
    expect((usedBytes() - before) / steps).toBeLessThan(70);
  });

  it('match their own addresses only, though most of their steps are alike', () => {
    const pages = ['a', 'b', 'c'];
    const patterns = pages.map((page) => compilePattern(`^/old-${page}/(\\d+)/(.*)$`, { ignoreCase: false })!);
    const found = patterns.map((pattern) => pages.filter((page) => matchesPattern(pattern, `/old-${page}/1/x`)));
    expect(found).toEqual([['a'], ['b'], ['c']]);
  });

  it.each([
    ['^/Old/([a-z]+)-(\\d+)$', '/old/page-7', '/new/page/7'],
    ['^/old/([a-z]+)-(\\d+)$', '/old/page-x', undefined],
    ['^/(?:a|b[0-9])/k([^/]*)$', '/B7/Kx', '/new/x/'],
    ['^/(?:a|b[0-9])/K$', '/a/\u212a', '/new//'],
    ['^/[^\\x{0}-\\x{10FFFF}]', '/a', undefined],
  ])('match as before without alternatives: %s in %s', (source, address, replaced) => {
    const pattern = compilePattern(source, { ignoreCase: true })!;
    expect(matchesPattern(pattern, address)).toBe(replaced !== undefined);
    expect(replaceFound(pattern, address, '/new/$1/$2').address).toBe(replaced ?? address);
  });
});
