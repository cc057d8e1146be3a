import { serveCore, type TestService } from '../testing.contract.ts';
import { type Post, posts } from './post.ts';
import { listingPosts } from './testing.contract.ts';

/** Stored texts of more characters than one answer may be made from. */
const TEXT = 'x'.repeat(1_048_576);
const POSTS = 17;

let core: TestService;
const { made, list } = listingPosts(() => core);
beforeAll(async () => {
  core = await serveCore();
  for (let turn = 0; turn < POSTS; turn++) {
    const { id } = await made(`Long ${turn}`, { content: 'short' });
    const stored = await core.documents.get<Post>(posts, id);
    if (!stored?.body) throw new Error(`no post ${id}`);
    const body = { ...stored.body, content: TEXT };
    await core.documents.write([{ collection: posts, id, version: stored.version + 1, body }]);
  }
});
afterAll(() => core.stop());

const idsOf = (answer: Awaited<ReturnType<typeof list>>): number =>
  new Set(answer.body.map(({ id }: { id: number }) => id)).size;

describe('a list of long posts', () => {
  it.each(['per_page=100', 'per_page=100&orderby=title', 'per_page=100&search=long&orderby=relevance'])(
    'is refused if the texts are too long together: %s',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, body: { code: 'rest_answer_too_large' } });
      expect(await list(`${query}&context=edit`, 'editor')).toMatchObject({ status: 400 });
    },
  );

  it('has all posts if their texts are not requested', async () => {
    const queries = ['orderby=title', 'search=long&orderby=relevance', 'context=edit'];
    for (const query of queries) {
      const answer = await list(`per_page=100&_fields=id,title,_links&${query}`, 'editor');
      expect([query, answer.status, idsOf(answer)]).toEqual([query, 200, POSTS]);
    }
  });

  it('does not count for a search, which shows titles', async () => {
    const { status, body } = await core.ask('visitor', 'GET', '/core/v2/search?search=long&per_page=100');
    expect([status, body.length]).toEqual([200, POSTS]);
  });
});
