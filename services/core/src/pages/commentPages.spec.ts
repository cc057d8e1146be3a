import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

const ADDRESS = `${ORIGIN}/talk/`;
const GOOD = { name: 'Vera', email: 'vera@example.org', website: '', comment: 'Well said.' };

describe('the comments below a post', () => {
  let site: ServedPages;
  let post: number;
  const page = (path: string) => site.page(path).then(({ text }) => text);
  const send = (form: object, path = '/talk/') => site.page(path, { form: { ...GOOD, ...form } });
  const held = (): Promise<{ readonly id: number; readonly author_email: string }[]> =>
    site.ask('administrator', 'GET', '/core/v2/comments?status=hold&context=edit');
  beforeEach(async () => {
    site = await servePages();
    await site.ask('administrator', 'PUT', '/core/v2/settings', { visitor_comments: true });
    post = (await site.make('/posts', { title: 'Talk', status: 'publish' })).id;
  });
  afterEach(() => site.stop());

  it('are shown as a thread with their writers, and described for search engines', async () => {
    const first = await site.make('/comments', { post, content: 'First <b>words</b>' });
    const answer = await site.make('/comments', { post, content: 'An answer', parent: first.id });
    await site.make('/comments', { post, content: 'Hidden', status: 'hold' });
    const text = await page('/talk/');
    expect(text).toContain('<h2 id="comments-title">Comments (2)</h2>');
    const [one, two] = [first.id, answer.id].map((id) => text.indexOf(`<article id="comment-${id}">`));
    expect(text.slice(one, two)).toMatch(/First <b>words<\/b>[\s\S]*<\/article>\s*<ul class="thread">\s*<li>$/);
    expect(text).not.toContain('Hidden');
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'BlogPosting',
      url: ADDRESS,
      commentCount: 2,
      comment: [
        { '@type': 'Comment', text: 'First words', author: { name: 'administrator' } },
        { url: `${ADDRESS}#comment-${answer.id}`, text: 'An answer' },
      ],
    });
  });

  it('are linked as a feed of their own, which the post’s password hides', async () => {
    await site.make('/comments', { post, content: 'First words' });
    expect(await page('/talk/')).toContain(
      `<link rel="alternate" href="${ADDRESS}feed/" type="application/rss+xml" title="Comments on Talk">`,
    );
    const feed = await site.page('/talk/feed/');
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=UTF-8']);
    expect(feed.text).toContain('First words');
    expect((await site.page('/unknown/feed/')).status).toBe(404);
    await site.ask('administrator', 'PUT', `/core/v2/posts/${post}`, { password: 'sesame' });
    expect((await site.page('/talk/feed/')).status).toBe(404);
    expect(await page('/talk/')).not.toContain('First words');
  });

  it('say nothing where there are none and nobody may write one', async () => {
    await site.ask('administrator', 'PUT', '/core/v2/settings', { visitor_comments: false });
    expect(await page('/talk/')).not.toContain('id="comments"');
    await site.ask('administrator', 'PUT', '/core/v2/settings', { visitor_comments: true });
    expect(await page('/talk/')).toContain('<form id="comment-form" method="post"');
    await site.ask('administrator', 'PUT', `/core/v2/posts/${post}`, { comment_status: 'closed' });
    expect(await page('/talk/')).not.toContain('id="comments"');
  });

  it('are written by visitors without a script, and held', async () => {
    const sent = await send({});
    expect([sent.status, sent.location]).toEqual([303, `${ADDRESS}?sent=comment#comments`]);
    expect(await page('/talk/?sent=comment')).toContain('Thank you. Your comment appears');
    expect(await held()).toMatchObject([
      { post, status: 'hold', author: 0, author_name: 'Vera', author_email: 'vera@example.org', parent: 0 },
    ]);
    expect(await page('/talk/')).not.toContain('Well said.');
  });

  it('answer the comment that the form names', async () => {
    const { id } = await site.make('/comments', { post, content: 'First words' });
    const text = await page(`/talk/?reply=${id}`);
    expect(text).toContain('<h3 id="comment-form-title">Reply to administrator</h3>');
    expect(text).toContain(`<input type="hidden" name="reply" value="${id}">`);
    expect(text).toContain('<meta name="robots" content="noindex, follow">');
    await send({ reply: String(id) });
    expect(await held()).toMatchObject([{ parent: id }]);
    expect(await page('/talk/?reply=999999')).toContain('>Write a comment</h3>');
  });

  it('keep a refused form, and say beside each field what is wrong', async () => {
    const { status, text, headers } = await send({ name: '', email: 'vera', comment: 'a <b> & "c"' });
    expect([status, headers.get('cache-control')]).toEqual([400, 'private, no-store']);
    expect(text).toContain('<strong class="fault" id="comment-name-fault">Enter your name.</strong>');
    expect(text).toContain('aria-invalid="true" aria-describedby="comment-email-fault comment-email-hint"');
    expect(text).toContain('a &lt;b&gt; &amp; &quot;c&quot;</textarea>');
    expect(text).not.toContain('id="comment-comment-fault"');
    expect(await held()).toEqual([]);
    const wrong = await send({ website: 'javascript:alert(1)', comment: ' ' });
    expect(wrong.text).toContain('id="comment-website-fault"');
    expect(wrong.text).toContain('id="comment-comment-fault"');
  });

  it('keep a form that is refused for the site’s rules, with the reason', async () => {
    await send({});
    const again = await send({});
    expect(again.status).toBe(409);
    expect(again.text).toContain('You have already written this comment.');
    expect(again.text).toContain('Well said.</textarea>');
    await site.ask('administrator', 'PUT', '/core/v2/settings', { visitor_comments: false });
    const off = await send({ comment: 'Late' });
    expect(off.status).toBe(401);
    expect(off.text).toContain('Late</textarea>');
  });

  it('take nothing from programs that fill each field', async () => {
    expect((await send({ subject: 'Buy' })).status).toBe(303);
    expect(await held()).toEqual([]);
  });

  it('are written on a protected post after its password alone', async () => {
    await site.ask('administrator', 'PUT', `/core/v2/posts/${post}`, { password: 'sesame' });
    expect((await send({})).text).toContain('This page is protected by a password.');
    expect(await held()).toEqual([]);
    const opened = await site.page('/talk/', { form: { password: 'sesame' } });
    const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    expect((await site.page('/talk/', { form: GOOD, headers: { cookie } })).status).toBe(303);
    expect(await held()).toHaveLength(1);
  });

  it('are limited for each network', async () => {
    for (let count = 0; count < 10; count++) expect((await send({ comment: `Comment ${count}` })).status).toBe(303);
    const refused = await send({ comment: 'One more' });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('One more</textarea>');
  });

  it('stand on pages of a hundred', async () => {
    for (let count = 0; count <= 100; count++) await site.make('/comments', { post, content: `Comment ${count}.` });
    const [first, second] = [await page('/talk/'), await page('/talk/?comments=2')];
    expect(first).toContain('Comment 99.');
    expect(first).not.toContain('Comment 100.');
    expect(first).toContain(`<a rel="next" href="${ADDRESS}?comments=2#comments">`);
    expect(second).toContain('Comment 100.');
    expect(second).toContain(`<a rel="prev" href="${ADDRESS}?comments=1#comments">`);
  });
});
