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

describe('locations of nginx', () => {
  const read = async (text: string) => Array.fromAsync(readNginx(() => linesOf(text)));

  it.each(['= /a%20b', '/a%C3%A4/', '~ ^/a%20b$'])(
    'are refused with percent signs, which nginx decodes: %s',
    async (location) => {
      expect(await read(`location ${location} { return 301 /b; }`)).toEqual([
        expect.objectContaining({ reason: expect.stringContaining('compares decoded addresses') }),
      ]);
    },
  );

  it.each([
    ['location /a { return 301 /b; }\nlocation /a/files { root /x; }', 2],
    ['location ^~ /a/ { return 301 /b; }\nlocation /a/c { return 301 /d; }', 2],
    ['location ~ ^/a { return 301 /b; }\nlocation = /a/c { root /x; }', 2],
  ])('are refused if another one takes a part: %j', async (text, other) => {
    expect(await read(text)).toContainEqual({
      line: 1,
      reason: 'Line {other} takes some of its addresses.',
      params: { other },
    });
  });

  it.each([
    ['location /a/ { return 301 /b; }\nlocation / { root /x; }'],
    ['location /a { return 301 /b; }\nlocation /b { root /x; }'],
    ['location ~ ^/a { return 301 /b; }\nlocation / { root /x; }'],
  ])('are read beside others: %j', async (text) => {
    expect(await read(text)).toMatchObject([{ line: 1, rule: { regex: true } }]);
  });

  it('are compared in time that grows with their number', async () => {
    const count = 20_000;
    const line = (_: unknown, at: number): string => `location /a${at}/ { return 301 /b; }`;
    expect(await read(Array.from({ length: count }, line).join('\n'))).toHaveLength(count);
  });
});

describe('servers of nginx', () => {
  const read = async (text: string) => Array.fromAsync(readNginx(() => linesOf(text)));
  const server = (names: string, rule: string): string => `server { server_name ${names}; ${rule} }`;
  const section = 'The rule is in a section that does not apply to the whole site.';

  it('limit their rules to their names if there are several', async () => {
    const text = [
      server('new.example', 'location / { root /x; }'),
      server('old.example www.old.example', 'location /a { return 301 https://new.example/b; }'),
    ];
    expect(await read(text.join('\n'))).toMatchObject([
      { line: 2, rule: { condition: { type: 'server', data: { server: 'old.example' } } } },
      { line: 2, rule: { condition: { type: 'server', data: { server: 'www.old.example' } } } },
    ]);
  });

  it('do not limit rules if all have the same names', async () => {
    const text = [server('a.example', 'rewrite ^/a$ /b permanent;'), server('a.example', 'rewrite ^/c$ /d permanent;')];
    const parsed = await read(text.join('\n'));
    expect(parsed).toHaveLength(2);
    expect(parsed).not.toContainEqual(
      expect.objectContaining({ rule: expect.objectContaining({ condition: expect.anything() }) }),
    );
  });

  it.each(['_', '*.example', '.example', '~^www', ''])('refuse rules of the name %j beside others', async (name) => {
    const text = [server('a.example', ''), server(name, 'rewrite ^/a$ /b permanent;')];
    expect(await read(text.join('\n'))).toEqual([{ line: 2, reason: section }]);
  });

  it('are read in time that grows with the blocks around them', async () => {
    expect(await read('http {\n'.repeat(30_000))).toEqual([]);
    expect(await read('a {\n'.repeat(30_000))).toEqual([]);
  });
});
