import { openEpoch } from '@almanac/messaging';
import { eventCopiesFrom } from '../integration/eventCopies.ts';
import { ORIGIN, type RoleName, serveCore, type TestService } from '../testing.contract.ts';

const ROOT = `${ORIGIN}/en/json/core/v2`;
let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const make = (base: string, body: object) => core.ask('editor', 'POST', `/core/v2/${base}`, body);

describe('a tag in another language', () => {
  it('is created only by users who may edit its source', async () => {
    const { id } = (await make('tags', { name: 'Docks' })).body;
    const translate = (as: RoleName) =>
      core.ask(as, 'POST', '/core/v2/tags', { name: 'Quais', translation_of: id }, { 'x-almanac-language': 'fr-ca' });
    const refused = await translate('author');
    expect([refused.status, refused.body.code]).toEqual([400, 'i18n_unknown_source']);
    expect((await translate('editor')).status).toBe(201);
  });
});

describe('a created category', () => {
  it('is answered whole, with its address and its links', async () => {
    const top = await make('categories', { name: 'Local <b>news</b> & more', description: 'From here' });
    expect(top.status).toBe(201);
    expect(top.headers.get('location')).toBe(`${ROOT}/categories/${top.body.id}`);
    expect(top.headers.get('allow')).toBe('GET, POST');
    const child = await make('categories', { name: 'Council', parent: top.body.id });
    expect(child.body).toEqual({
      id: expect.any(Number),
      count: 0,
      description: '',
      link: `${ORIGIN}/category/local-news-more/council/`,
      name: 'Council',
      slug: 'council',
      taxonomy: 'category',
      parent: top.body.id,
      meta: [],
      i18n: { language: 'en', source_language: null, group_id: child.body.id, translations: { en: child.body.id } },
      _links: {
        self: [
          {
            targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
            href: `${ROOT}/categories/${child.body.id}`,
          },
        ],
        collection: [{ href: `${ROOT}/categories` }],
        about: [{ href: `${ROOT}/taxonomies/category` }],
        up: [{ embeddable: true, href: `${ROOT}/categories/${top.body.id}` }],
        'core:post_type': [{ href: `${ROOT}/posts?categories=${child.body.id}` }],
        curies: [expect.objectContaining({ name: 'core', templated: true })],
      },
    });
    expect(top.body.name).toBe('Local news &amp; more');
    expect(Object.keys(child.body)[0]).toBe('id');
  });

  it('can be embedded, with fewer members', async () => {
    const { body } = await core.ask(
      'visitor',
      'GET',
      '/core/v2/categories/1?context=embed&_fields=id,link,name,slug,taxonomy,count',
    );
    expect(body).toEqual({
      id: 1,
      link: `${ORIGIN}/category/uncategorized/`,
      name: 'Uncategorized',
      slug: 'uncategorized',
      taxonomy: 'category',
    });
  });
});

