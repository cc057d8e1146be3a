import { Starts } from './starts.ts';

describe('Starts', () => {
  const starts = new Starts(['/', '/blog/2020', '/blog/2021/a', '/shop'].map((text, at) => ({ text, line: at + 1 })));

  it.each([
    ['/blog/', 1, 2],
    ['/blog/2021', 1, 3],
    ['/blog/2021/ab', 1, 3],
    ['/blog/2021/b', 1, undefined],
    ['/blog/2020/x', 10, undefined],
    ['/shop/cart', 1, 4],
    ['/about', 0, 1],
    ['/about', 1, undefined],
    ['', 0, 1],
  ])('finds a start longer than the limit that shares addresses with %j', (text, above, line) => {
    expect(starts.lineFor(text, above)).toBe(line);
  });

  it('agrees with a comparison of every pair', () => {
    const texts = ['', '/', '/a', '/ab', '/abc', '/abd/e', '/b', '/ba', '/bb/c', '/c/d/e', '/c/d/f', '/d'];
    for (const [at, text] of texts.entries()) {
      const added = new Starts();
      for (const other of texts.filter((_, place) => place % 3 === at % 3 && place !== at))
        added.add({ text: other, line: texts.indexOf(other) + 1 });
      for (const above of [-1, 1, 2].filter((length) => length <= text.length)) {
        const shares = texts.some(
          (other, place) =>
            place % 3 === at % 3 &&
            place !== at &&
            other.length > above &&
            (other.startsWith(text) || text.startsWith(other)),
        );
        expect([text, above, added.lineFor(text, above) !== undefined]).toEqual([text, above, shares]);
      }
    }
  });

  it('finds all texts once too many starts are added', () => {
    const many = new Starts();
    for (let line = 1; line <= 10_001; line++) many.add({ text: `/a${line}`, line });
    expect(many.lineFor('/z')).toBe(10_001);
  });
});
