import { compilePattern, isPattern, matchesPattern, replaceFound } from './pattern.ts';

const pattern = (source: string, ignoreCase = false) => compilePattern(source, { ignoreCase })!;

describe('a pattern', () => {
  it.each([
    ['cat.*', 'cat5', true],
    ['cat.*', 'dog5', false],
    ['f%C3%BCr.*', 'fürcat', true],
    ['/f%C3%BCr/\\d', '/für/1', true],
    ['@cat.*', '@cat5', true],
    ['@cat.*', '@dog5', false],
    ['^/hello\\+world', '/hello+world', true],
    ['/cat/\\d', '/cat/1', true],
    ['a.b', 'a\nb', true],
    ['t/h', '/x/t/here', true],
  ])('is found or not: %s in %j: %s', (source, text, isSo) => {
    expect(matchesPattern(pattern(source), text)).toBe(isSo);
  });

  it('may ignore case', () => {
    expect(['CAT5', 'DOG5'].map((text) => matchesPattern(pattern('cat.*', true), text))).toEqual([true, false]);
  });

  it.each(['/cat[5', '(', 'a(?=b)', '(?<!x)a', '(a)\\1', 'a{1001}', '((a{100}){100}){100}', 'x'.repeat(2_001)])(
    'may not be %s',
    (source) => {
      expect([isPattern(source), compilePattern(source, { ignoreCase: false })]).toEqual([false, undefined]);
    },
  );

  it('is kept compiled, by its case, until too large ones are compiled after it', () => {
    const [strict, ignoring] = [pattern('cat.*'), pattern('cat.*', true)];
    expect([pattern('cat.*') === strict, pattern('cat.*', true) === ignoring, strict === ignoring]).toEqual([
      true,
      true,
      false,
    ]);
    for (let turn = 0; turn < 400; turn++) pattern(`${turn}${'(.*)*'.repeat(300)}`);
    expect(pattern('cat.*') === strict).toBe(false);
  });

  it.each([
    ['cat(.*)', 'cat5', 'dog$1', 'dog5'],
    ['/old/(.*)', '/xx/old/a', '/new/$1', '/xx/new/a'],
    ['/a', '/xay/a/a', '/b', '/xay/b/b'],
    ['.*', '/t', '/u', '/u'],
    ['(a)(b)?', 'a', ['$1$', '{2}\\1$0$9'].join(''), 'aaa'],
    ['/(?P<id>\\d+)', '/7', '/x$1', '/x7'],
    ['nothing', '/t', '/u', '/t'],
  ])('is replaced: %s in %s by %3$s gives %4$s', (source, text, replacement, replaced) => {
    expect(replaceFound(pattern(source), text, replacement).address).toBe(replaced);
  });

  it.each([
    ['(a+)+$', 'a'.repeat(4_000)],
    ['(x+x+)+y', 'x'.repeat(4_000)],
    ['(.*)*(.*)*=', '/'.repeat(4_000)],
    ['a(.*b)?', 'a'.repeat(4_000)],
  ])('takes no noticeable time if it is made to be slow: %s', (source, text) => {
    const began = performance.now();
    matchesPattern(pattern(source), `${text}!`);
    expect(replaceFound(pattern(source), `${text}!`, '-').address.length).toBeLessThanOrEqual(4_001);
    // a backtracking engine would take hours
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
