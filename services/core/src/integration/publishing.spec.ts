import { unitHash } from '@almanac/content-model';
import type { IntegrationEvent } from '@almanac/contracts';
import { serveCore, type TestService } from '../testing.contract.ts';
import { publishing } from './publishing.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

/** Returns all integration events after the given position. */
const publishedSince = async (position: number): Promise<IntegrationEvent[]> =>
  (await core.store.readLog(position)).flatMap((commit) => publishing(commit).filter((event) => event !== undefined));

const during = async (work: () => Promise<unknown>): Promise<IntegrationEvent[]> => {
  const before = await core.store.last();
  await work();
  return publishedSince(before);
};

const ask = (method: string, path: string, body?: object) => core.ask('editor', method, `/core/v2/${path}`, body);

describe('the events that core publishes', () => {
  it('contain everybody’s public name after the first start, and no contact', async () => {
    const published = await publishedSince(0);
    expect(published.filter(({ type }) => type === 'core.user-changed.v1').map(({ data }) => data)).toContainEqual({
      id: 2,
      name: 'editor',
      slug: 'editor',
    });
    expect(JSON.stringify(published)).not.toContain('@');
  });

  it('contain the new path of every page below a page that is renamed', async () => {
    const page = async (body: object) => (await ask('POST', 'pages', { status: 'publish', ...body })).body;
    const top = await page({ title: 'Parish' });
    const child = await page({ title: 'Council', parent: top.id });
    const told = await during(() => ask('PUT', `pages/${top.id}`, { slug: 'community' }));
    expect(told.map(({ data }) => data)).toEqual([
      { id: top.id, slug: 'community', path: '/community/' },
      { id: child.id, path: '/community/council/' },
    ]);
  });

  it('contain the public facts of a comment, its changes and its deletion, without text and names', async () => {
    const { id: post } = (await ask('POST', 'posts', { title: 'Talk', status: 'publish' })).body;
    let id = 0;
    const [made] = await during(async () => {
      const sent = { post, content: 'Secret words', author_name: 'Vera', author_email: 'vera@example.org' };
      id = (await ask('POST', 'comments', sent)).body.id;
    });
    expect(made).toEqual({
      type: 'core.comment-changed.v1',
      key: `comment-${id}`,
      data: { id, post, parent: 0, author: 2, status: 'hold', published: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const later = await during(async () => {
      await ask('PUT', `comments/${id}`, { status: 'approve' });
      await ask('PUT', `comments/${id}`, { content: 'Other words' });
      await ask('DELETE', `comments/${id}?force=true`);
    });
    expect(later.map(({ type, data }) => [type, data])).toEqual([
      ['core.comment-changed.v1', { id, status: 'approved' }],
      ['core.comment-changed.v1', { id }],
      ['core.comment-deleted.v1', { id }],
    ]);
  });

  it('contain the facts of a post, then its changes, then its deletion', async () => {
    const [made, ...rest] = await during(() => ask('POST', 'posts', { title: 'A & B', password: 'x' }));
    expect(rest).toEqual([]);
    expect(made).toEqual({
      type: 'core.post-changed.v1',
      key: 'post-1',
      data: {
        id: 1,
        type: 'post',
        status: 'draft',
        language: 'en',
        group: null,
        slug: '',
        path: null,
        title: 'A &#038; B',
        author: 2,
        image: null,
        protected: true,
        published: null,
        texts: { version: 1, units: { title: unitHash('A & B'), body: null, excerpt: null } },
      },
    });
    const dataDuring = async (work: () => Promise<unknown>) => (await during(work)).map(({ data }) => data);
    expect(await dataDuring(() => ask('PUT', 'posts/1', { status: 'publish' }))).toEqual([
      { id: 1, status: 'publish', slug: 'a-b', path: '/a-b/', published: '2026-05-01T12:00:00Z' },
    ]);
    expect(await dataDuring(() => ask('PUT', 'posts/1', { slug: 'c' }))).toEqual([{ id: 1, slug: 'c', path: '/c/' }]);
    expect(await dataDuring(() => ask('PUT', 'posts/1', { content: 'text' }))).toMatchObject([
      { id: 1, texts: { units: { body: unitHash('text') } } },
    ]);
    expect(await dataDuring(() => ask('DELETE', 'posts/1'))).toEqual([
      { id: 1, status: 'trash', slug: 'c__trashed', path: null },
    ]);
    const [gone] = await during(() => ask('DELETE', 'posts/1?force=true'));
    expect(gone).toEqual({ type: 'core.post-deleted.v1', key: 'post-1', data: { id: 1 } });
  });

  it.each(['posts', 'tags', 'categories'])('mark a change of %s as a minor edit, and no other', async (plural) => {
    const text = plural === 'posts' ? 'title' : 'name';
    const { id } = (await ask('POST', plural, { [text]: 'Quay' })).body;
    const told = async (body: object) => {
      const [changed] = await during(() => ask('PUT', `${plural}/${id}`, body));
      return (changed as { readonly data: { readonly texts: object } }).data.texts;
    };
    expect(await told({ [text]: 'Quays', i18n_minor_edit: true })).toMatchObject({ minor: true });
    expect(await told({ [text]: 'Quay', i18n_minor_edit: false })).not.toHaveProperty('minor');
    expect(await told({ [text]: 'Pier' })).not.toHaveProperty('minor');
    expect((await ask('GET', `${plural}/${id}`)).body).not.toHaveProperty('minor');
  });

  it.each([
    { noun: 'tag', plural: 'tags', more: {} },
    { noun: 'category', plural: 'categories', more: { parent: 0 } },
  ])('announce a $noun, until it is deleted', async ({ noun, plural, more }) => {
    const [made] = await during(() => ask('POST', plural, { name: 'Hot', description: 'd' }));
    const id = (made!.data as { id: number }).id;
    const facts = { id, name: 'Hot', slug: 'hot', description: 'd', language: 'en', group: null };
    const texts = { version: 1, units: { name: unitHash('Hot'), description: unitHash('d') } };
    expect(made).toEqual({ type: `core.${noun}-changed.v1`, key: `${noun}-${id}`, data: { ...facts, ...more, texts } });
    const [changed] = await during(() => ask('PUT', `${plural}/${id}`, { name: 'Hotter' }));
    const changedTexts = { version: 2, units: { name: unitHash('Hotter') } };
    expect(changed?.data).toEqual({ id, name: 'Hotter', texts: changedTexts });
    const [gone] = await during(() => ask('DELETE', `${plural}/${id}?force=true`));
    expect(gone).toEqual({ type: `core.${noun}-deleted.v1`, key: `${noun}-${id}`, data: { id } });
  });

  it('contain a tag’s translation group, and the language from which each was translated', async () => {
    const make = (name: string, language: string, source?: number) => {
      const body = { name, ...(source && { translation_of: source }) };
      return core.ask('editor', 'POST', '/core/v2/tags', body, { 'x-almanac-language': language });
    };
    const published = async (work: () => Promise<unknown>) =>
      (await during(work)).map(({ data }) => data as { readonly id: number; readonly source?: string | null });
    const [music] = await published(() => make('Music', 'en'));
    const group = music!.id;
    const [first, musique] = await published(() => make('Musique', 'fr-ca', group));
    expect([first, musique]).toEqual([
      { id: group, group, source: null },
      {
        texts: expect.anything(),
        id: musique!.id,
        name: 'Musique',
        slug: 'musique',
        description: '',
        language: 'fr-ca',
        group,
        source: 'en',
      },
    ]);
    const [musica, ...others] = await published(() => make('Música', 'es-us', musique!.id));
    expect([musica!.source, others]).toEqual(['fr-ca', []]);
    const gone = await published(() => ask('DELETE', `tags/${group}?force=true`));
    expect(gone).toEqual([{ id: musique!.id, group, source: null }, { id: group }]);
  });

  it('contain the public name of a user, and the end of cached credentials', async () => {
    const change = (body: object) => core.ask('administrator', 'PUT', '/core/v2/users/2', body);
    expect(await during(() => change({ email: 'x@example.test' }))).toEqual([]);
    const published = await during(() => change({ name: 'New', roles: ['author'], password: 'p'.repeat(12) }));
    expect(published.map(({ type, data }) => [type, data])).toEqual([
      ['core.user-changed.v1', { id: 2, name: 'New' }],
      ['core.credentials-changed.v1', { userId: 2 }],
      ['core.credentials-changed.v1', { userId: 2 }],
    ]);
  });
});
