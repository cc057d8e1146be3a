import { searchableText, searchableWord } from './searchableText.ts';
import { growsWithLength, repeated } from './testing.ts';

describe('searchable text', () => {
  it.each([
    ['ÉTÉ à Québec', 'ete a quebec'],
    ['e\u0301te\u0301', 'ete'],
    ['Œuvre, Straße, Ærø', 'oeuvre, strasse, aero'],
    ['<p>One</p><p>Two</p>', 'one two'],
    ['Har<b>bour</b> <a href="/x?a=1&b=2">feast</a>', 'harbour feast'],
    ['<!-- block {"a":"b"} -->text<br/>more', 'text more'],
    ['<!-- a --> b <!-- c <!-- d --> e <!-- f', 'b e <!-- f'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a\n\t b\u00a0c ', 'a b c'],
    ['日本語', '日本語'],
  ])('is folded: %j becomes %j', (text, folded) => {
    expect(searchableText(text)).toBe(folded);
  });

  it('is folded in time proportional to its length', () => {
    const units = ['<', '<!--', '<!-- -->', '-->', '<a', '<a ', '<b>', '</', ' ', '\u0301'];
    expect(units.filter((unit) => !growsWithLength(searchableText, repeated(unit)))).toEqual([]);
  });

  it('keeps the markup of a searched word', () => {
    expect(searchableWord(' <B> É ')).toBe('<b> e');
  });

  it('stays unchanged when it is already folded', () => {
    for (const text of ['Œuvre <i>É</i>', 'İstanbul', 'ǅ', 'ﬁ ½'])
      expect(searchableText(searchableText(text))).toBe(searchableText(text));
  });
});
