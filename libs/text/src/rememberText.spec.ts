import { rememberText } from './rememberText.ts';

/** Room for a hundred texts of three characters. */
const CACHE_CHARACTERS = 600;

const counted = () => {
  const asked: string[] = [];
  const make = (text: string): string => {
    asked.push(text);
    return text.toUpperCase();
  };
  return { asked, shown: rememberText(make, CACHE_CHARACTERS) };
};

describe('a cache of text results', () => {
  it('computes each once, the empty one too', () => {
    const { asked, shown } = counted();
    for (const text of ['a', 'b', '', 'a', '', 'b']) expect(shown(text)).toBe(text.toUpperCase());
    expect(asked).toEqual(['a', 'b', '']);
  });

  it('evicts the oldest beyond its size', () => {
    const { asked, shown } = counted();
    const texts = Array.from({ length: 101 }, (_, index) => `t${String(index).padStart(2, '0')}`.slice(-3));
    for (const text of [...texts, ...texts.slice(1)]) expect(shown(text)).toBe(text.toUpperCase());
    expect(asked).toEqual(texts);
    shown('t00');
    expect(asked.at(-1)).toBe('t00');
  });

  it('computes a large text each time, and keeps the others', () => {
    const { asked, shown } = counted();
    const long = 'harbour'.repeat(30);
    for (const text of ['one', long, long, 'one']) expect(shown(text)).toBe(text.toUpperCase());
    expect(asked).toEqual(['one', long, long]);
  });
});
