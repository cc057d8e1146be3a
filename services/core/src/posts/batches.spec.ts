import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

type Item = { readonly method?: string; readonly path: string; readonly body?: object };
const batch = async (items: readonly Item[], as: RoleName = 'editor') =>
  (await core.ask(as, 'POST', '/internal/batch', { items })).body.responses;
const posts = '/core/v2/posts';

describe('a batch', () => {
  it('creates its posts and terms in one commit, each answered as if alone', async () => {
    const answers = await batch([
      { path: posts, body: { title: 'Same', status: 'publish' } },
      { path: posts, body: { title: 'Same', status: 'publish' } },
      { path: '/core/v2/tags', body: { name: 'Hot' } },
      { path: '/core/v2/tags', body: { name: 'Hot' } },
      { path: posts, body: { title: 'x', status: 'lost' } },
      { path: posts, body: { title: 'Other' } },
    ]);
    expect(answers.map(({ status }: { status: number }) => status)).toEqual([201, 201, 201, 400, 400, 201]);
    expect(answers.slice(0, 2).map(({ body }: { body: { slug: string } }) => body.slug)).toEqual(['same', 'same-2']);
    expect(answers[3].body).toMatchObject({ code: 'term_exists', data: { term_id: answers[2].body.id } });
    expect(answers[0].headers).toMatchObject({ Allow: 'GET, POST' });
    expect(await core.store.last()).toBe(2);
    const ids = answers.filter(({ body }: { body: { type?: string } }) => body.type === 'post');
    expect(new Set(ids.map(({ body }: { body: { id: number } }) => body.id)).size).toBe(3);
  });

  it('changes, trashes and deletes in the order of its items', async () => {
    const [{ body: post }] = await batch([{ path: posts, body: { title: 'One', status: 'publish' } }]);
    const path = `${posts}/${post.id}`;
    const answers = await batch([
      { method: 'PUT', path, body: { title: 'Two' } },
      { method: 'DELETE', path },
      { method: 'DELETE', path: `${path}?force=true` },
      { method: 'PATCH', path, body: { title: 'Three' } },
    ]);
    expect(answers.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 404]);
    expect(answers[2].body.previous.title.raw).toBe('Two');
  });

  it('moderates comments', async () => {
    const [{ body: post }] = await batch([{ path: posts, body: { title: 'One', status: 'publish' } }]);
    const { body } = await core.ask('editor', 'POST', '/core/v2/comments', { post: post.id, content: 'Hello' });
    const path = `/core/v2/comments/${body.id}`;
    const items = [
      { method: 'PATCH', path, body: { status: 'hold' } },
      { method: 'DELETE', path },
    ];
    const statuses = async (as: RoleName) => (await batch(items, as)).map(({ status }: { status: number }) => status);
    expect(await statuses('author')).toEqual([403, 403]);
    expect(await statuses('editor')).toEqual([200, 200]);
    expect((await core.ask('editor', 'GET', path)).body.status).toBe('trash');
  });

  it('refuses each item by its own rights', async () => {
    const answers = await batch(
      [
        { path: posts, body: { title: 'x' } },
        { path: '/core/v2/tags', body: { name: 'x' } },
      ],
      'visitor',
    );
    expect(answers.map(({ body }: { body: { code: string } }) => body.code)).toEqual([
      'rest_cannot_create',
      'rest_cannot_create',
    ]);
  });
});
