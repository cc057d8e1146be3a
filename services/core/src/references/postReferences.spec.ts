import { setImmediate as nextTurn } from 'node:timers/promises';
import { serveCore, type TestService } from '../testing.contract.ts';
import { runPostCleanupTasks } from './postReferences.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const make = async (path: string, body: object) =>
  (await core.ask('editor', 'POST', `/core/v2/${path}`, body)).body as { readonly id: number };
const read = async (id: number) => (await core.ask('editor', 'GET', `/core/v2/posts/${id}?context=edit`)).body;

describe('a record that posts refer to', () => {
  it.each(['categories', 'tags'] as const)('stays if its deletion was noted and did not happen: %s', async (kind) => {
    const { id } = await make(kind, { name: 'News' });
    const post = await make('posts', { title: 'x', status: 'publish', [kind]: [id] });
    await core.entries.put('dangling-references', `${kind}/${id}`, { kind, id });
    await runPostCleanupTasks(core);
    expect((await read(post.id))[kind]).toEqual([id]);
  });

  it('stays if its deletion was noted and did not happen: an author', async () => {
    const post = await make('posts', { title: 'x', status: 'publish' });
    const { author } = await read(post.id);
    for (const reassign of [1, null]) {
      await core.entries.put('dangling-references', `users/${author}`, { kind: 'users', id: author, reassign });
      await runPostCleanupTasks(core);
      expect(await read(post.id)).toMatchObject({ author, status: 'publish' });
    }
  });

  it('is removed in the background', async () => {
    await core.entries.put('dangling-references', 'tags/999', { kind: 'tags', id: 999 });
    while ((await core.entries.list('dangling-references')).length > 0) await nextTurn();
  });

  it('is removed from very many posts in time when it is deleted', async () => {
    const { id } = await make('tags', { name: 'News' });
    const other = await make('tags', { name: 'Other' });
    for (let count = 0; count < 203; count++)
      await make('posts', { title: 'x', status: 'publish', tags: [id, other.id] });
    await core.ask('editor', 'DELETE', `/core/v2/tags/${id}?force=true`);
    await runPostCleanupTasks(core);
    const { headers, body } = await core.ask('visitor', 'GET', `/core/v2/posts?tags=${other.id}&per_page=100`);
    expect(headers.get('x-core-total')).toBe('203');
    expect(body.every(({ tags }: { readonly tags: number[] }) => tags.length === 1)).toBe(true);
    expect(await core.entries.list('dangling-references')).toEqual([]);
  });
});
