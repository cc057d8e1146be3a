import { ServiceUnavailableError } from '@almanac/service';
import { type ServedPages, servePages } from './pages/servePages.contract.ts';

describe('core while no other service answers', () => {
  let core: ServedPages;
  const asked: string[] = [];
  beforeAll(async () => {
    core = await servePages({
      fetchInternal: async (service, path) => {
        // the rules of translation are requested in the background until a service answers
        if (path !== '/internal/translation-rules') asked.push(service);
        throw new ServiceUnavailableError(service);
      },
    });
  });
  afterAll(() => core.stop());

  it('writes, reads and shows its own records, and asks no other service', async () => {
    const tag = await core.make('/tags', { name: 'Wet' });
    const post = await core.make('/posts', { title: 'Rain', status: 'publish', tags: [tag.id] });
    expect(await core.ask('visitor', 'GET', `/core/v2/posts/${post.id}`)).toMatchObject({ slug: 'rain' });
    for (const path of ['/', '/rain/', '/tag/wet/']) expect((await core.page(path)).status).toBe(200);
    expect(asked).toEqual([]);
  });
});
