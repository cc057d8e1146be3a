import { type AskedBrowser, formIn, type SiteWithPeople, startWithPeople } from './askedSite.contract.ts';

let s: SiteWithPeople;
beforeAll(async () => {
  s = await startWithPeople('administrator', 'editor', 'author', 'subscriber');
});
afterAll(() => s.running.stop());

const as = (role: string): AskedBrowser => s.person(role);
const rest = async (method: string, path: string, body?: object) =>
  (await s.rest('editor', method, `/core/v2${path}`, body)).body;
const saved = async (view: string, form: Readonly<Record<string, string>>, language?: string) => {
  const { status, text } = await as('editor').send(view, form, language);
  expect([status, /role="status"/.test(text)]).toEqual([200, true]);
  return formIn(text);
};
const optionsIn = (text: string) =>
  [...(/<select id="parent-field"[\s\S]*?<\/select>/.exec(text)?.[0] ?? '').matchAll(/<option [^>]*>([^<]*)</g)].map(
    ([, label]) => label,
  );

describe('the categories of posts in a browser', () => {
  it('are created below others, changed, and chosen for posts', async () => {
    const above = await saved('post-categories', { name: 'News & more', parent: '0' });
    const form = await saved('post-categories', {
      name: 'Local',
      slug: 'near',
      parent: above.id ?? '',
      description: 'Near <em>here</em>.',
    });
    const stored = () => rest('GET', `/categories/${form.id}`);
    expect(await stored()).toMatchObject({ name: 'Local', slug: 'near', parent: Number(above.id) });
    expect(form).toMatchObject({ description: 'Near <em>here</em>.', parent: above.id });
    await saved('post-categories', { ...form, name: 'Nearby' });
    expect(await stored()).toMatchObject({ name: 'Nearby', slug: 'near', parent: Number(above.id) });
    const { text } = await as('editor').show('posts?action=new');
    expect(text).toContain(`name="categories[]" value="${form.id}"> Nearby<`);
  });

  it('cannot be moved below their own descendants', async () => {
    const { id: top } = await rest('POST', '/categories', { name: 'Sports' });
    const { id: below } = await rest('POST', '/categories', { name: 'Ball', parent: top });
    const { id: lowest } = await rest('POST', '/categories', { name: 'Indoor', parent: below });
    const offered = optionsIn((await as('editor').show(`post-categories?id=${lowest}`)).text);
    expect(offered).toEqual(expect.arrayContaining(['none', 'Sports', 'Sports › Ball', 'Uncategorized']));
    expect(offered).not.toContain('Sports › Ball › Indoor');
    const own = optionsIn((await as('editor').show(`post-categories?id=${top}`)).text);
    expect(own.filter((label) => label?.startsWith('Sports'))).toEqual([]);
    expect((await as('editor').send('post-categories', { name: 'Lost', parent: '99999999' })).text).toContain(
      'id="parent-fault"',
    );
  });

  it('are deleted after a question while their posts stay, except for the default one', async () => {
    const { id } = await rest('POST', '/categories', { name: 'Gone & over' });
    const { id: post } = await rest('POST', '/posts', { title: 'Kept', status: 'publish', categories: [id] });
    const { text } = await as('editor').show(`post-categories?id=${id}`);
    expect(text).toContain(`/en/admin/post-categories?id=${id}&amp;action=delete">Delete it…<`);
    const asked = await as('editor').show(`post-categories?id=${id}&action=delete`);
    expect(asked.text).toMatch(/Delete “Gone &(amp;)? over” for good\?/);
    expect((await rest('GET', `/categories/${id}`)).id).toBe(id);
    const { status, text: listed } = await as('editor').send('post-categories', { id: String(id), action: 'delete' });
    expect([status, listed.includes('It is deleted.'), listed.includes('Gone')]).toEqual([200, true, false]);
    expect((await rest('GET', `/categories/${id}`)).code).toBe('rest_term_invalid');
    expect((await rest('GET', `/posts/${post}`)).categories).toEqual([1]);
    expect((await as('editor').show('post-categories?id=1')).text).not.toContain('action=delete');
    expect((await as('editor').send('post-categories', { id: '1', action: 'delete' })).status).toBe(403);
    expect((await as('editor').send('post-categories', { id: String(id), action: 'delete' })).status).toBe(404);
    expect((await as('editor').send('post-categories', { action: 'delete' })).status).toBe(400);
  });
});

