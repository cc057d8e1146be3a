import type { FetchInternal } from '@almanac/service';
import { type Asker, ORIGIN, serveMisc, type TestService } from '../../testing.contract.ts';

const medium = {
  type: 'core.media-changed.v1',
  key: 'medium-7',
  data: {
    id: 7,
    status: 'inherit',
    title: 'Pier',
    slug: 'pier',
    parent: 3,
    alt: 'A pier',
    author: 1,
    file: { path: '/uploads/2026/05/pier.jpg', width: 400, height: 300, mimeType: 'image/jpeg' },
    sizes: {},
  },
};

const draft = {
  type: 'core.post-changed.v1',
  key: 'post-3',
  data: {
    id: 3,
    status: 'draft',
    language: 'en',
    path: null,
    title: 'Three',
    author: 1,
    image: null,
    protected: false,
  },
};

describe('POST /builder/rendered_content', () => {
  let misc: TestService;
  let asked: (readonly [string, unknown, string | undefined])[];
  /** Fake core: post 3 belongs to the caller, post 4 to another user, all others are missing. */
  const core: FetchInternal = async (service, path, init) => {
    const { body, principal } = { ...init };
    const { id } = body as { readonly id: number };
    asked.push([`${service} ${path}`, id, principal?.kind === 'user' ? principal.login : undefined]);
    const headers = new Headers();
    if (id === 3) return { status: 200, headers, body: { id, attached: [7] } };
    const [status, code] = id === 4 ? [403, 'rest_forbidden'] : [404, 'rest_post_invalid_id'];
    return { status, headers, body: { code, message: 'No.', data: { status } } };
  };
  beforeEach(async () => {
    asked = [];
    misc = await serveMisc({ fetchInternal: core });
    await misc.deliver(medium, draft);
  });
  afterEach(() => misc.stop());

  const render = (body: unknown, as: Asker = 'author') =>
    misc.ask('/builder/rendered_content', { method: 'POST', as, body });

  it('answers content, text, words and warnings, and stores nothing', async () => {
    const { status, headers, body } = await render({ content: 'Hello\n\nWorld' }, 'contributor');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ content: '<p>Hello</p>\n<p>World</p>\n', text: 'Hello World', words: 2, warnings: [] });
    expect((await render({ content: '' })).body).toEqual({ content: '', text: '', words: 0, warnings: [] });
    expect(asked).toEqual([]);
  });

  it('shows the pictures of the site, in galleries only public ones and the post’s own', async () => {
    const written = '<img class="core-image-7" src="/uploads/2026/05/pier.jpg">';
    expect((await render({ content: written })).body.content).toContain('width="400" height="300"');
    const shown = `${ORIGIN}/uploads/2026/05/pier.jpg`;
    expect((await render({ content: '[gallery]', post_id: 3 })).body.content).toContain(shown);
    expect((await render({ content: '[gallery ids="7"]', post_id: 3 })).body.content).toContain(shown);
    expect((await render({ content: '[gallery ids="7"]' })).body.content).not.toContain('pier');
    await misc.deliver({ ...draft, data: { ...draft.data, status: 'publish', path: '/three/' } });
    expect((await render({ content: '[gallery ids="7"]' })).body.content).toContain(shown);
  });

  it('asks core, as the caller, who may edit the post', async () => {
    const refused = await render({ content: 'x', post_id: 4 });
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
    const missing = await render({ content: 'x', post_id: 99 });
    expect([missing.status, missing.body]).toEqual([
      404,
      { code: 'rest_post_invalid_id', message: 'No.', data: { status: 404 } },
    ]);
    expect((await render({ content: 'x', post_id: 3 })).status).toBe(200);
    expect(asked).toEqual([4, 99, 3].map((id) => ['core /internal/editable-post', id, 'author']));
  });

  it('is 503 while core does not answer, and works without a post', async () => {
    const alone = await serveMisc();
    const ask = (body: object) => alone.ask('/builder/rendered_content', { method: 'POST', as: 'author', body });
    expect((await ask({ content: 'x', post_id: 3 })).status).toBe(503);
    expect((await ask({ content: 'x' })).status).toBe(200);
    await alone.stop();
  });

  it.each<readonly [unknown, Asker, number, string]>([
    [{}, 'visitor', 400, 'rest_missing_callback_param'],
    [{ content: 7 }, 'visitor', 400, 'rest_invalid_param'],
    [{ content: 'x', format: 'markdown' }, 'author', 400, 'rest_invalid_param'],
    [{ content: 'x', post_id: 'one' }, 'author', 400, 'rest_invalid_param'],
    [{ content: 'x'.repeat(200_001) }, 'visitor', 413, 'rest_payload_too_large'],
    [{ content: 'x', post_id: 3 }, 'visitor', 401, 'rest_forbidden'],
    [{ content: 'x', post_id: 99 }, 'subscriber', 403, 'rest_forbidden'],
    [{ content: '<div>'.repeat(30) }, 'administrator', 422, 'builder_too_complex'],
  ])('refuses %#: invalid arguments, then size, then permission', async (sent, as, status, code) => {
    const answer = await render(sent, as);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(asked).toEqual([]);
  });

  it('accepts 200,000 characters', async () => {
    expect((await render({ content: 'é'.repeat(200_000) })).body.words).toBe(1);
  });

  it('renders thirty a minute for each user', async () => {
    const statuses = [];
    for (let round = 0; round < 31; round++) statuses.push((await render({ content: 'x' })).status);
    expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429]);
    expect((await render({ content: 'x' })).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await render({ content: 'x' }, 'editor')).status).toBe(200);
  });
});
