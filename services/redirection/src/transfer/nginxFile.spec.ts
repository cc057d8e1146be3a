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
    ['^/a\\?(?:x&y|y&x)$', '/a?x&y', false],
    ['^/a\\?(?:x\\?(?:y|z)$', undefined],
    ['^/a\\?(?:x\\?(?:)$', undefined],
    ['^/a|b$', '^(?:/a.*|.*?b)$', true],
  ])('reads an address %j as %j', async (pattern, url, regex = false) => {
    const text = `if ($request_uri ~ "${pattern}") { return 301 /c; }`;
    const [line] = await Array.fromAsync(readNginx(() => linesOf(text)));
    expect(line).toMatchObject(
      url === undefined ? { line: 1, rule: { regex: true } } : { line: 1, rule: { url, regex } },
    );
  });
});
