import { ORIGIN, serveCore, type TestService } from '../testing.contract.ts';
import { postRequests } from './testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const { made, update, read } = postRequests(() => core);

describe('a change of a post', () => {
  it('stores only named members, and nothing without a difference', async () => {
    const { id } = await made({ content: 'one', status: 'publish', sticky: true });
    core.advance(90_000);
    const changed = await update(id, { content: 'two' });
    expect(changed.body).toMatchObject({ title: { raw: 'A post' }, content: { raw: 'two' }, sticky: true });
    expect(changed.body.modified_gmt).toBe('2026-05-01T12:01:30');
    const before = await core.store.last();
    core.advance(90_000);
    const again = await update(id, { content: 'two', title: 'A post', status: 'publish' });
    expect([again.status, again.body.modified_gmt]).toEqual([200, '2026-05-01T12:01:30']);
    expect(await core.store.last()).toBe(before);
  });

  it('publishes a draft at the moment, under a slug from its title', async () => {
    const { id } = await made({});
    core.advance(3_600_000);
    expect((await update(id, { status: 'publish' })).body).toMatchObject({
      slug: 'a-post',
      date_gmt: '2026-05-01T13:00:00',
      guid: { raw: `${ORIGIN}/?p=${id}` },
    });
  });

  it('keeps the date of a draft floating while it is sent back unchanged', async () => {
    const draft = await made({});
    core.advance(60_000);
    await update(draft.id, { date: draft.date, title: 'B' });
    core.advance(3_600_000);
    expect((await update(draft.id, { status: 'publish' })).body.date_gmt).toBe('2026-05-01T13:01:00');
  });

  it('fixes a sent date, and null releases it', async () => {
    const { id } = await made({});
    await update(id, { date: '2027-01-01T00:00:00' });
    expect((await update(id, { status: 'publish' })).body.status).toBe('future');
    expect((await update(id, { status: 'draft' })).body.status).toBe('draft');
    expect((await update(id, { date_gmt: null })).body.date).toBe('2026-05-01T08:00:00');
    expect((await update(id, { status: 'publish' })).body.status).toBe('publish');
  });

  it.each([
    [{ slug: '' }, { slug: 'a-post' }],
    [{ slug: 'Ünïcode Näme' }, { slug: 'unicode-name' }],
    [{ password: null }, { password: '' }],
    [{ categories: [] }, { categories: [] }],
    [{ categories: null }, { categories: [] }],
    [{ sticky: null }, { sticky: false }],
    [
      { title: null, content: null, meta: null, comment_status: null },
      { title: { raw: 'A post', rendered: 'A post' } },
    ],
    [{ title: { raw: '' } }, { title: { raw: 'A post', rendered: 'A post' } }],
    [{ title: '', content: 'c' }, { title: { raw: '', rendered: '' } }],
    [{ modified: '2001-01-01T00:00:00', id: 77 }, { title: { raw: 'A post', rendered: 'A post' } }],
  ])('stores %j as %j', async (body, expected) => {
    const { id } = await made({ status: 'publish', slug: 'first', password: 'p' });
    expect((await update(id, body)).body).toMatchObject({ id, ...expected });
  });

  it('excludes sticky posts with passwords', async () => {
    const sticky = await made({ sticky: true });
    expect((await update(sticky.id, { password: 'x' })).body.code).toBe('rest_invalid_field');
    const guarded = await made({ password: 'x' });
    expect((await update(guarded.id, { sticky: true })).body.code).toBe('rest_invalid_field');
    expect((await update(guarded.id, { sticky: true, password: '' })).body.sticky).toBe(true);
  });

  it('is refused after another change if the client names the old version', async () => {
    const { id } = await made({});
    const etag = (await read(id, '?context=edit', 'editor')).headers.get('etag');
    await update(id, { title: 'B' });
    const answer = await core.ask('editor', 'PUT', `/core/v2/posts/${id}`, { title: 'C' }, { 'if-match': etag });
    expect([answer.status, answer.body.code]).toEqual([412, 'rest_precondition_failed']);
  });

  it.each([
    ['visitor', 401],
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 403],
  ] as const)('is refused to a %s: %i', async (as, status) => {
    const { id } = await made({ status: 'publish' });
    const answer = await update(id, { title: 'x' }, as);
    expect([answer.status, answer.body.code]).toEqual([status, 'rest_cannot_edit']);
  });

  it('is 404 for a missing post', async () => {
    const answer = await update(99, { title: 'x' });
    expect([answer.status, answer.body.code]).toEqual([404, 'rest_post_invalid_id']);
    expect(answer.headers.get('allow')).toBeNull();
  });
});
