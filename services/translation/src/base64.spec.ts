import { growsWithLength } from '@almanac/text/testing';
import { decodeBase64 } from './base64.ts';

describe('decodeBase64', () => {
  it.each(['T2s/', 'T2\r\ns/', ' T2s/ ', 'T2tr', 'T2sg', 'T2s', 'T2s='])('decodes %j', (text) => {
    expect(decodeBase64(text)).toEqual(Buffer.from(text, 'base64'));
  });

  it.each(['T', 'T2s=T2s=', 'T2s-', 'msgid "a"', '<xliff/>', '='])('refuses %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it.each([' ', 'a', 'a ', '=', '= '])('takes time proportional to the length of a text of %j', (unit) => {
    expect(growsWithLength(decodeBase64, (length) => `${unit.repeat(length / unit.length)}!`)).toBe(true);
  });
});
