import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import { uploadRaw } from './media/testing.contract.ts';
import { registrations } from './service.ts';
import { serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const ask = (method: string, path: string, body?: object) => core.ask('editor', method, `/core/v2/${path}`, body);

/** Creates records of every kind that core stores. */
const live = async (): Promise<void> => {
  const { id: news } = (await ask('POST', 'categories', { name: 'News' })).body;
  await ask('POST', 'categories', { name: 'Local', parent: news });
  await ask('POST', 'tags', { name: 'Hot' });
  const { id } = (await ask('POST', 'posts', { title: 'One', status: 'publish', categories: [news] })).body;
  for (const content of ['a', 'b']) await ask('PUT', `posts/${id}`, { content });
  await ask('POST', `posts/${id}/autosaves`, { content: 'c' });
  await core.ask(
    'editor',
    'POST',
    '/core/v2/posts',
    { title: 'Un', translation_of: id },
    { 'x-almanac-language': 'fr-ca' },
  );
  const { id: trashed } = (await ask('POST', 'posts', { title: 'Two', status: 'publish' })).body;
  await ask('DELETE', `posts/${trashed}`);
  const { id: gone } = (await ask('POST', 'posts', { title: 'Three' })).body;
  await ask('PUT', `posts/${gone}`, { content: 'x' });
  await ask('DELETE', `posts/${gone}?force=true`);
  await ask('DELETE', `categories/${news}?force=true`);
  await ask('POST', 'users/me/application-passwords', { name: 'Reader' });
  const upload = (query = '') => uploadRaw(core, { as: 'editor', content: 'x', name: 'a.txt', query });
  const { id: kept } = (await upload(`?post=${id}`)).body;
  await ask('PUT', `media/${kept}`, { alt_text: 'A', slug: 'other' });
  await ask('DELETE', `media/${(await upload()).body.id}?force=true`);
};

describe('the documents of core', () => {
  it('equal the folds of the log, every one', async () => {
    await live();
    const report = await verifyDocuments({ ...core, registrations });
    expect(report.faults).toEqual([]);
    expect(report.documents).toBeGreaterThan(30);
  });

  it('are the same after a rebuild', async () => {
    await live();
    const everything = async () =>
      Promise.all(
        ['posts?status=any', 'media', 'categories', 'tags', 'users'].map(async (path) => (await ask('GET', path)).body),
      );
    const before = await everything();
    await rebuildDocuments({ ...core, registrations });
    expect(await everything()).toEqual(before);
    const signIn = { login: 'editor', password: 'editorpassword00000000' };
    expect((await core.ask('system', 'POST', '/internal/authenticate', signIn)).status).toBe(200);
  });
});
