import fc from 'fast-check';
import { pseudoText } from './pseudoText.ts';

const tagsOf = (text: string): string[] => text.match(/<\/?[A-Za-z][^<>]*>/g) ?? [];

describe('pseudo-text', () => {
  it.each([
    ['Harvest Fair', '«Hárvést Fáír»'],
    ['<p>Come and see.</p>', '<p>«Cómé ánd séé.»</p>'],
    ['<p>One <b>two</b> three</p>\n<p>Four</p>', '<p>«Óné »<b>«twó»</b>« thréé»</p>\n<p>«Fóúr»</p>'],
    ['<a href="/about" title="Come">here</a>', '<a href="/about" title="Come">«héré»</a>'],
    ['<!-- wp:paragraph {"align":"left"} -->\n<p>Hi</p>', '<!-- wp:paragraph {"align":"left"} -->\n<p>«Hí»</p>'],
    ['See [gallery ids="1,2" size=large] here', '«Séé [gallery ids="1,2" size=large] héré»'],
    ['[gallery]', '[gallery]'],
    ['%s of %1$s and {name}, 50%', '«%s óf %1$s ánd {name}, 50%»'],
    ['See https://example.test/about?a=e now', '«Séé https://example.test/about?a=e nów»'],
    ['Write to info@example.test', '«Wríté tó info@example.test»'],
    ['Fish &amp; chips &#233; 5', '«Físh &amp; chíps &#233; 5»'],
    ['12–14', '12–14'],
    ['', ''],
    ['秋祭り', '«秋祭り»'],
    ['a < b', '«á < b»'],
    ['été', '«été»'],
  ])('is made of %j as %j', (text, expected) => expect(pseudoText(text)).toBe(expected));

  it('keeps the tags of any text', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<p>', '</p>', '<br/>', 'word', ' ', '<', '>', '[a b]', '%s', '&amp;')),
        (parts) => {
          const text = parts.join('');
          expect(tagsOf(pseudoText(text))).toEqual(tagsOf(text));
        },
      ),
    ));

  it('takes time proportional to a hostile text', () => {
    const timeOf = (text: string): number => {
      const start = performance.now();
      pseudoText(text);
      return performance.now() - start;
    };
    for (const part of ['<!--', '<a ', '[a ', '{a', '%1', 'a@', 'a.a', 'http://', '&a', '[[']) {
      const least = (count: number): number => Math.min(...[1, 2, 3].map(() => timeOf(part.repeat(count))));
      expect([part, least(40_000) < 200 + 40 * least(4_000)]).toEqual([part, true]);
    }
  });
});
