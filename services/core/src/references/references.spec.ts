import { uploadRaw } from '../media/testing.contract.ts';
import { posts } from '../posts/post.ts';
import { autosavesOf } from '../posts/readModels/revisionList.ts';
import { context, type RoleName, type Served, serveCore } from '../testing.contract.ts';

let core: Served;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const make = async (as: RoleName, path: string, body: object) =>
  (await core.ask(as, 'POST', `/core/v2/${path}`, body)).body.id as number;
const publishBy = (as: RoleName) => make(as, 'posts', { title: 'x', status: 'publish' });

describe('a post that is deleted for good', () => {
  it('takes everybody’s autosaves along and lets go of its media, in one commit', async () => {
    const post = await publishBy('editor');
    for (const as of ['editor', 'administrator'] as const)
      await make(as, `posts/${post}/autosaves`, { title: `${as} was here` });
    expect(await autosavesOf(core.documents, [post])).toHaveLength(2);
    const file = await uploadRaw(core, { as: 'editor', content: 'x', name: 'a.txt', query: `?post=${post}` });
    const before = await core.store.last();
    await core.ask('editor', 'DELETE', `/core/v2/posts/${post}?force=true`);
    expect(await core.store.last()).toBe(before + 1);
    expect(await autosavesOf(core.documents, [post])).toEqual([]);
    const { body } = await core.ask('editor', 'GET', `/core/v2/media/${file.body.id}?context=edit`);
    expect(body.post).toBeNull();
  });
});

describe('what was gathered of a user who goes', () => {
  it('passes over posts that others have trashed, deleted or taken over meanwhile', async () => {
    const [trashed, deleted, taken, left] = [
      await publishBy('author'),
      await publishBy('author'),
      await publishBy('author'),
      await publishBy('author'),
    ];
    const letGo = await core.references.gather({ kind: 'users', id: 3, reassign: null });
    await core.ask('editor', 'DELETE', `/core/v2/posts/${trashed}`);
    await core.ask('editor', 'DELETE', `/core/v2/posts/${deleted}?force=true`);
    await core.ask('editor', 'PUT', `/core/v2/posts/${taken}`, { author: 2 });
    await core.commands.run(context(), letGo);
    const found = await core.documents.getMany<{ id: number; status: string; author: number }>(posts, [
      trashed,
      deleted,
      taken,
      left,
    ]);
    expect(found.map(({ id, status, author }) => [id, status, author])).toEqual([
      [trashed, 'trash', 3],
      [taken, 'publish', 2],
      [left, 'trash', 3],
    ]);
  });
});
