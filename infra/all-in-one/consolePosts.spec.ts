import { type AskedBrowser, formIn, type SiteWithPeople, startWithPeople } from './askedSite.contract.ts';

let s: SiteWithPeople;
beforeAll(async () => {
  s = await startWithPeople('editor', 'author', 'contributor', 'subscriber');
});
afterAll(() => s.running.stop());

const as = (role: string): AskedBrowser => s.person(role);
const save = (role: string, form: Readonly<Record<string, string>>, language?: string) =>
  as(role).send('posts', form, language);

/** The form of a post that was saved. */
const made = async (role: string, form: Readonly<Record<string, string>> = {}) => {
  const { status, text } = await save(role, { title: 'News', content: 'Words.', status: 'publish', ...form });
  expect([status, text.includes('The post is saved.')]).toEqual([200, true]);
  return formIn(text);
};
/** Asks the interface. */
const rest = async (method: string, path: string, body?: object) =>
  (await s.rest('editor', method, `/core/v2${path}`, body)).body;
const stored = (id = '') => rest('GET', `/posts/${id}?context=edit`);

describe('the post form in a browser', () => {
  it('publishes a first post, in the language of the page', async () => {
    expect((await as('author').show('posts')).text).toContain('There are no such posts.');
    expect(formIn((await as('author').show('posts?action=new')).text)).toMatchObject({ id: '', status: 'draft' });
    const saved = await save(
      'author',
      { title: 'Fête & <b>', content: '<p>Un\r\n\r\ndeux</p>', status: 'publish' },
      'fr-ca',
    );
    expect([saved.status, saved.text.includes('L’article est enregistré.')]).toEqual([200, true]);
    const { id = '' } = formIn(saved.text);
    const post = await stored(id);
    expect([post.status, post.link.includes('/fr-ca/'), post.content.rendered]).toEqual([
      'publish',
      true,
      '<p>Un</p>\n<p>deux</p>\n',
    ]);
    expect((await as('author').show('posts', 'fr-ca')).text).toContain(`/admin/posts?id=${id}">`);
    const elsewhere = await as('author').show(`posts?id=${id}`);
    expect([elsewhere.status, elsewhere.location?.endsWith(`/fr-ca/admin/posts?id=${id}`)]).toEqual([302, true]);
  });

  it('takes summary, slug and tags, new ones too, as they are typed', async () => {
    const { id: known } = await rest('POST', '/tags', { name: 'R&B' });
    const form = await made('author', { title: 'R&B', tags: 'R&B, loud', excerpt: 'Come.', slug: 'the-fair' });
    expect(form).toMatchObject({ title: 'R&B', excerpt: 'Come.', slug: 'the-fair' });
    expect(form.tags?.split(', ').toSorted()).toEqual(['R&B', 'loud']);
    const post = await stored(form.id);
    expect([post.slug, post.excerpt.raw, post.tags.length, post.tags.includes(known)]).toEqual([
      'the-fair',
      'Come.',
      2,
      true,
    ]);
    await save('author', { ...form, tags: '', slug: '', excerpt: '' });
    expect(await stored(form.id)).toMatchObject({ tags: [], slug: 'rb', excerpt: { raw: '' } });
  });

  it('changes only the retyped fields, and leaves those that it does not show', async () => {
    const form = await made('editor', { date: '2026-05-01T10:30', excerpt: 'Come.', tags: 'one, two' });
    expect(form).toMatchObject({ status: 'publish', date: '2026-05-01T10:30' });
    const apart = { sticky: true, comment_status: 'closed', format: 'aside', meta: { footnotes: '[]' } };
    await rest('POST', `/posts/${form.id}`, apart);
    const before = await stored(form.id);
    const shown = formIn((await as('editor').show(`posts?id=${form.id}`)).text);
    const again = formIn((await save('editor', shown)).text);
    expect((await stored(form.id)).modified_gmt).toBe(before.modified_gmt);
    await save('editor', { ...again, title: 'Other news' });
    const { date, tags, excerpt, slug } = before;
    expect(await stored(form.id)).toMatchObject({
      ...apart,
      title: { raw: 'Other news' },
      date,
      tags,
      excerpt: { raw: excerpt.raw },
      slug,
    });
  });

  it('publishes a post without a date now, and one with a later date then', async () => {
    const draft = await made('editor', { status: 'draft' });
    s.advance(3_600_000);
    const published = formIn((await save('editor', { ...draft, status: 'publish' })).text);
    expect((published.date ?? '') > (draft.date ?? '')).toBe(true);
    const later = await made('editor', { date: '2031-01-01T10:00' });
    expect(later).toMatchObject({ status: 'future', date: '2031-01-01T10:00' });
    const { text } = await save('editor', { ...later, date: '', status: 'publish' });
    expect(formIn(text)).toMatchObject({ status: 'publish', date: published.date });
  });

  it('previews a draft for users who may edit it, and for nobody else', async () => {
    const { text } = await save('editor', { title: 'Not yet', content: '<p>Soon.</p>', status: 'draft' });
    const preview =
      /href="[^"]*(\/en\/\?p=\d+&amp;preview=true)">Preview</.exec(text)?.[1]?.replace('&amp;', '&') ?? '';
    const shown = await s.as(as('editor').cookie, preview);
    expect([shown.status, shown.text.includes('<p>Soon.</p>'), shown.text.includes('noindex')]).toEqual([
      200,
      true,
      true,
    ]);
    for (const other of ['', as('contributor').cookie])
      expect((await s.as(other, preview)).text).not.toContain('Soon.');
    expect((await as('editor').show('posts?action=new')).text).not.toContain('preview=true');
  });

  it('reports a fault beside its field, and loses no typed text', async () => {
    const typed = { title: 'Kept', content: 'Kept too', status: 'publish', date: 'soon', tags: 'kept', slug: 'kept' };
    const { status, text } = await save('editor', typed);
    expect([status, text.includes('role="alert"')]).toEqual([400, true]);
    expect(text).toMatch(/name="date" aria-invalid="true" aria-describedby="date-fault date-hint"/);
    expect(text).toContain('<a href="#date-field">Date, on the clocks of UTC</a>: ');
    expect(new Set(text.match(/ id="[^"]+"/g)).size).toBe(text.match(/ id="[^"]+"/g)?.length);
    expect(formIn(text)).toMatchObject(typed);
  });

  it('overwrites no change of another user: both versions are shown, and the second is saved only when it is sent again', async () => {
    const form = await made('editor');
    await save('editor', { ...form, title: 'First', status: 'draft' });
    const late = await save('editor', { ...form, title: 'Second' });
    expect([late.status, formIn(late.text).title]).toEqual([412, 'Second']);
    expect(late.text).toMatch(/<del>First<\/del><\/td><td><ins>Second</);
    expect((await stored(form.id)).title.raw).toBe('First');
    expect((await save('editor', formIn(late.text))).status).toBe(200);
    expect(await stored(form.id)).toMatchObject({ title: { raw: 'Second' }, status: 'publish' });
    const { etag: _, ...blind } = form;
    expect((await save('editor', { ...blind, title: 'Third' })).status).toBe(412);
  });

  it('keeps a post in all its categories, even if they do not fit in one answer', async () => {
    const categories: number[] = [];
    for (let number = 0; number < 101; number++)
      categories.push((await rest('POST', '/categories', { name: `Zone ${String(number).padStart(3, '0')}` })).id);
    const filed = categories.slice(-2);
    const { id } = await rest('POST', '/posts', { title: 'Filed', status: 'publish', categories: filed });
    const { text } = await as('editor').show(`posts?id=${id}`);
    const chosen = [...text.matchAll(/name="categories\[\]" value="(\d+)" checked/g)].map(([, value]) => Number(value));
    expect(chosen).toEqual(filed);
  });

  it('trashes a post after a question, and restores it as a draft', async () => {
    const { id = '' } = await made('editor', { title: 'Unwanted' });
    expect((await as('editor').show(`posts?id=${id}&action=trash`)).text).toContain('Put “Unwanted” into the trash?');
    expect((await stored(id)).status).toBe('publish');
    expect((await save('editor', { id, action: 'trash' })).text).toContain('Take it out of the trash');
    expect((await as('editor').show('posts?status=trash')).text).toContain('Unwanted');
    expect((await as('editor').show('posts')).text).not.toContain('Unwanted');
    const back = await save('editor', { id, action: 'restore' });
    expect(formIn(back.text)).toMatchObject({ title: 'Unwanted', status: 'draft' });
  });

  it('is open to those with the right, each for their own posts', async () => {
    const { id = '', ...form } = await made('editor', { title: 'Of an editor', status: 'draft' });
    expect((await as('author').show('posts?whose=everybody')).text).not.toContain('Of an editor');
    expect((await as('editor').show('posts?whose=mine&search=editor')).text).toContain('Of an editor');
    expect((await as('author').show(`posts?id=${id}`)).status).toBe(403);
    for (const action of ['', 'trash', 'restore'])
      expect((await save('author', { ...form, id, action, title: 'Mine' })).status).toBe(403);
    expect((await as('contributor').show('posts?action=new')).text).not.toContain('<option value="publish">');
    expect((await save('contributor', { title: 'Now', content: 'x', status: 'publish' })).status).toBe(403);
    expect((await save('contributor', { title: 'Soon', content: 'x', status: 'pending' })).status).toBe(200);
    expect((await as('subscriber').show('posts')).status).toBe(403);
  });

  it.each([
    { id: '99999999', title: 'x', status: 'draft' },
    { title: 'x', status: 'constructor' },
    { title: 'x', status: 'draft', featured_media: '__proto__' },
    { title: 'x', status: 'draft', 'categories[]': 'one' },
    { title: 'x', status: 'draft', tags: '<b>' },
    { title: '', content: '', status: 'draft' },
    { id: '99999999', action: 'constructor' },
    { token: 'none', title: 'x', status: 'draft' },
  ])('creates nothing from %j', async (form) => {
    const { status } = await save('editor', form as unknown as Record<string, string>);
    expect([status >= 400, status < 500]).toEqual([true, true]);
  });
});
