import { isNginx, readNginx } from './nginxFile.ts';

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split(/\r\n|\n|\r/);
}

describe('isNginx', () => {
  it.each(['server {', '\n\n  server{', 'a\n\tlocation = /a {', '\rrewrite ^/a /b;'])('recognises %j', async (text) => {
    expect(await isNginx(linesOf(text))).toBe(true);
  });

  it.each(['', 'a server {', 'rewrite ^/a\n;', 'servers {', 'location /a'])('does not recognise %j', async (text) => {
    expect(await isNginx(linesOf(text))).toBe(false);
  });
});

describe('readNginx', () => {
  it.each([
    ['^/a\\?(?:x&y|y&x)$', '/a?x&y'],
    ['^/a\\?(?:x\\?(?:y|z)$', undefined],
    ['^/a\\?(?:x\\?(?:)$', undefined],
    ['^/a|b$', undefined],
  ])('reads %j as the address %j', async (pattern, url) => {
    const [line] = await Array.fromAsync(readNginx(linesOf(`rewrite ${pattern} /b permanent;`)));
    expect(line).toMatchObject({ rule: url === undefined ? { url: pattern, regex: true } : { url, regex: false } });
  });
});
