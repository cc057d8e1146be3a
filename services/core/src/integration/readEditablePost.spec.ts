import { picture, uploadRaw } from '../media/testing.contract.ts';
import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';

describe('the answer to other services about a post', () => {
  let core: TestService;
  let id: number;
  beforeAll(async () => {
    core = await serveCore();
    id = (await core.ask('author', 'POST', '/core/v2/posts', { title: 'One', status: 'publish' })).body.id;
  });
  afterAll(() => core.stop());

  const ask = async (as: RoleName, post: number) => {
    const { status, body } = await core.ask(as, 'POST', '/internal/editable-post', { id: post });
    return status === 200 ? body : [status, body.code];
  };

  it('says whether the caller may edit it', async () => {
    expect(await ask('author', id)).toEqual({ id, attached: [] });
    expect(await ask('editor', id)).toEqual({ id, attached: [] });
    expect(await ask('contributor', id)).toEqual([403, 'rest_forbidden']);
    expect(await ask('visitor', id)).toEqual([401, 'rest_forbidden']);
    for (const missing of [99_999_999, 0, -1])
      expect(await ask('editor', missing)).toEqual([404, 'rest_post_invalid_id']);
  });

  it('names the images that are attached to it', async () => {
    const attach = (name: string, content: string | Buffer) =>
      uploadRaw(core, { as: 'author', name, content, query: `?post=${id}` });
    await attach('notes.txt', 'x');
    expect(await ask('author', id)).toEqual({ id, attached: [] });
    const { body } = await attach('pier.png', await picture(20, 10, 'png'));
    expect(await ask('author', id)).toEqual({ id, attached: [body.id] });
  });
});
