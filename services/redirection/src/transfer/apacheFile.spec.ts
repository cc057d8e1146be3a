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
