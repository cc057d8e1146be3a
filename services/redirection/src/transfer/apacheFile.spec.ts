import { readApache } from './apacheFile.ts';

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

const read = (text: string) => Array.fromAsync(readApache(() => linesOf(text)));

describe('exclusions of Apache', () => {
  it('refuse a rule with the line that takes some of its addresses', async () => {
    const text = 'RewriteRule ^/(?:css|js)/ - [L]\nRewriteRule ^/js(.*) /x$1 [R]\nRewriteRule ^/img(.*) /x$1 [R]';
    const [first, second] = await read(text);
    expect(first).toEqual({ line: 2, reason: 'Line {other} takes some of its addresses.', params: { other: 1 } });
    expect(second).toMatchObject({ line: 3, rule: { target: '/x$1$2' } });
  });

  it('are compared in time that grows with their number', async () => {
    const choice = (letter: string, count: number): string =>
      Array.from({ length: count }, (_, at) => `${letter}${at.toString(36)}`).join('|');
    const excluded = Array.from({ length: 100 }, () => `RewriteRule ^/(${choice('b', 1_900)})$ - [L]`);
    const rules = Array.from({ length: 10 }, () => `RewriteRule ^/(${choice('c', 1_900)})x(.*)$ /z [R,L]`);
    const parsed = await read([...excluded, ...rules].join('\n'));
    expect(parsed).toHaveLength(rules.length);
  });
});

describe('a RedirectMatch whose target begins with its first group', () => {
  it.each([
    ['(.*)\\.php$', '$1.html', '^/([^?]*)\\.php'],
    ['^(/shop/[0-9]+)-x$', '$1', '^/(shop/[0-9]+)-x'],
  ])('is read with the slash before the group: %s %s', async (source, target, url) => {
    const [line] = await read(`RedirectMatch 301 ${source} ${target}`);
    expect(line).toMatchObject({
      rule: { url: expect.stringContaining(url), target: expect.stringMatching(/^\/\$1/) },
    });
  });

  it.each(['(/a|/b)c$', '^(/a)?/b$', '(.*)/b$', 'x(.*)$', '^(/*)x$', '^(/?.*)x$', '(/a)$'])(
    'is refused if the group may lack the slash, or match below a folder: %s',
    async (source) => {
      expect(await read(`RedirectMatch 301 ${source} $1`)).toEqual([{ line: 1, reason: 'The line cannot be read.' }]);
    },
  );
});

describe('sections of Apache', () => {
  const section = 'The rule is in a section that does not apply to the whole site.';
  const host = (names: string, rule: string): string => `<VirtualHost *:80>\n${names}\n${rule}\n</VirtualHost>\n`;

  it('limit their rules to their names if there are several hosts', async () => {
    const parsed = await read(
      host('ServerName new.example', '') +
        host('ServerName https://old.example:443\nServerAlias www.old.example', 'RedirectMatch ^/a$ /b'),
    );
    expect(parsed).toMatchObject([
      { line: 8, rule: { url: '/a', condition: { type: 'server', data: { server: 'old.example' } } } },
      { line: 8, rule: { url: '/a', condition: { type: 'server', data: { server: 'www.old.example' } } } },
    ]);
  });

  it('keep a condition on one of the names, and refuse other conditions', async () => {
    const rule = (variable: string, value: string): string =>
      `RewriteCond %{${variable}} ^${value}$\nRewriteRule ^/a$ /b [R=301]`;
    const parsed = await read(
      host('ServerName a.example', rule('HTTP_HOST', 'a\\.example')) +
        host('ServerName b.example', rule('HTTP_USER_AGENT', 'Bot')),
    );
    expect(parsed).toMatchObject([
      { line: 4, rule: { condition: { type: 'server', data: { server: 'a.example' } } } },
      { line: 9, reason: section },
    ]);
  });

  it('do not limit rules if all hosts have the same names', async () => {
    const parsed = await read(
      host('ServerName a.example', '').repeat(2) + host('ServerName a.example', 'RedirectMatch ^/a$ /b'),
    );
    expect(parsed).toEqual([{ line: 11, rule: expect.not.objectContaining({ condition: expect.anything() }) }]);
  });

  it.each(['', 'ServerName *.example'])('refuse rules of a host with the name %j beside others', async (name) => {
    const text = host('ServerName a.example', '') + host(name, 'RedirectMatch ^/a$ /b');
    expect(await read(text)).toEqual([{ line: 7, reason: section }]);
  });

  it.each(['IfModule !mod_ssl.c', 'IfModule !mod_alias.c', 'IfDefine SSL', 'IfDefine !SSL', 'Files a'])(
    'are a part of the site: %s',
    async (begin) => {
      const text = `<${begin}>\nRedirectMatch ^/a$ /b\n</${begin.split(' ')[0]}>\nRedirectMatch ^/c$ /d`;
      expect(await read(text)).toMatchObject([
        { line: 2, reason: section },
        { line: 4, rule: { url: '/c' } },
      ]);
    },
  );

  it('are read in time that grows with the sections around them', async () => {
    expect(await read('<IfModule a>\n</IfVersion>\n'.repeat(30_000))).toEqual([]);
  });
});

describe('readApache', () => {
  it.each(['h', 'e', 'C', 'u', 'K'])('refuses the escape \\%s', async (sign) => {
    expect(await read(`RedirectMatch ^/a\\${sign}b$ /c`)).toEqual([
      { line: 1, reason: 'Redirects have no such pattern.' },
    ]);
  });

  it('refuses a directive that is too long on several lines, and reads the next', async () => {
    const text = `RedirectMatch ^/a$ /b/${`${'1'.repeat(3_000)}\\\n`.repeat(4)}2\nRedirectMatch ^/c$ /d`;
    expect(await read(text)).toMatchObject([
      { line: 1, reason: 'The line is too long.' },
      { line: 6, rule: { url: '/c' } },
    ]);
  });

  it('joins continued lines up to the limit', async () => {
    const text = `RedirectMatch ^/a$ /b/${`${'1'.repeat(3_000)}\\\n`.repeat(3)}2`;
    expect(await read(text)).toMatchObject([{ line: 1, rule: { target: `/b/${'1'.repeat(9_000)}2` } }]);
  });
});
