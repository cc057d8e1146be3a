import { deleteTerm } from '@almanac/content-model';
import { user } from '../accounts/users/user.ts';
import { userDecider } from '../accounts/users/userCommands.ts';
import { type Medium, media } from '../media/medium.ts';
import { uploadRaw } from '../media/testing.contract.ts';
import { type Post, posts } from '../posts/post.ts';
import { postDecider } from '../posts/postCommands.ts';
import { autosavesOf } from '../posts/readModels/revisionList.ts';
import { tags } from '../terms/term.ts';
import { context, type RoleName, serveCore, type TestService } from '../testing.contract.ts';
import { runCleanupTask } from './references.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const make = async (as: RoleName, path: string, body: object) =>
  (await core.ask(as, 'POST', `/core/v2/${path}`, body)).body.id as number;
const publishBy = (as: RoleName) => make(as, 'posts', { title: 'x', status: 'publish' });

describe('a post that is deleted for good', () => {
  it('is deleted with everybody’s autosaves and releases its media, in one commit', async () => {
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

describe('the collected records of a deleted user', () => {
  it('omit posts that others have trashed, deleted or taken over meanwhile', async () => {
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

describe('a reference that arises during a deletion', () => {
  const batch = async (items: readonly object[]) => {
    const { body } = await core.ask('administrator', 'POST', '/internal/batch', { items });
    return body.responses as readonly { readonly status: number; readonly body: { readonly id: number } }[];
  };
  const users = '/core/v2/users';
  const read = async (id: number) =>
    (await core.ask('administrator', 'GET', `/core/v2/posts/${id}?context=edit`)).body as {
      readonly author: number;
      readonly categories: number[];
    };

  it('is removed within seconds: a category, in the same batch', async () => {
    const category = await make('editor', 'categories', { name: 'News' });
    const [post] = await batch([
      { path: '/core/v2/posts', body: { title: 'x', status: 'publish', categories: [category] } },
      { method: 'DELETE', path: `/core/v2/categories/${category}?force=true` },
    ]);
    await runCleanupTask(core);
    expect((await core.documents.getMany<Post>(posts, [post?.body.id ?? 0]))[0]?.categories).toEqual([1]);
    expect(await core.entries.list('dangling-references')).toEqual([]);
  });

  it('is given to the heir of a user, even if that one was deleted in the same batch', async () => {
    const post = await publishBy('author');
    const file = await uploadRaw(core, { as: 'author', content: 'x', name: 'a.txt' });
    const answers = await batch([
      { method: 'DELETE', path: `${users}/3?force=true&reassign=4` },
      { method: 'DELETE', path: `${users}/4?force=true&reassign=2` },
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await runCleanupTask(core);
    expect((await read(post)).author).toBe(2);
    expect((await core.ask('editor', 'GET', `/core/v2/media/${file.body.id}`)).body.author).toBe(2);
  });

  it('is given from user to user, or to nobody, if a user was deleted before everything was given', async () => {
    const [given, left] = [await publishBy('author'), await publishBy('author')];
    const give = (post: number, to: number) =>
      core.commands.run(context(), (unit) =>
        unit.decide(postDecider, post, { type: 'Reassign', from: 3, to }, undefined),
      );
    await core.ask('administrator', 'DELETE', `${users}/5?force=true&reassign=2`);
    await give(given, 12);
    await give(left, 13);
    await core.entries.put('dangling-references', 'users/12', { kind: 'users', id: 12, reassign: 5 });
    await core.entries.put('dangling-references', 'users/13', { kind: 'users', id: 13, reassign: 14 });
    await runCleanupTask(core);
    expect((await read(given)).author).toBe(2);
    expect((await core.documents.getMany<Post>(posts, [left]))[0]?.status).toBe('trash');
  });

  /** Deletes users in one commit, as earlier releases could delete users who were each other's heirs. */
  const deleteTogether = async (heirs: readonly (readonly [number, number])[]): Promise<void> => {
    for (const [id, reassign] of heirs) await core.references.gather({ kind: 'users', id, reassign });
    await core.commands.run(context(), async (unit) => {
      for (const [id, reassign] of heirs) await unit.decide(userDecider, id, { type: 'Delete', reassign }, undefined);
    });
  };
  const pairs = (...users: readonly number[]): (readonly [number, number])[] =>
    users.slice(1).map((heir, index) => [users[index] as number, heir]);

  it.each([
    ['to the last of a row of deleted users', pairs(3, 4, 5, 2), 2],
    ['to the first administrator, from two deleted users who were left to each other', pairs(3, 4, 3), 1],
    ['to the first administrator, from three', pairs(3, 4, 5, 3), 1],
    ['to the first administrator, from a user who was left to such users', pairs(3, 4, 5, 4), 1],
    ['to the first administrator, from a user who was left to oneself', pairs(3, 3), 1],
  ])('is given %s', async (_where, heirs, author) => {
    const post = await publishBy('author');
    const file = await uploadRaw(core, { as: 'author', content: 'x', name: 'a.txt' });
    await deleteTogether(heirs);
    core.advance(600_000);
    await runCleanupTask(core);
    expect((await read(post)).author).toBe(author);
    expect((await core.ask('editor', 'GET', `/core/v2/media/${file.body.id}`)).body.author).toBe(author);
    expect(await core.entries.list('dangling-references')).toEqual([]);
    expect(await core.entries.list('dangling-media')).toEqual([]);
  });

  it('is given to the heir of a deleted user who is erased before everything is given', async () => {
    const post = await publishBy('author');
    await deleteTogether(pairs(3, 4, 2));
    await core.commands.run(context(), (unit) =>
      unit.append(user, 4, [{ type: 'UserErased', data: { name: 'erased-4', slug: 'erased-4' } }]),
    );
    await runCleanupTask(core);
    expect((await read(post)).author).toBe(2);
  });

  it('is given to nobody if all administrators inherited from each other', async () => {
    const post = await publishBy('author');
    const file = await uploadRaw(core, { as: 'author', content: 'x', name: 'a.txt' });
    await deleteTogether(pairs(3, 1, 3));
    await runCleanupTask(core);
    expect((await core.documents.getMany<Post>(posts, [post]))[0]).toMatchObject({ status: 'trash', author: 3 });
    expect((await core.documents.getMany<Medium>(media, [file.body.id]))[0]?.author).toBe(0);
  });

  it('is not given to a deleted user: 400, in a batch too', async () => {
    const answers = await batch([
      { method: 'DELETE', path: `${users}/4?force=true&reassign=2` },
      { method: 'DELETE', path: `${users}/3?force=true&reassign=4` },
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('is removed for two minutes after a user’s deletion, while gateways may still trust the session', async () => {
    await core.ask('administrator', 'DELETE', `${users}/3?force=true&reassign=2`);
    await runCleanupTask(core);
    const late = await publishBy('author');
    await runCleanupTask(core);
    expect((await read(late)).author).toBe(2);
    core.advance(120_000);
    await runCleanupTask(core);
    expect(await core.entries.list('dangling-references')).toEqual([]);
    expect(await core.entries.list('dangling-media')).toEqual([]);
  });

  it('is removed though a process was killed before it wrote the documents of the deletion, and was away for long', async () => {
    const tag = await make('editor', 'tags', { name: 'News' });
    const post = await make('editor', 'posts', { title: 'x', status: 'publish', tags: [tag] });
    await core.references.gather({ kind: 'tags', id: tag });
    const { append } = core.store;
    core.store.append = (commit) => append(commit);
    await core.commands.run(context(), (unit) => deleteTerm(unit, tags, core, tag));
    core.store.append = append;
    core.advance(600_000);
    await runCleanupTask(core);
    expect((await core.documents.getMany<Post>(posts, [post]))[0]?.tags).toEqual([]);
  });

  it('is removed at the next start if the site is being stopped', async () => {
    await core.entries.put('dangling-references', 'tags/999', { kind: 'tags', id: 999 });
    await core.entries.put('dangling-media', 'image/999', { member: 'image', from: 999, to: 0 });
    const run = async () => {
      throw new Error('a command was run');
    };
    const stopped = runCleanupTask({ ...core, commands: { ...core.commands, run } }, AbortSignal.abort());
    await expect(stopped).resolves.toBeUndefined();
  });

  it('is looked for no more if the deletion was refused', async () => {
    const tag = await make('editor', 'tags', { name: 'News' });
    const headers = { 'if-match': '"another"' };
    const { status } = await core.ask('editor', 'DELETE', `/core/v2/tags/${tag}?force=true`, undefined, headers);
    expect(status).toBe(412);
    core.advance(119_999);
    await runCleanupTask(core);
    expect(await core.entries.list('dangling-references')).toHaveLength(1);
    core.advance(1);
    await runCleanupTask(core);
    expect(await core.entries.list('dangling-references')).toEqual([]);
  });
});
