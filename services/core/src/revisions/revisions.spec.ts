import { ORIGIN, type RoleName, serveCore, type TestService } from '../testing.contract.ts';

const ROOT = `${ORIGIN}/en/json/core/v2`;
let core: TestService;
let post: number;
const path = (rest = '') => `/core/v2/posts/${post}/revisions${rest}`;
const ask = (rest: string, as: RoleName = 'editor', method = 'GET') => core.ask(as, method, path(rest));
const ids = async (query: string) => (await ask(query)).body.map(({ id }: { id: number }) => id);

beforeEach(async () => {
  core = await serveCore();
  const body = { title: 'Rev', content: 'zero', status: 'publish' };
  post = (await core.ask('editor', 'POST', '/core/v2/posts', body)).body.id;
});
afterEach(() => core.stop());

const change = (body: object, as: RoleName = 'editor') => {
  core.advance(60_000);
  return core.ask(as, 'PUT', `/core/v2/posts/${post}`, body);
};
const threeTimes = async () => {
  for (const content of ['one', 'two', 'three']) await change({ content });
};

describe('revisions', () => {
  it('are created from the new texts if texts change, and at the first change in any case', async () => {
    expect((await ask('')).body).toEqual([]);
    await change({ sticky: true });
    await change({ content: 'one' }, 'administrator');
    await change({ content: ' one \n' });
    await change({ comment_status: 'closed' });
    const { body, headers } = await ask('?context=edit');
    expect(body).toHaveLength(2);
    expect([headers.get('x-core-total'), headers.get('x-core-totalpages')]).toEqual(['2', '1']);
    expect(body[0]).toEqual({
      author: 1,
      date: '2026-05-01T08:02:00',
      date_gmt: '2026-05-01T12:02:00',
      id: expect.any(Number),
      modified: '2026-05-01T08:02:00',
      modified_gmt: '2026-05-01T12:02:00',
      parent: post,
      slug: `${post}-revision-v1`,
      guid: { rendered: `${ORIGIN}/?p=${body[0].id}`, raw: `${ORIGIN}/?p=${body[0].id}` },
      title: { raw: 'Rev', rendered: 'Rev' },
      content: { raw: 'one', rendered: '<p>one</p>\n' },
      excerpt: { raw: '', rendered: '' },
      meta: expect.objectContaining({ footnotes: '' }),
      _links: { parent: [{ href: `${ROOT}/posts/${post}` }] },
    });
    expect(body[1].content.raw).toBe('zero');
  });

  it('are counted in the post’s links, which name the newest', async () => {
    await threeTimes();
    const [latest] = await ids('');
    const { _links } = (await core.ask('visitor', 'GET', `/core/v2/posts/${post}?_fields=_links`)).body;
    expect(_links['version-history']).toEqual([{ count: 3, href: `${ROOT}/posts/${post}/revisions` }]);
    expect(_links['predecessor-version']).toEqual([{ id: latest, href: `${ROOT}/posts/${post}/revisions/${latest}` }]);
  });

  it('are paged only on request', async () => {
    await threeTimes();
    const all = await ids('');
    expect(all).toEqual(all.toSorted((a: number, b: number) => b - a));
    expect(await ids('?offset=1')).toEqual(all);
    expect(await ids('?per_page=2&offset=1&page=9')).toEqual(all.slice(1));
    expect(await ids('?order=asc&orderby=id')).toEqual(all.toReversed());
    expect(await ids('?orderby=include_slugs')).toEqual(all.toReversed());
    expect(await ids('?search=two')).toEqual([all[1]]);
    expect(await ids(`?include=${all[2]},${all[0]}&orderby=include`)).toEqual([all[2], all[0]]);
    expect(await ids(`?exclude=${all[0]}`)).toEqual(all.slice(1));
    const second = await ask('?per_page=2&page=2');
    expect([second.headers.get('x-core-totalpages'), second.body.length]).toEqual(['2', 1]);
    expect(second.headers.get('link')).toContain('page=1>; rel="prev"');
  });

  it.each([
    ['?per_page=2&page=3', 400, 'rest_revision_invalid_page_number'],
    ['?per_page=2&offset=3', 400, 'rest_revision_invalid_offset_number'],
    ['?per_page=-1', 400, 'rest_invalid_param'],
    ['?offset=moreplease', 400, 'rest_invalid_param'],
    ['?orderby=relevance', 400, 'rest_no_search_term_defined'],
    ['?orderby=include', 400, 'rest_orderby_include_missing_include'],
    ['/99', 404, 'rest_post_invalid_id'],
  ])('answer %s with %i %s', async (rest, status, code) => {
    await threeTimes();
    const answer = await ask(rest);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('belong to their post', async () => {
    await threeTimes();
    const [latest] = await ids('');
    const other = (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Other' })).body.id;
    await core.ask('editor', 'PUT', `/core/v2/posts/${other}`, { content: 'other' });
    const listed = (await core.ask('editor', 'GET', `/core/v2/posts/${other}/revisions`)).body;
    expect([listed.length, listed[0].parent, (await ids('')).length]).toEqual([1, other, 3]);
    const { status, body } = await core.ask('editor', 'GET', `/core/v2/posts/${other}/revisions/${latest}`);
    expect([status, body.code]).toEqual([404, 'rest_revision_parent_id_mismatch']);
    expect(body.message).toContain(String(other));
    const embed = (await ask(`/${latest}?context=embed`)).body;
    expect(Object.keys(embed)).toEqual(['author', 'date', 'id', 'parent', 'slug', 'title', 'excerpt', '_links']);
    expect((await core.ask('editor', 'GET', '/core/v2/posts/99/revisions')).body.code).toBe('rest_post_invalid_parent');
    expect((await core.ask('editor', 'POST', path(), {})).body.code).toBe('rest_no_route');
  });

  it.each([
    ['visitor', 401],
    ['contributor', 403],
    ['author', 403],
  ] as const)('are refused to a %s: %i', async (as, status) => {
    for (const method of ['GET', 'HEAD']) expect((await ask('', as, method)).status).toBe(status);
    expect((await ask('', as)).body.code).toBe('rest_cannot_read');
    expect((await ask('/1', as, 'DELETE')).body.code).toBe('rest_cannot_delete');
  });

  it('are deleted with force by users who may delete the post', async () => {
    await threeTimes();
    const [, middle] = await ids('');
    expect((await ask(`/${middle}`, 'editor', 'DELETE')).status).toBe(501);
    const { body, headers } = await ask(`/${middle}?force=true`, 'editor', 'DELETE');
    expect(body).toMatchObject({ deleted: true, previous: { id: middle, content: { rendered: '<p>two</p>\n' } } });
    expect(headers.get('allow')).toBe('GET, DELETE');
    expect(await ids('')).toHaveLength(2);
    expect((await ask(`/${middle}`)).status).toBe(404);
  });

  it('are deleted with their post', async () => {
    await threeTimes();
    await core.ask('editor', 'DELETE', `/core/v2/posts/${post}?force=true`);
    expect((await ask('')).body.code).toBe('rest_post_invalid_parent');
    expect(await core.documents.find({ name: 'revisions', projectionVersion: 1 }, {})).toEqual([]);
  });
});

describe('autosaves', () => {
  const save = (body: object, as: RoleName = 'editor') =>
    core.ask(as, 'POST', `/core/v2/posts/${post}/autosaves`, body);
  const saved = (as: RoleName = 'editor', query = '') =>
    core.ask(as, 'GET', `/core/v2/posts/${post}/autosaves${query}`);

  it('store unsaved texts beside the post, one for each author', async () => {
    const etag = (await core.ask('editor', 'GET', `/core/v2/posts/${post}`)).headers.get('etag')!.slice(0, 3);
    const first = await save({ content: 'soon' });
    expect(first.body).toMatchObject({
      parent: post,
      author: 2,
      slug: `${post}-autosave-v1`,
      title: { raw: '' },
      content: { raw: 'soon' },
      preview_link: expect.stringContaining(`${ORIGIN}/rev/?preview=true&preview_id=${post}&preview_nonce=`),
    });
    const second = await save({ title: 'Later' });
    expect(second.body).toMatchObject({ id: first.body.id, title: { raw: 'Later' }, content: { raw: 'soon' } });
    expect((await save({ content: 'mine' }, 'administrator')).body.id).not.toBe(first.body.id);
    expect((await saved()).body).toHaveLength(2);
    expect((await saved()).body[0].preview_link).toBeUndefined();
    const { headers, body } = await core.ask('editor', 'GET', `/core/v2/posts/${post}`);
    expect([headers.get('etag')!.slice(0, 3), body.content.rendered]).toEqual([etag, '<p>zero</p>\n']);
    expect(body._links['version-history'][0].count).toBe(2);
    expect(await ids('')).toHaveLength(2);
  });

  it('contain only saved members', async () => {
    await change({ meta: { footnotes: '[]' } });
    await save({ title: 'Later' });
    expect((await saved('editor', '?context=edit')).body).toMatchObject([
      { title: { raw: 'Later' }, content: { raw: '' }, excerpt: { raw: '' }, meta: { footnotes: '' } },
    ]);
  });

  it('are deleted as revisions are, one author’s alone', async () => {
    const { id } = (await save({ content: 'soon' })).body;
    const other = (await save({ content: 'mine' }, 'administrator')).body;
    expect((await ask(`/${id}?force=true`, 'editor', 'DELETE')).body.deleted).toBe(true);
    const [commit] = await core.store.readLog((await core.store.last()) - 1);
    expect(commit?.events.map(({ type }) => type)).toEqual(['AutosaveDeleted']);
    expect((await saved()).body.map((each: { id: number }) => each.id)).toEqual([other.id]);
    expect(await ids('')).toEqual([other.id]);
    expect((await save({ content: 'again' })).body).toMatchObject({ title: { raw: '' }, content: { raw: 'again' } });
    expect((await saved()).body.map((each: { id: number }) => each.id)).not.toContain(id);
  });

  it('are created once without a difference and then kept', async () => {
    const first = await save({ title: 'Rev', content: 'zero' });
    expect((await save({ title: 'Rev', content: 'zero' })).body.id).toBe(first.body.id);
    const last = await core.store.last();
    await save({ content: 'zero' });
    expect(await core.store.last()).toBe(last);
  });

  it('change an author’s own draft itself, without a revision', async () => {
    post = (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Draft', excerpt: 'e' })).body.id;
    const { body } = await save({ content: 'new', meta: { _EventCost: '5' } });
    expect(body).toMatchObject({
      id: post,
      parent: 0,
      content: { raw: 'new' },
      excerpt: { raw: 'e' },
      preview_link: `${ORIGIN}/?p=${post}&preview=true`,
    });
    const draft = (await core.ask('editor', 'GET', `/core/v2/posts/${post}?context=edit`)).body;
    expect([draft.content.raw, draft.meta._EventCost]).toEqual(['new', '']);
    expect((await saved()).body).toEqual([]);
    expect(await ids('')).toEqual([]);
    expect((await save({ content: 'x' }, 'administrator')).body.parent).toBe(post);
  });

  it('are read one by one under their own number', async () => {
    const { id } = (await save({ content: 'soon' })).body;
    expect((await saved('editor', `/${id}`)).body).toMatchObject({ id, content: { rendered: '<p>soon</p>\n' } });
    expect((await saved('editor', '/99')).body.code).toBe('rest_post_no_autosave');
  });

  it.each([
    ['visitor', 401],
    ['contributor', 403],
  ] as const)('are refused to a %s: %i', async (as, status) => {
    const answers = [await saved(as), await save({ content: 'x' }, as)];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual([
      [status, 'rest_cannot_read'],
      [status, 'rest_cannot_edit'],
    ]);
  });

  it('answer with their faults', async () => {
    expect((await save({ comment_status: 'garbage' })).status).toBe(400);
    const trashing = await save({ content: 'soon', status: 'trash' });
    expect([trashing.status, trashing.body.data.details.status.code]).toEqual([400, 'rest_not_in_enum']);
    expect((await saved()).body).toEqual([]);
    expect((await core.ask('editor', 'POST', '/core/v2/posts/99/autosaves', {})).body.code).toBe(
      'rest_post_invalid_id',
    );
    expect((await core.ask('editor', 'PUT', `/core/v2/posts/${post}/autosaves`, {})).body.code).toBe('rest_no_route');
  });

  it('are deleted with their post', async () => {
    await save({ content: 'soon' });
    await core.ask('editor', 'DELETE', `/core/v2/posts/${post}?force=true`);
    expect(await core.documents.find({ name: 'revisions', projectionVersion: 1 }, {})).toEqual([]);
  });
});
