import fc from 'fast-check';
import { cutSlug, decodeSlug, slugOf, trashedSlug } from './slug.ts';
import { uniqueSlug } from './uniqueSlug.ts';

describe('slugOf', () => {
  it.each([
    ['Harbour Concert', 'harbour-concert'],
    ['Q&A', 'qa'],
    ['R&D; Lab', 'r-lab'],
    ['Q&amp;A', 'qa'],
    ['Façade Noël', 'facade-noel'],
    ['Fac\u0327ade Noe\u0308l', 'facade-noel'],
    ['Straße', 'strase'],
    ['Ærø Þór', 'aero-thor'],
    ['75%', '75'],
    ['%20 x', '%20-x'],
    ['Node.js 1.2', 'node-js-1-2'],
    ['a/b\\c_d', 'a-bc_d'],
    ['a--b', 'a-b'],
    ['a – b—c', 'a-b-c'],
    ['a&ndash;b', 'a-b'],
    ['“Hi” it’s', 'hi-its'],
    ['¿Qué? «x»', 'que-x'],
    ['x… © 2026', 'x-2026'],
    ['€5 £6 $7', 'e5-6-7'],
    ['5×4', '5x4'],
    ['Приз', '%d0%bf%d1%80%d0%b8%d0%b7'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
    ['<b>Bold</b> t', 'bold-t'],
    ['<3 you', ''],
    ['a < b > c', 'a-b-c'],
    ['line\nx', 'linex'],
    ['caf&eacute;', 'caf'],
    ['ḍ ẞ', '%e1%b8%8d-%c3%9f'],
    ['(a) [b]', 'a-b'],
    ['a@b=c', 'abc'],
    ['---', ''],
    ['½', '%c2%bd'],
    ['', ''],
    ['a\u00a0b\u2003c\u200bd', 'a-b-cd'],
    ['-a-', 'a'],
    ['İstanbul ǅ', 'istanbul-%c7%86'],
    ['a'.repeat(250), 'a'.repeat(200)],
    ['日'.repeat(100), '%e6%97%a5'.repeat(22)],
    ['a\ud800b', 'a%ef%bf%bdb'],
  ])('turns %j into %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('returns an existing slug unchanged', () => {
    for (const slug of ['a-b', '%e6%97%a5-x', 'x_y', '2026']) expect(slugOf(slug)).toBe(slug);
  });
});

describe('decodeSlug and cutSlug', () => {
  it('reads percent codes', () => {
    expect(decodeSlug('%e6%97%a5-x')).toBe('日-x');
    expect(decodeSlug('100%-a')).toBe('100%-a');
    expect(decodeSlug('a%e6%97')).toBe('a%e6%97');
  });

  it('cuts whole characters and leaves no dash at the end', () => {
    expect(cutSlug('%e6%97%a5%e6%9c%ac', 17)).toBe('%e6%97%a5');
    expect(cutSlug('abc-def', 4)).toBe('abc');
    expect(cutSlug('abc', 3)).toBe('abc');
  });
});

describe('trashedSlug', () => {
  it('keeps to 200 bytes', () => {
    expect(trashedSlug('harbour')).toBe('harbour__trashed');
    expect(trashedSlug('harbour__trashed')).toBe('harbour__trashed');
    expect(trashedSlug('a'.repeat(200))).toBe(`${'a'.repeat(191)}__trashed`);
  });
});

describe('uniqueSlug', () => {
  const taking =
    (...slugs: string[]) =>
    (slug: string): boolean =>
      slugs.includes(slug);

  it.each([
    ['a free one', 'same', [], {}, 'same'],
    ['the third', 'same', ['same', 'same-2'], {}, 'same-3'],
    ['the name of a feed', 'feed', [], {}, 'feed-2'],
    ['embed', 'embed', ['embed-2'], {}, 'embed-3'],
    ['all digits of a post', '2026', [], { noDigits: true }, '2026-2'],
    ['all digits of an event', '2026', [], {}, '2026'],
    ['the id of an untitled post', '104', [], { noDigits: true }, '104-2'],
    ['a single zero', '0', [], { noDigits: true }, '0'],
    ['a segment in use', 'events', [], { reserved: new Set(['events']) }, 'events-2'],
    ['200 bytes', 'a'.repeat(200), ['a'.repeat(200)], {}, `${'a'.repeat(198)}-2`],
  ])('finds the next free slug for %s', async (_, base, taken, rules, expected) => {
    expect(await uniqueSlug(base, taking(...taken), rules)).toBe(expected);
  });

  it('keeps to 200 bytes however far it counts', async () => {
    const asked: string[] = [];
    const isTaken = (slug: string): boolean => {
      asked.push(slug);
      return Number(/-(\d+)$/.exec(slug)?.[1] ?? 1) < 101;
    };
    expect(await uniqueSlug('a'.repeat(200), isTaken)).toBe(`${'a'.repeat(196)}-101`);
    expect(Math.max(...asked.map((slug) => slug.length))).toBe(200);
  });

  it('finds the end of a series of any length in few steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (length) => {
        let asked = 0;
        const isTaken = (slug: string): boolean => {
          asked += 1;
          return Number(/-(\d+)$/.exec(slug)?.[1] ?? 1) <= length;
        };
        expect(await uniqueSlug('same', isTaken)).toBe(`same-${length + 1}`);
        expect(asked).toBeLessThan(60);
      }),
    );
  });

  it('gives up if every slug is taken', async () => {
    await expect(uniqueSlug('same', () => true)).rejects.toThrow('no slug is free');
  });

  it('skips a base that is taken', async () => {
    expect(await uniqueSlug('same', () => false, { numbered: true })).toBe('same-2');
  });
});
