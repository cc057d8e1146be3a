import { uploadRaw } from '../media/testing.contract.ts';
import { serveCore, type TestService } from '../testing.contract.ts';
import { redirectDanglingMedia } from './mediumReferences.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const makePost = async (): Promise<number> =>
  (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'x', status: 'publish' })).body.id;
const attach = async (post: number, name: string): Promise<number> =>
  (await uploadRaw(core, { as: 'editor', content: 'x', name, query: `?post=${post}` })).body.id;
const attachedTo = async (post: number) =>
  (await core.ask('editor', 'GET', `/core/v2/media?parent=${post}`)).headers.get('x-core-total');

describe('the post that media are attached to', () => {
  it('stays if its deletion was noted and did not happen', async () => {
    const post = await makePost();
    await attach(post, 'a.txt');
    await core.entries.put('dangling-media', `parent/${post}`, { member: 'parent', from: post, to: 0 });
    await redirectDanglingMedia(core);
    expect(await attachedTo(post)).toBe('1');
  });

  it('is removed from very many media in time when it is deleted', async () => {
    const post = await makePost();
    for (let count = 0; count < 203; count++) await attach(post, `${count}.txt`);
    expect(await attachedTo(post)).toBe('203');
    await core.ask('editor', 'DELETE', `/core/v2/posts/${post}?force=true`);
    await redirectDanglingMedia(core);
    expect(await attachedTo(post)).toBe('0');
    expect(await core.entries.list('dangling-media')).toEqual([]);
  });
});
