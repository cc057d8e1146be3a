import { ORIGIN, serveCore, type TestService } from '../testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const create = async (language: string, path: string, body: object): Promise<number> =>
  (await core.ask('editor', 'POST', path, body, { 'x-almanac-language': language })).body.id;

describe('single reads', () => {
  it.each([
    ['posts', { title: 'x', status: 'publish' }, 1],
    ['categories', { name: 'x' }, 0],
    ['tags', { name: 'x' }, 0],
  ])('name the language of %s and their other versions', async (base, body, pages) => {
    const path = `/core/v2/${base}`;
    const english = await create('en', path, body);
    const alone = await core.ask('visitor', 'GET', `${path}/${english}`, undefined, { 'x-almanac-language': 'fr-ca' });
    expect(alone.headers.get('content-language')).toBe('en');
    expect(alone.body._links).not.toHaveProperty('alternate');
    const french = await create('fr-ca', path, { ...body, translation_of: english });
    const answer = await core.ask('visitor', 'GET', `${path}/${french}`);
    const at = (code: string, id: number) => `${ORIGIN}/${code}/json/core/v2/${base}/${id}`;
    const alternate = [
      { hreflang: 'en', href: at('en', english) },
      { hreflang: 'fr-CA', href: at('fr-ca', french) },
      { hreflang: 'fr', href: at('fr-ca', french) },
      { hreflang: 'x-default', href: at('en', english) },
    ];
    expect(answer.body._links).toMatchObject({ alternate, collection: [{ href: expect.any(String) }] });
    expect(answer.headers.get('content-language')).toBe('fr-CA');
    const links = answer.headers.get('link')?.split(', ') ?? [];
    expect(links.filter((link) => link.endsWith('type=text/html'))).toHaveLength(pages);
    expect(links.slice(pages)).toEqual(
      alternate.map(({ href, hreflang }) => `<${href}>; rel="alternate"; hreflang="${hreflang}"`),
    );
  });

  it('name versions to visitors who may read them', async () => {
    const english = await create('en', '/core/v2/posts', { title: 'x', status: 'publish' });
    await create('fr-ca', '/core/v2/posts', { title: 'x', status: 'draft', translation_of: english });
    const { headers, body } = await core.ask('visitor', 'GET', `/core/v2/posts/${english}`);
    expect(headers.get('link')).not.toContain('hreflang');
    expect(body._links).not.toHaveProperty('alternate');
  });

  it('leave out unrequested links', async () => {
    const english = await create('en', '/core/v2/tags', { name: 'x' });
    await create('fr-ca', '/core/v2/tags', { name: 'y', translation_of: english });
    const { body } = await core.ask('visitor', 'GET', `/core/v2/tags/${english}?_fields=name`);
    expect(body).toEqual({ name: 'x' });
  });
});

describe('lists with i18n_missing', () => {
  it.each(['posts', 'pages'])('show the %s without a version in that language, where drafts count', async (base) => {
    const path = `/core/v2/${base}`;
    const make = (title: string) => create('en', path, { title, status: 'publish' });
    const [translated, drafted, alone] = [await make('One'), await make('Two'), await make('Three')];
    await create('fr-ca', path, { title: 'Un', status: 'publish', translation_of: translated });
    await create('fr-ca', path, { title: 'Deux', status: 'draft', translation_of: drafted });
    const { body } = await core.ask('editor', 'GET', `${path}?i18n_missing=fr-ca`);
    expect(body.map(({ id }: { readonly id: number }) => id)).toEqual([alone]);
  });

  it.each(['categories', 'tags'])('show the %s without a version in that language', async (base) => {
    const path = `/core/v2/${base}`;
    const translated = await create('en', path, { name: 'Music' });
    const alone = await create('en', path, { name: 'Theatre' });
    await create('fr-ca', path, { name: 'Musique', translation_of: translated });
    const { body } = await core.ask('editor', 'GET', `${path}?i18n_missing=fr-ca&exclude=1`);
    expect(body.map(({ id }: { readonly id: number }) => id)).toEqual([alone]);
  });
});
