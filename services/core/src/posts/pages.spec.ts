import { context, serveCore, type TestService } from '../testing.contract.ts';
import { changePageTree } from './pageTree.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

// biome-ignore lint/suspicious/noExplicitAny: specs inspect arbitrary answers
const ask = async (method: string, path: string, body?: object, headers?: object): Promise<any> =>
  (await core.ask('editor', method, `/core/v2${path}`, body, headers)).body;
const made = (body: object, headers?: object) => ask('POST', '/pages', { status: 'publish', ...body }, headers);
const pathOf = async (id: number): Promise<string> => new URL((await ask('GET', `/pages/${id}`)).link).pathname;

describe('a page', () => {
  it('takes the pages below it along when it is renamed, moved and trashed', async () => {
    const top = await made({ title: 'Parish' });
    const child = await made({ title: 'Council', parent: top.id });
    const grandchild = await made({ title: 'Minutes', parent: child.id });
    const modified = grandchild.modified;
    await ask('PUT', `/pages/${top.id}`, { slug: 'community' });
    expect(await pathOf(grandchild.id)).toBe('/community/council/minutes/');
    await ask('PUT', `/pages/${child.id}`, { parent: 0 });
    expect(await pathOf(grandchild.id)).toBe('/council/minutes/');
    await ask('DELETE', `/pages/${child.id}`);
    expect(await pathOf(grandchild.id)).toBe('/council__trashed/minutes/');
    await ask('PUT', `/pages/${child.id}`, { status: 'publish' });
    const found = await ask('GET', `/pages/${grandchild.id}`);
    expect([new URL(found.link).pathname, found.modified]).toEqual(['/council/minutes/', modified]);
  });

  it('has the address of its place if it is moved while the page above it is renamed', async () => {
    const top = await made({ title: 'Parish' });
    const other = await made({ title: 'Town' });
    for (const slug of ['first', 'second', 'third']) {
      const child = await made({ title: slug, parent: top.id });
      const grandchild = await made({ title: 'Minutes', parent: child.id });
      await Promise.all([
        ask('PUT', `/pages/${child.id}`, { parent: other.id }),
        ask('PUT', `/pages/${other.id}`, { slug: `town-${slug}` }),
        ask('PUT', `/pages/${top.id}`, { slug: `parish-${slug}` }),
        ask('PUT', `/pages/${child.id}`, { slug: `new-${slug}` }),
      ]);
      expect(await pathOf(grandchild.id)).toBe(`/town-${slug}/new-${slug}/minutes/`);
    }
  });

  it('has a page as its parent, and no post', async () => {
    const post = await ask('POST', '/posts', { title: 'Harbour', status: 'publish' });
    const page = await made({ title: 'Parish' });
    for (const parent of [post.id, 999_999]) {
      expect(await made({ parent })).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 400 } });
      expect((await ask('PUT', `/pages/${page.id}`, { parent })).code).toBe('rest_post_invalid_id');
    }
  });

  it('has no cycle if two pages are moved below each other at the same time', async () => {
    const [one, two] = [await made({ title: 'One' }), await made({ title: 'Two' })];
    await Promise.all([
      ask('PUT', `/pages/${one.id}`, { parent: two.id }),
      ask('PUT', `/pages/${two.id}`, { parent: one.id }),
    ]);
    expect([await pathOf(one.id), await pathOf(two.id)].toSorted()).toEqual(
      (await pathOf(one.id)) === '/one/' ? ['/one/', '/one/two/'] : ['/two/', '/two/one/'],
    );
  });

  it('stands below no page that is deleted at the same time', async () => {
    const top = await made({ title: 'Parish' });
    const [child] = await Promise.all([
      made({ title: 'Council', parent: top.id }),
      ask('DELETE', `/pages/${top.id}?force=true`),
    ]);
    if (child.id !== undefined) expect(await pathOf(child.id)).toBe('/council/');
    else expect(child.code).toBe('rest_post_invalid_id');
  });

  it('moves its children to its parent when it is deleted, under a free slug', async () => {
    const top = await made({ title: 'Parish' });
    const middle = await made({ title: 'Council', parent: top.id });
    const child = await made({ title: 'Minutes', parent: middle.id });
    await made({ title: 'Minutes', parent: top.id });
    await ask('DELETE', `/pages/${middle.id}?force=true`);
    expect(await ask('GET', `/pages/${child.id}`)).toMatchObject({ parent: top.id, slug: 'minutes-2' });
    expect(await pathOf(child.id)).toBe('/parish/minutes-2/');
  });

  it('moves to the top if its parent would be below it', async () => {
    const top = await made({ title: 'Parish' });
    const child = await made({ title: 'Council', parent: top.id });
    await ask('PUT', `/pages/${top.id}`, { parent: child.id });
    expect([await pathOf(top.id), await pathOf(child.id)]).toEqual(['/parish/', '/parish/council/']);
  });

  it('is not moved, renamed, trashed or deleted with more than 500 pages below it', async () => {
    const top = await made({ title: 'Parish' });
    const child = await made({ title: 'Council', parent: top.id });
    const place = (id: number) =>
      core.commands.run(context(), (unit) =>
        changePageTree(unit, { type: 'Place', id, parent: child.id, slug: `minutes-${id}` }),
      );
    for (let id = 100_001; id <= 100_500; id++) await place(id);
    for (const change of [{ slug: 'community' }, { parent: child.id, slug: 'community' }])
      expect(await ask('PUT', `/pages/${top.id}`, change)).toMatchObject({
        code: 'rest_too_many_pages_below',
        message: expect.stringContaining('501 pages'),
        data: { status: 409 },
      });
    expect((await ask('DELETE', `/pages/${top.id}`)).code).toBe('rest_too_many_pages_below');
    expect((await ask('DELETE', `/pages/${top.id}?force=true`)).code).toBe('rest_too_many_pages_below');
    expect(await pathOf(child.id)).toBe('/parish/council/');
    expect(await ask('PUT', `/pages/${top.id}`, { title: 'Community' })).toMatchObject({ slug: 'parish' });
  });

  it('shares slugs at the top with posts', async () => {
    await ask('POST', '/posts', { title: 'Harbour', status: 'publish' });
    expect((await made({ title: 'Harbour' })).slug).toBe('harbour-2');
  });

  it('is in no list of posts, and a post in none of pages', async () => {
    const page = await made({ title: 'Parish' });
    const post = await ask('POST', '/posts', { title: 'Harbour', status: 'publish' });
    const ids = async (base: string) => (await ask('GET', `/${base}?status=any`)).map(({ id }: { id: number }) => id);
    expect([await ids('posts'), await ids('pages')]).toEqual([[post.id], [page.id]]);
    expect((await ask('PUT', `/posts/${page.id}`, { title: 'x' })).code).toBe('rest_post_invalid_id');
    expect((await ask('POST', `/pages/${post.id}/autosaves`, { title: 'x' })).code).toBe('rest_post_invalid_id');
  });

  it('is translated below the translation of its parent, and never by a post', async () => {
    const french = { 'x-almanac-language': 'fr-ca' };
    const top = await made({ title: 'Parish' });
    const child = await made({ title: 'Council', parent: top.id });
    const paroisse = await made({ title: 'Paroisse', translation_of: top.id }, french);
    const conseil = await made({ title: 'Conseil', translation_of: child.id }, french);
    expect(conseil.parent).toBe(paroisse.id);
    expect(new URL(conseil.link).pathname).toBe('/fr-ca/paroisse/conseil/');
    const post = await ask(
      'POST',
      '/posts',
      { title: 'Parroquia', translation_of: top.id },
      { 'x-almanac-language': 'es-us' },
    );
    expect(post.code).toBe('i18n_unknown_source');
  });

  it('may be empty, and ignores a picture that does not exist', async () => {
    expect(await made({ featured_media: 9999 })).toMatchObject({ featured_media: 0, content: { raw: '' } });
  });
});
