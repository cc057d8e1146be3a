import { isDomainError } from '@almanac/i18n';
import { type Format, renderContent } from './renderContent.ts';

const render = (content: string, format: Format = 'auto', elapsed = () => 0) =>
  renderContent({ content, format, media: {} }, elapsed);

const resultOf = (rendered: Promise<unknown>): Promise<unknown> =>
  rendered.catch((error: unknown) => (isDomainError(error) ? [error.status, error.code] : error));

const nested = (depth: number): string => `${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`;
const tooComplex = [422, 'builder_too_complex'];

describe('rendered content', () => {
  it.each<readonly [string, Format, string]>([
    ['', 'auto', ''],
    ['Hello\n\nWorld', 'auto', '<p>Hello</p>\n<p>World</p>\n'],
    ["It's [nothing here]", 'auto', '<p>It&#8217;s [nothing here]</p>\n'],
    ['<!-- core:paragraph --><p>Hi</p><!-- /core:paragraph -->', 'auto', '<p>Hi</p>'],
    ['<p>Hi</p>\n\nthere', 'blocks', '<p>Hi</p>\n\nthere'],
    ['<!-- core:html -->a\n\nb<!-- /core:html -->', 'shortcodes', '<p>a</p>\n<p>b</p>\n'],
    ['[embed]https://a.example/[/embed]', 'shortcodes', '<a href="https://a.example/">https://a.example/</a>\n'],
    ["It's\n\n[gallery]", 'html', "It's\n\n[gallery]"],
    ['<p onclick="x()">Hi</p><script>alert(1)</script>', 'html', '<p>Hi</p>'],
    ['a<svg><script>x</script></svg>b', 'auto', '<p>ab</p>\n'],
  ])('is produced from %j as %s: %j', async (content, format, rendered) => {
    expect((await render(content, format)).content).toBe(rendered);
  });

  it('has its readable text, and the number of its words', async () => {
    expect(await render('<h2>Fish &amp; chips</h2>\n\nare  “good”')).toMatchObject({
      text: 'Fish & chips are “good”',
      words: 5,
    });
    expect(await render(' \n ')).toMatchObject({ text: '', words: 0 });
  });

  it('has the names of unknown blocks, each once', async () => {
    const content =
      '<!-- core:weather --><p>Sun</p><!-- /core:weather --><!-- core:acme/box /--><!-- core:weather /--><!-- core:constructor /-->';
    const warnings = ['weather', 'acme/box', 'constructor'].map((detail) => ({ code: 'unknown_block', detail }));
    expect(await render(content)).toMatchObject({ content: '<p>Sun</p>', warnings });
    expect((await render(content, 'html')).warnings).toEqual([]);
  });
});

describe('content that is too complex', () => {
  it('is nested deeper than 20, by any means', async () => {
    expect(await resultOf(render(nested(20)))).toMatchObject({ text: 'x' });
    expect(await resultOf(render(nested(21), 'html'))).toEqual(tooComplex);
    const groups = `${'<!-- core:group -->'.repeat(11)}${nested(10)}${'<!-- /core:group -->'.repeat(11)}`;
    expect(await resultOf(render(groups))).toEqual(tooComplex);
    expect(await resultOf(render(groups, 'html'))).toMatchObject({ text: 'x' });
  });

  it('has more than 5,000 parts', async () => {
    expect(await resultOf(render('<br>'.repeat(5_000), 'html'))).toMatchObject({ words: 0 });
    expect(await resultOf(render('<br>'.repeat(5_001), 'html'))).toEqual(tooComplex);
    expect(await resultOf(render('[gallery]'.repeat(5_001)))).toEqual(tooComplex);
  });

  it('takes longer than half a second', async () => {
    let clock = 0;
    const by = (milliseconds: number) => () => (clock += milliseconds);
    expect(await resultOf(render('x', 'auto', by(100)))).toMatchObject({ text: 'x' });
    expect(await resultOf(render('x', 'auto', by(200)))).toEqual(tooComplex);
  });
});
