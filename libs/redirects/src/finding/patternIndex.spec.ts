import fc from 'fast-check';
import { RE2JS } from 're2js';
import { ruleOf } from '../testing/rules.ts';
import { PatternIndex } from './patternIndex.ts';
import { requiredTexts } from './requiredTexts.ts';

const everyRule = (): boolean => true;

describe('the texts that every match of a pattern contains', () => {
  it.each([
    ['^/Old-section-7/(\\d+)/?$', ['/old-section-7/']],
    ['(?:archive|blog)/.*-topic7\\.html?$', ['/', '-topic7.htm']],
    ['ab+c', ['ab', 'c']],
    ['ab*c', ['a', 'c']],
    ['ab{0,2}c{2}d', ['a', 'd']],
    ['a{,2}b', ['a{,2}b']],
    ['[a-z]x[^]]y[]a]z[\\]]w', ['x', 'y', 'z', 'w']],
    ['a\\db\\.c', ['a', 'b.c']],
    ['für.x', ['f', 'r', 'x']],
    ['(a(b)[)]c)d', ['d']],
    ['a|b', []],
    ['(?i)abc', ['abc']],
    ['\\Qa|b\\E', []],
    ['a\\x41', []],
    ['[[:alpha:]]x', []],
    ['.*', []],
  ])('are found: %s has %j', (pattern, texts) => {
    expect(requiredTexts(pattern)).toEqual(texts);
  });

  const atom = fc.oneof(
    fc.constantFrom(
      'a',
      'B',
      'k',
      's',
      '/',
      '-',
      'é',
      ' ',
      '{',
      '}',
      ']',
      '.',
      '^',
      '$',
      '\\.',
      '\\d',
      '\\w',
      '\\b',
      '[a-k]',
      '[^b]',
      '[]s]',
      '[\\]k]',
    ),
    fc.constantFrom('(a|b)', '(?:ks)', '(?i:A)', '(s[)]|k)', '|'),
  );
  const piece = fc
    .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,1}', '*?'))
    .map((parts) => parts.join(''));
  const subject = fc.array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'B',
      'k',
      'K',
      '\u212a',
      's',
      '\u017f',
      '/',
      '-',
      'é',
      ' ',
      ')',
      ']',
      '{',
      '}',
      '.',
      '1',
    ),
    { maxLength: 12 },
  );

  it('occur in every text that the pattern matches', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        subject,
        fc.boolean(),
        (pieces, signs, ignoreCase) => {
          const source = pieces.join('');
          const text = signs.join('');
          let pattern: RE2JS;
          try {
            pattern = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
          } catch {
            return;
          }
          if (!pattern.test(text)) return;
          const index = new PatternIndex();
          index.add(ruleOf({ url: source, flags: { flag_regex: true, flag_case: ignoreCase } }));
          expect(index.find(text, everyRule)).toHaveLength(1);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('a thousand patterns', () => {
  const shapes = [
    (n: number) => [`^/old-section-${n}/(\\d+)/([^/]+)/?$`, `/old-section-${n}/17/some-page/`],
    (n: number) => [`(?:archive|blog)/.*-topic${n}\\.html?$`, `/blog/2020/about-topic${n}.html`],
  ] as const;

  it.each([0, 1])('leave few to be tried if they have one shape', (shape) => {
    const index = new PatternIndex();
    for (let n = 1; n <= 1_000; n++) {
      const [url = ''] = shapes[shape]!(n);
      index.add(ruleOf({ id: n, url, flags: { flag_regex: true } }));
    }
    for (const n of [1, 9, 10, 77, 123, 500, 999, 1_000]) {
      const [, address = ''] = shapes[shape]!(n);
      const found = index.find(address, everyRule).map(({ id }) => id);
      expect(found).toContain(n);
      expect(found.length).toBeLessThan(15);
    }
    expect(index.find('/somewhere/else/', everyRule)).toEqual([]);
  });

  it('are forgotten when they are deleted', () => {
    const index = new PatternIndex();
    const rules = ['/abcd(.*)', '/ab', '.*', 'x'].map((url, at) =>
      ruleOf({ id: at + 1, url, flags: { flag_regex: true } }),
    );
    for (const rule of rules) index.add(rule);
    expect(
      index
        .find('/ABCDEx', everyRule)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 3, 4]);
    for (const rule of rules) index.delete(rule);
    expect([index.find('/abcdex', everyRule), index.size]).toEqual([[], 0]);
  });
});
