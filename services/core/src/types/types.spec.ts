import { ORIGIN, type RoleName, serveCore, type TestService } from '../testing.contract.ts';

const ROOT = `${ORIGIN}/en/json/core/v2`;
let core: TestService;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

const get = (path: string, as: RoleName = 'visitor', headers = {}) =>
  core.ask(as, 'GET', `/core/v2/${path}`, undefined, headers);

describe('types', () => {
  it('are shown by name, and completely in the edit context', async () => {
    const { body } = await get('types');
    expect(Object.keys(body)).toEqual(['post', 'page', 'attachment', 'cal_venue', 'cal_organizer', 'cal_events']);
    expect(body.post).toMatchObject({
      name: 'Posts',
      slug: 'post',
      rest_base: 'posts',
      rest_namespace: 'core/v2',
      taxonomies: ['category', 'post_tag'],
      template: [],
      template_lock: false,
      _links: { collection: [{ href: `${ROOT}/types` }], 'core:items': [{ href: `${ROOT}/posts` }] },
    });
    const { body: edited } = await get('types/post?context=edit', 'contributor');
    expect(edited.capabilities).toMatchObject({ edit_post: 'edit_post', create_posts: 'edit_posts' });
    expect(edited.supports).toMatchObject({ title: true, editor: [{ notes: true }] });
    expect((await get('types?context=edit', 'subscriber')).body.code).toBe('rest_cannot_view');
    expect((await get('types/post?context=edit')).body.code).toBe('rest_forbidden_context');
    expect((await get('types/unknown')).body.code).toBe('rest_type_invalid');
    expect((await get('types/revision', 'administrator')).body.code).toBe('rest_cannot_read_type');
  });

  it('are embedded without their taxonomies', async () => {
    const embedded = ['name', 'slug', 'icon', 'rest_base', 'rest_namespace', 'template', 'template_lock', '_links'];
    expect(Object.keys((await get('types/post?context=embed')).body)).toEqual(embedded);
  });

  it('have names in the language of the request', async () => {
    const { body } = await get('types/post?context=edit', 'editor', { 'x-almanac-language': 'fr-ca' });
    expect([body.name, body.labels.add_new]).toEqual(['Articles', 'Ajouter un article']);
  });
});

describe('block types', () => {
  it('are shown to users who write, with the members of the context', async () => {
    const { body } = await get('block-types', 'contributor');
    expect(body.map(({ name }: { readonly name: string }) => name)).toContain('core/paragraph');
    expect((await get('block-types/core', 'contributor')).body).toEqual(body);
    expect((await get('block-types?namespace=other', 'contributor')).body).toEqual([]);
    const item = await get('block-types/core/column?context=embed', 'contributor', { 'x-almanac-language': 'fr-ca' });
    expect(item.body).toMatchObject({ title: 'Colonne', parent: ['core/columns'], attributes: {} });
    expect(Object.keys(item.body)).not.toContain('is_dynamic');
    expect((await get('block-types/core/lost', 'contributor')).body.code).toBe('rest_block_type_invalid');
    expect((await get('block-types/core/lost')).body.code).toBe('rest_block_type_cannot_view');
  });
});

describe('themes', () => {
  it('are the site’s own pages, which writers see as the active theme', async () => {
    expect((await get('themes', 'administrator')).body).toMatchObject([{ stylesheet: 'almanac', status: 'active' }]);
    expect((await get('themes?status=inactive', 'administrator')).body).toEqual([]);
    expect((await get('themes?status=active', 'author')).body).toHaveLength(1);
    expect((await get('themes?status=active,inactive', 'author')).body.code).toBe('rest_cannot_view_themes');
    expect((await get('themes/lost', 'administrator')).body.code).toBe('rest_theme_not_found');
  });
});

