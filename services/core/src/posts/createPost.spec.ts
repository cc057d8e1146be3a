import { ORIGIN, serveCore, type TestService } from '../testing.contract.ts';
import { postRequests } from './testing.contract.ts';

const ROOT = `${ORIGIN}/en/json/core/v2`;
let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const { create, made, read } = postRequests(() => core);

describe('a new post', () => {
  it('is a draft of the caller, answered for editing, with its address', async () => {
    const { status, headers, body } = await create({ title: 'Hello', content: 'World', excerpt: { raw: 'Short' } });
    expect([status, headers.get('location')]).toEqual([201, `${ROOT}/posts/${body.id}`]);
    expect(body).toMatchObject({
      status: 'draft',
      slug: '',
      author: 2,
      date: '2026-05-01T08:00:00',
      date_gmt: '2026-05-01T12:00:00',
      modified: '2026-05-01T08:00:00',
      modified_gmt: '2026-05-01T12:00:00',
      guid: { rendered: `${ORIGIN}/?p=${body.id}`, raw: `${ORIGIN}/?p=${body.id}` },
      link: `${ORIGIN}/?p=${body.id}`,
      title: { raw: 'Hello', rendered: 'Hello' },
      content: { raw: 'World', rendered: '<p>World</p>\n', protected: false, block_version: 0 },
      excerpt: { raw: 'Short', rendered: '<p>Short</p>\n', protected: false },
      categories: [1],
      tags: [],
      format: 'standard',
      comment_status: 'open',
      password: '',
      permalink_template: `${ORIGIN}/%postname%/`,
      generated_slug: 'hello',
      class_list: [
        `post-${body.id}`,
        'post',
        'type-post',
        'status-draft',
        'format-standard',
        'hentry',
        'category-uncategorized',
      ],
      i18n: { language: 'en', source_language: null, group_id: body.id, translations: { en: body.id } },
    });
    expect(Object.keys(body._links)).toEqual([
      'self',
      'collection',
      'about',
      'author',
      'replies',
      'version-history',
      'core:attachment',
      'core:term',
      'core:action-publish',
      'core:action-unfiltered-html',
      'core:action-sticky',
      'core:action-assign-author',
      'core:action-create-categories',
      'core:action-assign-categories',
      'core:action-create-tags',
      'core:action-assign-tags',
      'curies',
    ]);
  });

  it('is answered without a look for autosaves, which nobody can have made yet', async () => {
    const find = jest.spyOn(core.documents, 'find');
    const lookedIn = () => find.mock.calls.map(([{ name }]) => name);
    const { body } = await create({ title: 'Hello' });
    expect(lookedIn()).not.toContain('revisions');
    await read(body.id, '', 'editor');
    expect(lookedIn()).toContain('revisions');
  });

  it.each([
    ['publish', {}, { status: 'publish', slug: 'a-post', link: `${ORIGIN}/a-post/` }],
    ['publish', { date: '2026-05-01T08:02:00' }, { status: 'future', date_gmt: '2026-05-01T12:02:00' }],
    ['publish', { date: '2026-05-01T08:00:59' }, { status: 'publish' }],
    ['future', { date: '2020-01-01T00:00:00' }, { status: 'publish', date_gmt: '2020-01-01T05:00:00' }],
    ['private', { password: 'x' }, { status: 'private', password: '', slug: 'a-post' }],
    ['pending', {}, { status: 'pending', slug: '' }],
    ['draft', { slug: 'My Slug' }, { status: 'draft', slug: 'my-slug' }],
    ['cal-ea-success', {}, { status: 'cal-ea-success', slug: 'a-post' }],
  ])('is stored as %s with %j', async (status, body, expected) => {
    expect(await made({ status, ...body })).toMatchObject(expected);
  });

  it('reads dates in the site’s zone, in UTC, or by their offset', async () => {
    for (const date of [{ date: '2016-12-12T14:00:00' }, { date_gmt: '2016-12-12T19:00:00' }]) {
      expect(await made(date)).toMatchObject({ date: '2016-12-12T14:00:00', date_gmt: '2016-12-12T19:00:00' });
    }
    for (const name of ['date', 'date_gmt']) {
      const shifted = await made({ [name]: '2016-12-12T18:00:00-01:00' });
      expect(shifted).toMatchObject({ date: '2016-12-12T14:00:00', date_gmt: '2016-12-12T19:00:00' });
      expect(shifted.modified).toBe(shifted.date);
    }
  });

  it('gets a unique slug that hides no address', async () => {
    const slugs = [];
    for (const title of ['Same', 'Same', 'feed', '2026', 'category', 'fr-ca', 'json', '!!!']) {
      slugs.push((await made({ title, status: 'publish' })).slug);
    }
    expect(slugs).toEqual([
      'same',
      'same-2',
      'feed-2',
      '2026-2',
      'category-2',
      'fr-ca-2',
      'json-2',
      expect.any(String),
    ]);
    expect(slugs[7]).toMatch(/^\d+-2$/);
  });

  it('has a slug of its own among concurrent ones with one title', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => made({ title: 'Race', status: 'publish' })));
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(12);
  });

  it('drops missing terms, and keeps an empty list empty', async () => {
    expect((await made({ categories: [99], tags: [98] })).categories).toEqual([]);
    expect((await made({ categories: '1' })).categories).toEqual([1]);
  });

  it('keeps HTML by its author’s rights', async () => {
    const sent = {
      title: '<p>a</p> <b>b</b>',
      content: '<script>x</script><a href="/" target="_blank" onclick="f()">l</a>',
    };
    expect(await made(sent)).toMatchObject({ title: { raw: sent.title }, content: { raw: sent.content } });
    expect(await made(sent, 'author')).toMatchObject({
      title: { raw: 'a <b>b</b>' },
      content: { raw: 'x<a href="/" target="_blank">l</a>' },
    });
  });

  it.each([
    [{ title: 'x', status: 'lost' }, 400, 'rest_invalid_param'],
    [{ title: 'x', status: 'trash' }, 400, 'rest_invalid_param'],
    [{ title: 'x', status: null }, 400, 'rest_invalid_param'],
    [{ title: 'x', date: 'never' }, 400, 'rest_invalid_param'],
    [{ title: 'x', date: '2010-60-01T02:00:00' }, 400, 'rest_invalid_param'],
    [{ title: 'x', format: 'testing' }, 400, 'rest_invalid_param'],
    [{ title: 'x', template: 'none.php' }, 400, 'rest_invalid_param'],
    [{ title: 'x', meta: 'x' }, 400, 'rest_invalid_param'],
    [{ title: 'x', id: 3 }, 400, 'rest_post_exists'],
    [{ title: 'x', author: -1 }, 400, 'rest_invalid_author'],
    [{ title: 'x', password: '123', sticky: true }, 400, 'rest_invalid_field'],
    [{ title: 'x', featured_media: 99 }, 400, 'rest_invalid_featured_media'],
    [{ title: '', content: '', excerpt: '' }, 400, 'empty_content'],
    [{ title: '0' }, 400, 'empty_content'],
    [{}, 400, 'empty_content'],
    [{ title: 'x', meta: { _EventAllDay: 'perhaps' } }, 400, 'rest_invalid_type'],
    [{ title: 'x', translation_of: 99 }, 400, 'i18n_unknown_source'],
  ])('is refused for %j: %i %s, and nothing is written', async (body, status, code) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code, answer.headers.get('allow')]).toEqual([status, code, 'GET, POST']);
    expect(await core.store.last()).toBe(1);
  });

  it('translates only a post that its author may edit', async () => {
    const inFrench = (body: object) =>
      core.ask('contributor', 'POST', '/core/v2/posts', body, { 'x-almanac-language': 'fr-ca' });
    for (const status of ['private', 'draft', 'publish']) {
      const { id } = await made({ title: 'Harbour', status });
      const before = await core.store.last();
      const answer = await inFrench({ title: 'Port', translation_of: id });
      expect([answer.status, answer.body.code]).toEqual([400, 'i18n_unknown_source']);
      expect(await core.store.last()).toBe(before);
    }
    const own = await made({ title: 'Mine' }, 'contributor');
    expect((await inFrench({ title: 'Mien', translation_of: own.id })).status).toBe(201);
  });

  it.each([
    ['visitor', {}, 401, 'rest_cannot_create'],
    ['subscriber', {}, 403, 'rest_cannot_create'],
    ['contributor', { sticky: true }, 403, 'rest_cannot_assign_sticky'],
    ['author', { author: 2 }, 403, 'rest_cannot_edit_others'],
    ['contributor', { status: 'publish' }, 403, 'rest_cannot_publish'],
    ['contributor', { status: 'private' }, 403, 'rest_cannot_publish'],
    ['contributor', { status: 'cal-ea-success' }, 403, 'rest_cannot_publish'],
    ['visitor', { status: 'lost' }, 400, 'rest_invalid_param'],
    ['visitor', { status: 'trash' }, 400, 'rest_invalid_param'],
  ] as const)('is refused to a %s with %j: %i %s', async (as, body, status, code) => {
    const answer = await create({ title: 'x', ...body }, as);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('a scheduled post', () => {
  it('is published when its time has come, by the site itself', async () => {
    const { id } = await made({ status: 'future', date_gmt: '2026-05-01T13:00:00', categories: [] });
    expect((await read(id)).status).toBe(401);
    core.advance(3_600_000);
    let answer = await read(id);
    while (answer.status !== 200) answer = await read(id);
    expect(answer.body).toMatchObject({
      status: 'publish',
      date_gmt: '2026-05-01T13:00:00',
      link: `${ORIGIN}/a-post/`,
      categories: [1],
    });
    expect((await core.store.readLog((await core.store.last()) - 1))[0]!.meta.principal).toBe('system');
  });
});

describe('a text whose `raw` is not a text', () => {
  it.each([
    ['title', ['a']],
    ['content', { a: 1 }],
    ['excerpt', 5],
  ])('is refused with the name of the member and its type: %s', async (name, raw) => {
    const { status, body } = await create({ title: 'x', [name]: { raw } }, 'editor');
    expect([status, body.data.params[name]]).toEqual([400, `${name}[raw] is not of type string.`]);
    expect(body.data.details[name].code).toBe('rest_invalid_type');
  });

  it('counts as not sent if it is null', async () => {
    expect(await made({ title: 'x', excerpt: { raw: null } })).toMatchObject({ excerpt: { raw: '' } });
  });
});

describe('a text that is too long', () => {
  it.each([
    ['title', { title: 'x'.repeat(1_001) }],
    ['excerpt', { title: 'x', excerpt: 'x'.repeat(65_537) }],
    ['content', { title: 'x', content: { raw: 'x'.repeat(1_048_577) } }],
    ['meta.footnotes', { title: 'x', meta: { footnotes: 'x'.repeat(65_537) } }],
  ])('is refused with the name of its argument and the maximum: %s', async (name, body) => {
    const { status, body: refused } = await create(body, 'editor');
    expect(status).toBe(400);
    expect(refused.data.details[name].code).toBe('rest_too_long');
  });
});
