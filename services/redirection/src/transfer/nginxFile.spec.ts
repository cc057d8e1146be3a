import { growsWithLength, repeated } from '@almanac/content/testing';
import { isNginx, readNginx } from './nginxFile.ts';

const UNITS = [
  '\n',
  '\n ',
  '\rrewrite ',
  '\u2028rewrite ',
  '\nserver ',
  'location {',
  '|',
  '\\?(?:',
  '\\?(?:|',
  '(',
  '"',
  '\\',
];

describe('isNginx', () => {
  it.each(['server {', '\n\n  server{', 'a\n\tlocation = /a {', '\rrewrite ^/a /b;'])('recognises %j', (text) => {
    expect(isNginx(text)).toBe(true);
  });

  it.each(['', 'a server {', 'rewrite ^/a\n;', 'servers {', 'location /a'])('does not recognise %j', (text) => {
    expect(isNginx(text)).toBe(false);
  });

  it.each(UNITS)('takes time that grows with the length of the text alone, of %j', (unit) => {
    expect(growsWithLength(isNginx, repeated(unit))).toBe(true);
  });
});

describe('readNginx', () => {
  it.each([
    ['^/a\\?(?:x&y|y&x)$', '/a?x&y'],
    ['^/a\\?(?:x\\?(?:y|z)$', undefined],
    ['^/a\\?(?:x\\?(?:)$', undefined],
    ['^/a|b$', undefined],
  ])('reads %j as the address %j', (pattern, url) => {
    const [line] = readNginx(`rewrite ${pattern} /b permanent;`);
    expect(line).toMatchObject({ rule: url === undefined ? { url: pattern, regex: true } : { url, regex: false } });
  });

  it.each(UNITS)('takes time that grows with the length of a pattern alone, of %j', (unit) => {
    const work = (text: string) => [...readNginx(`rewrite ^/a${text.replaceAll(/[\r\n\u2028]/g, '')}$ /b permanent;`)];
    expect(growsWithLength(work, repeated(unit))).toBe(true);
  });
});