describe('statuses', () => {
  it('are shown if they are public, and all to users who write', async () => {
    expect(Object.keys((await get('statuses')).body)).not.toContain('draft');
    const { body } = await get('statuses?context=edit', 'contributor');
    expect(Object.keys(body).slice(0, 6)).toEqual(['publish', 'future', 'draft', 'pending', 'private', 'trash']);
    expect(body.draft).toEqual({
      name: 'Draft',
      private: false,
      protected: true,
      public: false,
      queryable: false,
      show_in_list: true,
      slug: 'draft',
      date_floating: true,
      _links: { archives: [{ href: `${ROOT}/posts?status=draft` }] },
    });
    expect(body.publish._links.archives).toEqual([{ href: `${ROOT}/posts` }]);
    expect((await get('statuses/draft')).body.code).toBe('rest_cannot_read_status');
    expect((await get('statuses/inherit', 'administrator')).body.code).toBe('rest_cannot_read_status');
    expect((await get('statuses/lost')).body.code).toBe('rest_status_invalid');
  });
});

describe('taxonomies', () => {
  it('are shown by name, and by the type that has them', async () => {
    expect(Object.keys((await get('taxonomies?type=post')).body)).toEqual(['category', 'post_tag']);
    expect(Object.keys((await get('taxonomies?type=cal_events')).body)).toEqual(['post_tag', 'cal_events_cat']);
    expect((await get('taxonomies?type=attachment')).body).toEqual({});
    const { body } = await get('taxonomies/post_tag?context=edit', 'contributor');
    expect(body).toMatchObject({
      name: 'Tags',
      hierarchical: false,
      types: ['post', 'cal_events'],
      rest_base: 'tags',
      capabilities: { manage_terms: 'manage_post_tags', assign_terms: 'assign_post_tags' },
    });
    expect((await get('taxonomies/lost')).body.code).toBe('rest_taxonomy_invalid');
    expect((await get('taxonomies/post_format')).status).toBe(401);
  });
});

describe('settings', () => {
  it('are readable by administrators', async () => {
    expect((await get('settings', 'administrator')).body).toMatchObject({
      title: 'Specs',
      url: ORIGIN,
      email: 'administrator@example.test',
      timezone: 'America/New_York',
      language: 'en_US',
      default_category: 1,
      default_post_format: '0',
    });
    expect((await get('settings', 'editor')).body.code).toBe('rest_forbidden');
  });
});

describe('the renderer of blocks', () => {
  const render = (query: string, as: RoleName = 'contributor') =>
    get(`block-renderer/core/archives?context=edit${query}`, as);

  it('lists the months of public posts in the language of the request, by GET and POST', async () => {
    expect((await render('')).body.rendered).toContain('There are no posts yet.');
    for (const date of ['2026-04-30T23:59:59', '2026-04-01T00:00:00', '2025-12-03T10:00:00'])
      await core.ask('administrator', 'POST', '/core/v2/posts', { title: 'Post', status: 'publish', date });
    await core.ask('administrator', 'POST', '/core/v2/posts', { title: 'Draft', date: '2026-03-01T10:00:00' });
    const rendered =
      '<ul class="archives-list archives">\n' +
      `<li><a href="${ORIGIN}/2026/04/">April 2026</a> (2)</li>\n` +
      `<li><a href="${ORIGIN}/2025/12/">December 2025</a> (1)</li>\n</ul>`;
    expect((await render('&attributes[showPostCounts]=true')).body).toEqual({ rendered });
    const path = '/core/v2/block-renderer/core/archives?context=edit';
    const posted = await core.ask('contributor', 'POST', path, { attributes: { showPostCounts: true } });
    expect(posted.body).toEqual({ rendered });
    expect((await render('', 'contributor')).body.rendered).toContain('April 2026</a></li>');
    const french = await get('block-renderer/core/archives?context=edit', 'contributor', {
      'x-almanac-language': 'fr-ca',
    });
    expect(french.body.rendered).toContain(`<a href="${ORIGIN}/fr-ca/2026/04/">avril 2026</a>`);
  });

  it('is for those who may edit the post', async () => {
    const { body: post } = await core.ask('administrator', 'POST', '/core/v2/posts', { title: 'Mine' });
    expect((await render(`&post_id=${post.id}`, 'editor')).status).toBe(200);
    expect((await render(`&post_id=${post.id}`)).body.code).toBe('block_cannot_read');
    expect((await render('', 'subscriber')).body.code).toBe('block_cannot_read');
  });
});
