import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

let s: AskedSite;
beforeAll(async () => {
  s = await startAsked();
});
afterAll(() => s.running.stop());

const signedIn = async (role: string) => {
  const browser = await s.browser(role);
  return {
    show: (query = '', language = 'en') => browser.show(`posts${query}`, language),
    save: (form: Readonly<Record<string, string>>, language = 'en') => browser.send('posts', form, language),
  };
};
type Writer = Awaited<ReturnType<typeof signedIn>>;

/** What the form of a post holds. */
const formIn = (text: string) => {
  const value = (name: string): string => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? '';
  const content = /<textarea[^>]*>\n([\s\S]*?)<\/textarea>/.exec(text)?.[1] ?? '';
  const status = /<option value="(\w+)" selected>/.exec(text)?.[1] ?? '';
  const etag = value('etag').replaceAll('&quot;', '"');
  return {
    id: value('id'),
    etag,
    title: value('title'),
    date: value('date'),
    date_before: value('date_before'),
    content,
    status,
  };
};
const made = async ({ save }: Writer, form: Readonly<Record<string, string>> = {}) =>
  formIn((await save({ title: 'News', content: 'Words.', status: 'publish', ...form })).text);
const stored = async (id: string) => {
  const response = await fetch(`${s.origin}/en/json/core/v2/posts/${id}`);
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  const body: any = await response.json();
  return { status: response.status, body };
};

describe('writing posts in a browser', () => {
  it('publishes a first post, in the language of the page', async () => {
    const author = await signedIn('author');
    expect((await author.show()).text).toContain('There are no posts yet.');
    expect((await author.show('?action=new')).text).toContain('<option value="publish">');
    const saved = await author.save(
      { title: 'Fête & <b>', content: '<p>Un\r\n\r\ndeux</p>', status: 'publish' },
      'fr-ca',
    );
    expect([saved.status, saved.text.includes('L’article est enregistré.')]).toEqual([200, true]);
    const { id } = formIn(saved.text);
    const { body } = await stored(id);
    expect([body.status, body.link.includes('/fr-ca/'), body.content.rendered]).toEqual([
      'publish',
      true,
      '<p>Un</p>\n<p>deux</p>\n',
    ]);
    expect((await author.show('', 'fr-ca')).text).toContain(`/admin/posts?id=${id}">`);
  });

  it('changes what is there, and keeps its date where that was left alone', async () => {
    const editor = await signedIn('editor');
    const form = await made(editor, { date: '2026-05-01T10:30:00' });
    expect([form.status, form.date]).toEqual(['publish', '2026-05-01T10:30:00']);
    const { text } = await editor.save({ ...form, title: 'Other news', content: 'Other words.' });
    expect(formIn(text)).toMatchObject({ title: 'Other news', content: 'Other words.', date: '2026-05-01T10:30:00' });
    const draft = await made(editor, { status: 'draft' });
    s.advance(3_600_000);
    const published = formIn((await editor.save({ ...draft, status: 'publish' })).text);
    expect(published.date > draft.date).toBe(true);
  });

  it('shows a draft as it will look to those who may edit it, and to nobody else', async () => {
    const editor = await s.browser('editor');
    const { text } = await editor.send('posts', { title: 'Not yet', content: '<p>Soon.</p>', status: 'draft' });
    const preview = /href="[^"]*(\/\?p=\d+&amp;preview=true)">Preview</.exec(text)?.[1]?.replace('&amp;', '&') ?? '';
    const shown = await s.as(editor.cookie, preview);
    expect([shown.status, shown.text.includes('<p>Soon.</p>'), shown.text.includes('noindex')]).toEqual([
      200,
      true,
      true,
    ]);
    const { cookie } = await s.browser('contributor');
    for (const other of ['', cookie]) expect((await s.as(other, preview)).text).not.toContain('Soon.');
    expect((await editor.show('posts?action=new')).text).not.toContain('preview=true');
  });

  it('publishes on a day to come', async () => {
    const form = await made(await signedIn('editor'), { date: '2031-01-01T10:00:00' });
    expect([form.status, (await stored(form.id)).status]).toEqual(['future', 401]);
  });

  it('loses nobody’s change, and nothing that was typed', async () => {
    const editor = await signedIn('editor');
    const form = await made(editor);
    await editor.save({ ...form, title: 'First' });
    const late = await editor.save({ ...form, title: 'Second' });
    expect([late.status, formIn(late.text).title]).toEqual([412, 'Second']);
    expect((await stored(form.id)).body.title.rendered).toBe('First');
    expect((await editor.save(formIn(late.text))).status).toBe(200);
    expect((await stored(form.id)).body.title.rendered).toBe('Second');
    const refused = await editor.save({ title: 'Kept', content: 'Kept too', status: 'publish', date: 'soon' });
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([400, true]);
    expect(formIn(refused.text)).toMatchObject({ title: 'Kept', content: 'Kept too', status: 'publish', date: 'soon' });
  });

  it('keeps a post in all its categories, of more than fit in an answer', async () => {
    const editor = await signedIn('editor');
    const headers = { ...basic('editor', applicationPassword('editor')), 'content-type': 'application/json' };
    const ask = async (path: string, body: object): Promise<{ id: number }> => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${s.origin}/en/json/core/v2${path}`, init);
      return (await answer.json()) as { id: number };
    };
    const categories: number[] = [];
    for (let number = 0; number < 101; number++)
      categories.push((await ask('/categories', { name: `Zone ${String(number).padStart(3, '0')}` })).id);
    const filed = categories.slice(-2);
    const { id } = await ask('/posts', { title: 'Filed', status: 'publish', categories: filed });
    const { text } = await editor.show(`?id=${id}`);
    const chosen = [...text.matchAll(/name="categories\[\]" value="(\d+)" checked/g)].map(([, value]) => Number(value));
    expect(chosen).toEqual(filed);
  });

  it('is for those who may, each for their own', async () => {
    const [author, contributor] = [await signedIn('author'), await signedIn('contributor')];
    const { id, ...form } = await made(await signedIn('editor'), { title: 'Of an editor', status: 'draft' });
    expect((await author.show()).text).not.toContain('Of an editor');
    expect((await author.show(`?id=${id}`)).status).toBe(403);
    expect((await author.save({ ...form, id: id, title: 'Mine' })).status).toBe(403);
    expect((await contributor.show('?action=new')).text).not.toContain('<option value="publish">');
    expect((await contributor.save({ title: 'Now', content: 'x', status: 'publish' })).status).toBe(403);
    expect((await contributor.save({ title: 'Soon', content: 'x', status: 'pending' })).status).toBe(200);
    expect((await (await signedIn('subscriber')).show()).status).toBe(403);
  });

  it.each([
    { id: '99999999', title: 'x', status: 'draft' },
    { title: 'x', status: 'constructor' },
    { title: '', content: '', status: 'draft' },
    { token: 'none', title: 'x', status: 'draft' },
  ])('makes nothing of %j', async (form) => {
    const { status } = await (await signedIn('editor')).save(form as unknown as Record<string, string>);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
