import { principalOf, serveCore, type TestService } from '../testing.contract.ts';
import { requestedPost, type WriteRequest } from './requestedPost.ts';

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

const asked = (args: object, as: 'editor' | 'contributor' = 'editor') => {
  const request = { args, given: new Set(Object.keys(args)), principal: principalOf(as), site: 'https://site.test' };
  return requestedPost(core, request as unknown as WriteRequest);
};

describe('the changes that a request makes to a post', () => {
  it.each([
    [{}, {}],
    [{ status: 'draft' }, { status: 'draft' }],
    // a post that has left the trash meanwhile is not trashed again
    [{ status: 'trash' }, {}],
    [
      { status: 'pending', slug: 'a' },
      { status: 'pending', slug: 'a' },
    ],
    [
      { password: null, featured_media: null, sticky: null, template: null, slug: null },
      { password: '', image: 0, sticky: false, template: '', slug: '' },
    ],
    [
      { comment_status: 'closed', ping_status: 'open', format: 'aside', author: 3 },
      { commentStatus: 'closed', pingStatus: 'open', format: 'aside', author: 3 },
    ],
    [
      { categories: null, tags: [2, 3, 2] },
      { categories: [], tags: [2, 3] },
    ],
    [{ date: null }, { date: null }],
  ])('are stored, and nothing else: %j gives %j', async (args, expected) => {
    expect(await asked(args)).toStrictEqual(expected);
  });

  it('contain no slug yet if a user who may not publish submits a post for review', async () => {
    expect(await asked({ status: 'pending', slug: 'a' }, 'contributor')).toStrictEqual({ status: 'pending', slug: '' });
    expect(await asked({ status: 'draft', slug: 'a' }, 'contributor')).toStrictEqual({ status: 'draft', slug: 'a' });
  });
});
