import fc from 'fast-check';
import { recordsOf, surveyExport } from './readExport.ts';

const wxr = (body: string): string =>
  `<?xml version="1.0"?><rss><channel><title>Site</title><wp:wxr_version>1.2</wp:wxr_version>${body}</channel></rss>`;

const post = (title: string, content = ''): string =>
  `<item><title>${title}</title><content:encoded>${content}</content:encoded><wp:post_type>post</wp:post_type></item>`;

const all = async <Each>(each: AsyncIterable<Each>): Promise<Each[]> => {
  const found: Each[] = [];
  for await (const one of each) found.push(one);
  return found;
};

const read = async (...pieces: string[]) => {
  const survey = await surveyExport(() => pieces);
  return { survey, posts: await all(recordsOf(() => pieces)) };
};

const BODY = `
<wp:author><wp:author_login>ann</wp:author_login></wp:author>
<wp:tag><wp:tag_slug>loud</wp:tag_slug><wp:tag_name>Loud &amp; clear</wp:tag_name></wp:tag>
<item><title>A &#8217;n&#8217; B &nbsp; é 🎶</title><content:encoded><![CDATA[1 < 2 && <b>“x”</b>\r\n&amp;]]></content:encoded>
<category domain="category" nicename="caf%C3%A9"><![CDATA[Café]]></category><category domain="post_tag" nicename="loud">L</category>
<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:postmeta>
<wp:comment><wp:comment_content><![CDATA[Nice]]></wp:comment_content></wp:comment>
<wp:post_name>a-b</wp:post_name><wp:post_type>post</wp:post_type></item>
<item><title>Picture ?a=1&b=[2]</title><wp:post_id>5</wp:post_id><wp:post_type>attachment</wp:post_type></item>
<item><wp:post_type>block</wp:post_type></item><item><wp:post_type>block</wp:post_type></item>`;

describe('reading a site export', () => {
  it('surveys everything except the texts of posts, and then reads these', async () => {
    const { survey, posts } = await read(wxr(BODY));
    expect(survey).toMatchObject({
      authors: [{ login: 'ann' }],
      terms: [
        { kind: 'tag', slug: 'loud', name: 'Loud & clear' },
        { kind: 'category', slug: 'caf%C3%A9', name: 'Café', parent: '' },
      ],
      records: [{ kind: 'post', thing: 'post-0', status: '' }],
      attachments: [{ id: '5', title: 'Picture ?a=1&b=[2]' }],
      others: new Map([['block', 2]]),
      comments: 1,
    });
    expect(posts).toEqual([
      expect.objectContaining({
        content: '1 < 2 && <b>“x”</b>\n&amp;',
        terms: { category: ['caf%C3%A9'], tag: ['loud'], eventCategory: [] },
        meta: new Map([['_thumbnail_id', ['5']]]),
        title: 'A ’n’ B \u00a0 é 🎶',
        slug: 'a-b',
        format: 'standard',
      }),
    ]);
  });

  it('reads the same from any pieces of the file', async () => {
    const text = wxr(BODY);
    const whole = await read(text);
    const places = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        const ends = [...cuts, text.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(await read(...pieces)).toEqual(whole);
      }),
    );
  });

  it.each([
    ['control characters', post('Bell \u0007'), 'Bell '],
    ['a bare ampersand', post('A & B &amp; C?a=1&b=2&'), 'A & B & C?a=1&b=2&'],
    ['a character that has no name here', post('A &hearts; &constructor; B'), 'A &hearts; &constructor; B'],
  ])('accepts %s as it is', async (_what, body, title) => {
    expect((await read(wxr(body))).posts).toMatchObject([{ title }]);
  });

  it('accepts the extra elements that programs write around an export', async () => {
    const { posts } = await read(`\uFEFF\n\n${wxr(post('A'))}\n<!-- made in 2 s --> Warning: out of time`);
    expect(posts).toMatchObject([{ title: 'A' }]);
  });

  it('reads a damaged file up to the damage, and names its line', async () => {
    const { survey, posts } = await read(`${wxr(`${post('A')}\n`).slice(0, -16)}<item><title></item></title>`);
    expect(survey.fault).toContain('In line 2: unexpected close tag');
    expect(posts).toMatchObject([{ title: 'A' }]);
    const { survey: cut } = await read(wxr(post('A')).slice(0, -10));
    expect(cut.fault).toContain('or not a whole one. In line 1: unclosed tag');
  });

  it.each([
    ['ends in its first item', wxr(post('A')).slice(0, -60), 'or not a whole one. In line 1: unclosed tag'],
    ['has tags that cross', wxr('<item><title></item></title>'), 'In line 1: unexpected close tag'],
    ['is another feed', '<rss><channel><item/></channel></rss>', 'The file is no site export (WXR).'],
    ['is no XML', '{"posts": []}', 'The file is no site export (WXR)'],
    ['is empty', '', 'The file is no site export (WXR)'],
    ['nests outside of items', '<a>'.repeat(200_000), 'In line 1: elements stand more than 64 deep in one another.'],
    ['nests within an item', `<rss><channel><item>${'<a>'.repeat(200_000)}`, 'elements stand more than 64 deep'],
  ])('refuses a file that %s', async (_what, text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      name: 'UnreadableFileError',
      message: expect.stringContaining(message),
    });
  });

  it('refuses to hold an item without end', async () => {
    const piece = 'x'.repeat(1024 * 1024);
    const source = function* () {
      yield '<rss><channel>\n<item><title>';
      for (;;) yield piece;
    };
    await expect(surveyExport(source)).rejects.toThrow('An element before line 2 is longer than 64 MiB');
  });
});
