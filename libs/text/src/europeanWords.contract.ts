import fc from 'fast-check';

const CODE_POINTS = 0x11_0000;
const EUROPEAN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** The letters of the Latin, Greek and Cyrillic scripts, except U+037A, an iota below another letter. */
export const europeanLetters: readonly string[] = Array.from({ length: CODE_POINTS }, (_, code) =>
  code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code),
).filter((character) => EUROPEAN.test(character) && /\p{L}/u.test(character) && character !== '\u037a');

/** Words of those letters, with accents. */
export const europeanWords: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...europeanLetters) },
    { weight: 2, arbitrary: fc.constantFrom(...'aeioßæσ') },
    { weight: 1, arbitrary: fc.constantFrom(...'\u0300\u0301\u0308\u0327') },
  ),
  minLength: 2,
  maxLength: 8,
});
