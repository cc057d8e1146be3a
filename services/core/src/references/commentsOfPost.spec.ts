import { systemContext } from '@almanac/content-model';
import { commentDecider } from '../comments/commentCommands.ts';
import { serveCore, siteOfRoles, type TestService } from '../testing.contract.ts';
import { runCleanupTask } from './references.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore({ ...siteOfRoles, settings: { visitor_comments: true } });
});
afterEach(() => core.stop());

const ask = async (method: string, path: string, body?: object) =>
  (await core.ask('administrator', method, `/core/v2${path}`, body)).body;
const makePost = async (): Promise<number> => (await ask('POST', '/posts', { title: 'x', status: 'publish' })).id;
const comment = async (post: number): Promise<number> => {
  const sent = { post, content: 'Hi', author_name: 'Vera', author_email: 'vera@example.org' };
  return (await core.ask('visitor', 'POST', '/core/v2/comments', sent)).body.id;
};
const total = async (): Promise<string | null> =>
  (await core.ask('administrator', 'GET', '/core/v2/comments?status=hold')).headers.get('x-core-total');

describe('the comments of a post', () => {
  it('are deleted in the commit of its deletion, and their writers’ details after it', async () => {
    const [post, other] = [await makePost(), await makePost()];
    const [id, kept] = [await comment(post), await comment(other)];
    const { deleted } = await ask('DELETE', `/posts/${post}?force=true`);
    expect([deleted, await total()]).toEqual([true, '1']);
    const commits = (await core.store.readLog(0)).filter(({ events }) =>
      events.some(({ type }) => type === 'PostDeleted'),
    );
    expect(commits.map(({ events }) => events.map(({ type }) => type))).toEqual([
      expect.arrayContaining(['PostDeleted', 'CommentDeleted']),
    ]);
    await runCleanupTask(core);
    expect(await core.entries.get('comment-writer', String(id))).toBeUndefined();
    expect(await core.entries.get('comment-writer', String(kept))).toBeDefined();
    expect(await core.entries.list('comments-of-deleted-posts')).toEqual([]);
  });

  it('are deleted in time if there are very many', async () => {
    const post = await makePost();
    await comment(post);
    await core.commands.run(systemContext('en', 'many'), async (unit) => {
      for (let id = 5000; id < 5203; id++) {
        const fields = { id, post, parent: 0, author: 0, authorName: 'V', authorUrl: '', content: `${id}` };
        const time = { date: '2026-01-01 00:00:00', dateUtc: '2026-01-01 00:00:00', writtenUtc: '2026-01-01 00:00:00' };
        await unit.decide(commentDecider, id, { type: 'Write', ...fields, ...time, status: 'hold' }, undefined);
      }
    });
    expect(await total()).toBe('204');
    await ask('DELETE', `/posts/${post}?force=true`);
    await runCleanupTask(core);
    expect(await total()).toBe('0');
    expect(await core.entries.list('comments-of-deleted-posts')).toEqual([]);
  });

  it('stay if the deletion of the post was noted and did not happen', async () => {
    const post = await makePost();
    await comment(post);
    await core.references.gather({ kind: 'posts', id: post });
    await runCleanupTask(core);
    core.advance(120_000);
    await runCleanupTask(core);
    expect(await total()).toBe('1');
    expect(await core.entries.list('comments-of-deleted-posts')).toEqual([]);
  });
});
