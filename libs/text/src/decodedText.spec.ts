import { decodedText } from './decodedText.ts';

describe('decodedText', () => {
  it.each([
    ['%C3%A9t%C3%A9', 'été'],
    ['a%20b%2Fc', 'a b/c'],
    ['100%', '100%'],
    ['%E0%A4%A', '%E0%A4%A'],
  ])('turns %s into %s', (encoded, decoded) => {
    expect(decodedText(encoded)).toBe(decoded);
  });
});
