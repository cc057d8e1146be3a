import { type ServedPages, servePages } from './servePages.contract.ts';

describe('the page of a month', () => {
  let site: ServedPages;
  beforeAll(async () => {
    site = await servePages();
    await site.make('/posts', { title: 'Two', status: 'publish', date: '2026-04-03T10:00:00' });
    await site.make('/posts', { title: 'Hidden', status: 'private', date: '2026-03-03T10:00:00' });
  });
  afterAll(() => site.stop());

  it('lists its public posts', async () => {
    const { status, text } = await site.page('/2026/04/');
    expect([status, text.includes('<h1>April 2026</h1>'), text.includes('Two')]).toEqual([200, true, true]);
  });

  it.each(['/2026/03/', '/2026/13/', '/2026/04/page/2/'])('does not exist without public posts: %s', async (path) => {
    expect((await site.page(path)).status).toBe(404);
  });
});