describe('lists of terms', () => {
  const names = async (query: string) =>
    (await core.ask('visitor', 'GET', `/core/v2/tags?${query}`)).body.map(({ name }: { name: string }) => name);

  it('are ordered by name, regardless of case and accents, and paged', async () => {
    for (const name of ['beta', 'Ämter', 'Gamma']) await make('tags', { name });
    expect(await names('')).toEqual(['Ämter', 'beta', 'Gamma']);
    const page = await core.ask('visitor', 'GET', '/core/v2/tags?per_page=2&page=2&order=desc');
    expect(page.body).toHaveLength(1);
    expect(page.headers.get('x-core-total')).toBe('3');
    expect(page.headers.get('x-core-totalpages')).toBe('2');
    expect(page.headers.get('link')).toContain(`<${ROOT}/tags?per_page=2&page=1&order=desc>; rel="prev"`);
    const beyond = await core.ask('visitor', 'GET', '/core/v2/tags?page=9');
    expect([beyond.status, beyond.body, beyond.headers.get('x-core-total')]).toEqual([200, [], '3']);
  });

  it('are ordered by their number of posts, ties by id, both in the requested direction', async () => {
    const ids = [];
    for (const name of ['Once', 'Never', 'Twice', 'Again']) ids.push((await make('tags', { name })).body.id);
    const [once, , twice, again] = ids;
    for (const tags of [
      [once, twice],
      [twice, again],
    ])
      expect((await make('posts', { title: 'x', status: 'publish', tags })).status).toBe(201);
    const counted = ['Never', 'Once', 'Again', 'Twice'];
    expect(await names('orderby=count')).toEqual(counted);
    expect(await names('orderby=count&order=desc')).toEqual(counted.toReversed());
  });

  it('follow search, slug, include, exclude and offset', async () => {
    const made = [];
    for (const name of ['One', 'Two', 'Three']) made.push((await make('tags', { name })).body.id);
    const [one, two, three] = made;
    expect(await names('search=t')).toEqual(['Three', 'Two']);
    expect(await names('slug=TWO,one')).toEqual(['One', 'Two']);
    expect(await names('slug=two,one&orderby=include_slugs')).toEqual(['Two', 'One']);
    expect(await names(`include=${three},${one}&orderby=include`)).toEqual(['Three', 'One']);
    expect(await names(`include=${three}&exclude=${three}`)).toEqual(['Three']);
    expect(await names(`exclude=${two}`)).toEqual(['One', 'Three']);
    expect(await names('offset=2')).toEqual(['Two']);
    expect(await names('orderby=id&order=desc')).toEqual(['Three', 'Two', 'One']);
    expect(await names('hide_empty=true')).toEqual([]);
    expect(await names('slug=')).toEqual(['One', 'Three', 'Two']);
    expect(await names('slug=&orderby=include_slugs')).toEqual(['One', 'Three', 'Two']);
  });

  it('contain the requested language', async () => {
    await make('tags', { name: 'Town' });
    const french = { 'x-almanac-language': 'fr-ca' };
    await core.ask('editor', 'POST', '/core/v2/tags', { name: 'Ville' }, french);
    expect(await names('')).toEqual(['Town']);
    const { body } = await core.ask('visitor', 'GET', '/core/v2/tags', undefined, french);
    expect(body.map(({ link }: { link: string }) => link)).toEqual([
      `${ORIGIN}/tag/town/`,
      `${ORIGIN}/fr-ca/tag/ville/`,
    ]);
  });

  it('refuse invalid arguments', async () => {
    for (const query of ['page=0', 'per_page=101', 'orderby=banana', 'context=banana', 'include=x']) {
      const { status, body } = await core.ask('visitor', 'GET', `/core/v2/tags?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'rest_invalid_param']);
    }
  });
});

describe('the terms of a post', () => {
  const ask = (query: string, as: RoleName = 'visitor') => core.ask(as, 'GET', `/core/v2/categories?${query}`);

  it('are shown to users who may read it, also if it embeds them', async () => {
    const ids: number[] = [];
    for (let count = 10; count < 25; count++) ids.push((await make('categories', { name: `Number ${count}` })).body.id);
    const { id } = (await make('posts', { title: 'x', status: 'publish', categories: ids })).body;
    expect((await ask(`post=${id}&per_page=100`)).body).toHaveLength(15);
    expect((await ask(`post=${id}&include=${ids[3]}`)).body).toHaveLength(1);
    const embedded = (await core.ask('visitor', 'GET', `/core/v2/posts/${id}?_embed=core:term`)).body._embedded;
    expect(embedded['core:term'][0].map((term: { id: number }) => term.id)).toEqual(ids);
  });

  it('are refused to others', async () => {
    const { id } = (await make('posts', { title: 'Draft' })).body;
    const answers = [await ask(`post=${id}`), await ask(`post=${id}`, 'author'), await ask('post=99')];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'rest_forbidden_context'],
      [403, 'rest_forbidden_context'],
      [400, 'rest_post_invalid_id'],
    ]);
    expect((await ask(`post=${id}`, 'editor')).body).toHaveLength(1);
  });
});

describe('the tags of an event', () => {
  const facts = {
    ...{ id: 1_001, language: 'en', languages: ['en'], path: '/event/fair/', slug: 'fair', title: 'Fair', author: 0 },
    ...{ start: '2026-05-02T14:00:00Z', end: '2026-05-02T16:00:00Z', allDay: false, hidden: false },
  };
  const tell = (position: number, changes: object) =>
    eventCopiesFrom(core).handle({
      ...{ source: 'calendar', epoch: 1, position, n: 0, key: 'event-1001', data: { ...facts, ...changes } },
      ...{ type: 'calendar.event-changed.v1', at: '2026-05-01T12:00:00.000Z', principal: 'system' },
      ...{ language: 'en', correlation: 'spec' },
    });
  const tagsFor = async (as: RoleName) => {
    const { status, body } = await core.ask(as, 'GET', '/core/v2/tags?post=1001');
    return status === 200 ? body.map(({ name }: { readonly name: string }) => name) : body.code;
  };

  it('are listed for everybody who may read the event, which has no categories of posts', async () => {
    const { id } = (await make('tags', { name: 'Loud' })).body;
    await make('tags', { name: 'Other' });
    await tell(1, { status: 'publish', tags: [id] });
    expect(await tagsFor('visitor')).toEqual(['Loud']);
    expect((await core.ask('visitor', 'GET', '/core/v2/categories?post=1001')).body).toEqual([]);
    await tell(2, { status: 'draft' });
    expect(await Promise.all((['visitor', 'author', 'editor'] as const).map(tagsFor))).toEqual([
      'rest_forbidden_context',
      'rest_forbidden_context',
      ['Loud'],
    ]);
  });
});

describe('a change or deletion of terms', () => {
  it('changes named members, empties with null, and obeys If-Match', async () => {
    const { id } = (await make('tags', { name: 'One', description: 'd' })).body;
    const renamed = await core.ask('editor', 'PUT', `/core/v2/tags/${id}`, { name: 'Uno' });
    expect(renamed.body).toMatchObject({ name: 'Uno', slug: 'one', description: 'd' });
    expect((await core.ask('editor', 'PATCH', `/core/v2/tags/${id}`, { slug: null })).body.slug).toBe('uno');
    const stale = await core.ask('editor', 'PATCH', `/core/v2/tags/${id}`, { name: 'x' }, { 'if-match': '"1-x"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'rest_precondition_failed']);
    const none = await core.ask('editor', 'PATCH', `/core/v2/tags/${id}`, { name: null });
    expect([none.status, none.body.code]).toEqual([400, 'empty_term_name']);
  });

  it.each([
    ['tags/99', 'PUT', { name: 'x' }, 404, 'rest_term_invalid'],
    ['tags/1', 'PUT', { name: 'x' }, 404, 'rest_term_invalid'],
    ['tags', 'POST', {}, 400, 'rest_missing_callback_param'],
    ['tags', 'POST', { name: 5 }, 400, 'rest_invalid_param'],
    ['tags', 'POST', { name: ' <i></i> ' }, 400, 'empty_term_name'],
    ['tags', 'POST', { name: 'x', parent: 0 }, 400, 'rest_taxonomy_not_hierarchical'],
    ['categories', 'POST', { name: 'x', parent: 99 }, 400, 'rest_term_invalid'],
    ['categories', 'POST', { name: 'Uncategorized' }, 400, 'term_exists'],
    ['categories/1', 'DELETE', undefined, 403, 'rest_cannot_delete'],
  ])('answers %s %s %j with %i %s', async (path, method, body, status, code) => {
    const answer = await core.ask('editor', method, `/core/v2/${path}`, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await core.store.last()).toBe(1);
  });

  it('deletes with force alone, once', async () => {
    const { id } = (await make('tags', { name: 'One' })).body;
    const path = `/core/v2/tags/${id}`;
    expect((await core.ask('editor', 'DELETE', path)).status).toBe(501);
    const gone = await core.ask('editor', 'DELETE', `${path}?force=true`);
    expect(gone.body).toMatchObject({ deleted: true, previous: { name: 'One', count: 0 } });
    expect(gone.body.previous._links).toBeUndefined();
    expect(gone.headers.get('allow')).toBeNull();
    expect((await core.ask('editor', 'DELETE', `${path}?force=true`)).status).toBe(404);
  });
});

describe('tags for other services', () => {
  const ensure = async (tags: unknown[], as: 'system' | 'visitor' = 'system') =>
    core.ask(as, 'POST', '/internal/tags', { tags });

  it('are found by id, slug and name, or created, in one commit', async () => {
    const known = (await make('tags', { name: 'Known & old' })).body;
    const before = await core.store.last();
    const { body } = await ensure([known.id, 'known-old', 'known & old', 'New one', '2026', 'new one', 4_242]);
    expect(body.tags.map((tag: { id: number } | null) => tag?.id)).toEqual([
      known.id,
      known.id,
      known.id,
      expect.any(Number),
      expect.any(Number),
      body.tags[3].id,
      undefined,
    ]);
    expect(body.tags[4]).toMatchObject({ name: '2026', slug: '2026', n: expect.any(Number) });
    expect(body.position).toBe(before + 1);
    expect((await core.store.readLog(before))[0]!.events[body.tags[4].n]).toMatchObject({ type: 'TagCreated' });
    expect((await ensure(['New one'])).body).toMatchObject({ position: null, tags: [{ n: null }] });
  });

  it('are answered with the epoch of a restored log', async () => {
    await openEpoch(core.entries, { end: await core.store.last(), at: '2026-05-01T12:00:00Z' });
    expect((await ensure(['First of all'])).body).toMatchObject({ epoch: 2 });
  });

  it('are validated without being created', async () => {
    const before = await core.store.last();
    const tryOut = (tags: unknown[]) => core.ask('system', 'POST', '/internal/tags', { tags, dryRun: true });
    expect((await tryOut(['Tried', 'x'.repeat(300)])).body.code).toBe('db_insert_error');
    expect((await tryOut(['Tried', '<br>'])).body.code).toBe('empty_term_name');
    expect((await tryOut(['Tried', 'tried', '2027'])).status).toBe(200);
    expect(await core.store.last()).toBe(before);
  });

  it.each([[null], [{ name: 'x' }], [1.5], [true]])('are not found by %j', async (reference) => {
    const answer = await ensure(['x', reference]);
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('are refused to visitors', async () => {
    expect((await ensure(['x'], 'visitor')).status).toBe(401);
  });
});