describe('the terms of posts in a browser', () => {
  it('are listed by name with their number of posts, searched, and paged', async () => {
    for (let n = 0; n < 22; n++) await rest('POST', '/tags', { name: `Boat ${String(n).padStart(2, '0')}` });
    const [tag] = await rest('GET', '/tags?search=Boat+00');
    await rest('POST', '/posts', { title: 'Afloat', status: 'publish', tags: [tag.id] });
    const first = await as('editor').show('tags?search=boat');
    expect(first.text.match(/<h2><a [^>]*>Boat/g)).toHaveLength(20);
    expect(first.text).toMatch(/Boat 00<\/a><\/h2>\s*<p>Published posts: 1/);
    expect(first.text).toContain('page=2">Next<');
    expect(first.text).not.toContain('id="status"');
    const next = await as('editor').show('tags?search=boat&page=2');
    expect(next.text.match(/<h2><a [^>]*>Boat/g)).toHaveLength(2);
    expect((await as('editor').show('tags?search=constructor')).text).toContain('There are no such tags.');
  });

  it('show faults beside their fields, and keep typed text', async () => {
    await saved('tags', { name: 'Once' });
    const twice = await as('editor').send('tags', { name: 'Once', description: 'Typed.' });
    expect([twice.status, twice.text.includes('id="name-fault"'), formIn(twice.text).description]).toEqual([
      400,
      true,
      'Typed.',
    ]);
    for (const name of ['', 'x'.repeat(201)])
      expect((await as('editor').send('tags', { name })).text).toContain('id="name-fault"');
    const other = await saved('tags', { name: 'Other' });
    const taken = await as('editor').send('tags', { ...other, slug: 'once' });
    expect([taken.status, taken.text.includes('id="slug-fault"')]).toEqual([400, true]);
    expect((await rest('GET', '/tags?search=other')).map(({ slug }: { slug: string }) => slug)).toEqual(['other']);
  });

  it('are not saved over a change of another user', async () => {
    const form = await saved('tags', { name: 'Shared' });
    await rest('POST', `/tags/${form.id}`, { description: 'Theirs.' });
    const late = await as('editor').send('tags', { ...form, description: 'Mine.' });
    expect([late.status, formIn(late.text).description]).toEqual([412, 'Mine.']);
    expect(late.text).toContain('<del>Theirs.');
    await saved('tags', formIn(late.text));
    expect((await rest('GET', `/tags/${form.id}`)).description).toBe('Mine.');
  });

  it.each(['post-categories', 'tags'])('have versions that can be restored: %s', async (view) => {
    const form = await saved(view, { name: `First ${view}`, description: 'Old.' });
    await saved(view, { ...form, name: `Second ${view}`, description: '' });
    const { text } = await as('editor').show(`${view}?id=${form.id}&action=versions`);
    expect(text).toContain('<th scope="row">Description</th><td><del>Old.</del></td>');
    const back = await as('editor').send(view, { id: form.id ?? '', action: 'bring-back', version: '1' });
    expect([back.status, formIn(back.text)]).toMatchObject([200, { name: `First ${view}`, description: 'Old.' }]);
  });

  it.each(['post-categories', 'tags'])('are translated beside their source: %s', async (view) => {
    const source = await saved(view, { name: 'Films & more', description: 'All of them.' });
    const { text } = await as('editor').show(`${view}?action=new&translation_of=${source.id}`, 'fr-ca');
    expect(text).toMatch(/id="name-source" lang="en" dir="ltr">Films &amp; more</);
    const form = formIn(text);
    expect(form).toMatchObject({ translation_of: source.id, name: '', description: '', slug: '' });
    const french = await saved(view, { ...form, name: 'Cinéma' }, 'fr-ca');
    const path = view === 'tags' ? 'tags' : 'categories';
    const { translations } = (await rest('GET', `/${path}/${source.id}`)).i18n;
    expect(translations).toEqual({ en: Number(source.id), 'fr-ca': Number(french.id) });
    const again = await as('editor').show(`${view}?action=new&translation_of=${source.id}`, 'fr-ca');
    expect(again.location?.endsWith(`/fr-ca/admin/${view}?id=${french.id}`)).toBe(true);
    const elsewhere = await as('editor').show(`${view}?id=${french.id}`);
    expect(elsewhere.location?.endsWith(`/fr-ca/admin/${view}?id=${french.id}`)).toBe(true);
  });

  it.each(['post-categories', 'tags'])('are open to users who may manage them: %s', async (view) => {
    const { id } = await rest('POST', view === 'tags' ? '/tags' : '/categories', { name: `Kept from others` });
    for (const role of ['author', 'subscriber']) {
      expect((await as(role).show(view)).status).toBe(403);
      expect((await as(role).send(view, { name: 'Mine' })).status).toBe(403);
      expect((await as(role).send(view, { id: String(id), action: 'delete' })).status).toBe(403);
      expect((await as(role).show('')).text).not.toContain(`/admin/${view}"`);
    }
    expect((await as('administrator').show(view)).status).toBe(200);
    expect((await as('editor').send(view, { token: 'none', name: 'Mine' })).status).toBe(403);
  });

  it.each(['0', '99999999', '-1', 'constructor', '../1'])('are missing under a wrong id: %s', async (id) => {
    for (const view of ['post-categories', 'tags']) {
      const shown = await as('editor').show(`${view}?id=${encodeURIComponent(id)}`);
      const sent = await as('editor').send(view, { id, action: 'restore' });
      expect([view, shown.status < 500, sent.status < 500]).toEqual([view, true, true]);
      expect((await as('editor').send(view, { id, action: 'delete' })).status).toBeGreaterThanOrEqual(400);
    }
  });
});
