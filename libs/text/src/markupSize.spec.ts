import { markupSize } from './markupSize.ts';
import { growsWithLength, repeated } from './testing.ts';

const sizeOf = (text: string, most = 100) => {
  const { depth, count } = markupSize(text, { blocks: true, shortCodes: true, most });
  return [depth, count];
};

describe('markupSize', () => {
  it.each<readonly [string, number, number]>([
    ['', 0, 0],
    ['plain < text >', 0, 0],
    ['<p>a</p><p>b</p>', 1, 2],
    ['<div><div>x</div><div><b>y</b></div></div>', 3, 4],
    ['<p>a<p>b<p>c', 1, 3],
    ['<ul><li>a<li>b</ul><ul><li>c</ul>', 2, 5],
    ['<p>a<br>b<img src="x">c</p>', 2, 3],
    ['<p><b>a</p><p><b>b</p>', 2, 4],
    ['<!-- core:group --><div><!-- core:paragraph --><p>a</p><!-- /core:paragraph --></div><!-- /core:group -->', 4, 4],
    ['<!-- core:more /--><!-- core:more /-->', 1, 2],
    ['<!-- /core:group --><!-- core:group -->', 1, 1],
    ['<!-- <b><i> -->', 0, 0],
    ['[gallery] [gallery] [unknown]', 1, 2],
    ['[caption width="5"]<a><img></a> x[/caption]', 3, 3],
    ['[gallery] [gallery] [gallery]x[/gallery]', 2, 3],
    ['[embed]a[/embed] [embed]b[/embed]', 1, 2],
    ['[caption][audio][/audio][/caption]', 2, 2],
    ['[gallery', 0, 0],
  ])('measures %j: %i deep, %i elements', (text, depth, count) => {
    expect(sizeOf(text)).toEqual([depth, count]);
  });

  it('counts only elements if the text is HTML alone', () => {
    const text = '<!-- core:group -->[gallery]<p>a</p><!-- /core:group -->';
    expect(markupSize(text, { blocks: false, shortCodes: false, most: 100 })).toEqual({ depth: 1, count: 1 });
  });

  it.each(['<br>', '<b>', '[gallery]', '<!-- core:a -->', '<!-- core:a /-->'])(
    'stops counting %j at the maximum',
    (unit) => {
      const [, count = 0] = sizeOf(unit.repeat(10_000), 50);
      expect([count > 50, count < 60]).toEqual([true, true]);
    },
  );

  it.each(['<b>', '</i>', '<b></i>', '<!--', '[caption]', '[gallery ', '<!-- core:a -->', '[/caption]', '<a "'])(
    'takes time proportional to the length of %j',
    (unit) => {
      const work = (text: string) => markupSize(text, { blocks: true, shortCodes: true, most: 100_000 });
      expect(growsWithLength(work, repeated(unit))).toBe(true);
    },
  );
});
