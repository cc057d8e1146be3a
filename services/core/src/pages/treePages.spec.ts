import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

describe('the page of a page', () => {
  let site: ServedPages;

  beforeAll(async () => {
    site = await servePages();
    const top = await site.make('/pages', { title: 'Parish', content: 'All of us.', status: 'publish' });
    const child = await site.make('/pages', { title: 'Council', status: 'publish', parent: top.id });
    await site.make('/pages', { title: 'Minutes', content: 'Of May.', status: 'publish', parent: child.id });
    await site.make('/pages', { title: 'Ours', status: 'private', parent: top.id });
    const locked = { title: 'Locked', content: 'hidden words', status: 'publish', password: 'sesame', parent: top.id };
    await site.make('/pages', locked);
    await site.make('/pages', { title: 'Paroisse', status: 'publish', translation_of: top.id }, 'fr-ca');
  });
  afterAll(() => site.stop());

  it('stands below the pages above it, without author and date', async () => {
    expect((await site.page('/parish/')).text).toContain('All of us.');
    const { status, text } = await site.page('/parish/council/minutes/');
    expect([status, text.includes('Of May.'), text.includes('rel="author"')]).toEqual([200, true, false]);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/parish/council/minutes/">`);
    expect((await site.page('/council/minutes/')).status).toBe(404);
  });

  it('is found without the pages above it', async () => {
    const address = `${ORIGIN}/parish/council/minutes/`;
    expect(await site.page('/minutes/')).toMatchObject({ status: 301, location: address });
    expect((await site.page('/ours/', { as: 'editor' })).status).toBe(404);
  });

  it('is missing for those who may not read it', async () => {
    expect((await site.page('/parish/ours/')).status).toBe(404);
    expect((await site.page('/parish/ours/', { as: 'author' })).status).toBe(404);
    expect((await site.page('/parish/ours/', { as: 'editor' })).status).toBe(200);
  });

  it('asks for its password', async () => {
    expect((await site.page('/parish/locked/')).text).not.toContain('hidden words');
    const { status, headers } = await site.page('/parish/locked/', { form: { password: 'sesame' } });
    expect([status, headers.get('location')]).toEqual([303, `${ORIGIN}/parish/locked/`]);
  });

  it('leads to its version in the language of the address', async () => {
    expect((await site.page('/parish/', { language: 'fr-ca' })).location).toBe(`${ORIGIN}/fr-ca/paroisse/`);
  });

  it('is in the sitemap and in the search, but not on the home page', async () => {
    expect((await site.page('/sitemap-posts-1.xml')).text).toContain('/parish/council/minutes/');
    expect((await site.page('/search/?s=council')).text).toContain('/parish/council/');
    expect((await site.page('/')).text).not.toContain('/parish/');
  });
});
