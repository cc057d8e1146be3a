import { rememberText } from './rememberText.ts';

const counted = (most?: number) => {
  const asked: string[] = [];
  const make = (text: string): string => {
    asked.push(text);
    return text.toUpperCase();
  };
  return { asked, shown: rememberText(make, most) };
};

describe('remembering what is made of texts', () => {
  it('makes each once, the empty one too', () => {
    const { asked, shown } = counted();
    for (const text of ['a', 'b', '', 'a', '', 'b']) expect(shown(text)).toBe(text.toUpperCase());
    expect(asked).toEqual(['a', 'b', '']);
  });

  it('forgets the oldest beyond its size', () => {
    const { asked, shown } = counted(12);
    for (const text of ['one', 'two', 'six', 'six', 'two', 'one']) expect(shown(text)).toBe(text.toUpperCase());
    expect(asked).toEqual(['one', 'two', 'six', 'one']);
  });

  it('does not keep what is larger than all it may keep, and goes on', () => {
    const { asked, shown } = counted(12);
    for (const text of ['harbour', 'harbour', 'one', 'one']) expect(shown(text)).toBe(text.toUpperCase());
    expect(asked).toEqual(['harbour', 'harbour', 'one']);
  });
});
