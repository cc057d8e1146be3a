import { ORIGIN, type RoleName, serveCore, type TestService } from '../testing.contract.ts';
import { listingPosts } from './testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const { made, titles } = listingPosts(() => core);

describe('one post', () => {
  const read = (id: number, query = '', as: RoleName = 'visitor') =>
    core.ask(as, 'GET', `/core/v2/posts/${id}${query}`);

  it('has the members of its context, an ETag and its page’s address', async () => {
    const { id } = await made('One', { content: 'text' });
    const { headers, body } = await read(id);
    expect(headers.get('etag')).toMatch(/^"1-.+"$/);
    expect(headers.get('link')).toContain(`<${ORIGIN}/one/>; rel="alternate"; type=text/html`);
    const view =
      'author categories class_list comment_status content date date_gmt excerpt featured_media format guid id link meta ' +
      'modified modified_gmt ping_status slug status sticky tags template title type';
    expect(
      Object.keys(body)
        .filter((name) => !['_links', 'i18n'].includes(name))
        .sort(),
    ).toEqual(view.split(' '));
    const embed = (await read(id, '?context=embed')).body;
    expect(Object.keys(embed).filter((name) => name !== '_links')).toEqual(
      'id date slug type link title excerpt author featured_media'.split(' '),
    );
    expect((await read(id, '?_fields=content.rendered')).body).toEqual({ content: { rendered: '<p>text</p>\n' } });
  });

  it('has an excerpt of the requested number of words', async () => {
    const { id } = await made('One', { content: 'one two three four' });
    expect((await read(id, '?excerpt_length=2')).body.excerpt.rendered).toBe('<p>one two [&hellip;]</p>\n');
  });

  it('hides its text behind its password, except in editing', async () => {
    const { id } = await made('One', { content: 'text', password: 'Pass' });
    for (const as of ['visitor', 'editor'] as const) {
      const { body } = await read(id, '', as);
      expect([body.content, body.excerpt]).toEqual([
        { rendered: '', protected: true },
        { rendered: '', protected: true },
      ]);
    }
    expect((await read(id, '?password=Pass')).body.content).toEqual({ rendered: '<p>text</p>\n', protected: true });
    const inBody = await core.ask('visitor', 'POST', `/core/v2/posts/${id}?_method=GET`, { password: 'Pass' });
    expect(inBody.body.content).toEqual({ rendered: '', protected: true });
    const wrong = await read(id, '?password=pass');
    expect([wrong.status, wrong.body.code]).toEqual([403, 'rest_post_incorrect_password']);
    expect((await read(id, '?context=edit', 'editor')).body.content.raw).toBe('text');
    const open = await made('Two');
    expect((await read(open.id, '?password=x')).status).toBe(200);
  });

  it.each([
    ['draft', 'visitor', '', 401, 'rest_forbidden'],
    ['draft', 'author', '', 403, 'rest_forbidden'],
    ['private', 'subscriber', '', 403, 'rest_forbidden'],
    ['publish', 'visitor', '?context=edit', 401, 'rest_forbidden_context'],
    ['publish', 'author', '?context=edit', 403, 'rest_forbidden_context'],
    ['draft', 'editor', '?context=edit', 200, undefined],
    ['cal-ea-failed', 'visitor', '', 200, undefined],
  ] as const)('is readable or not: %s by a %s%s: %i', async (status, as, query, expected, code) => {
    const { id } = await made('One', { status });
    const answer = await read(id, query, as);
    expect([answer.status, answer.body.code]).toEqual([expected, code]);
  });

  it('is missing under the id of a term, a user or nothing', async () => {
    for (const id of [0, 1, 99]) expect((await read(id)).body.code).toBe('rest_post_invalid_id');
  });
});

describe('translations of posts', () => {
  it('are in the lists of their language, and in those of the default language without a public version', async () => {
    const french = { 'x-almanac-language': 'fr-ca' };
    const town = await made('Town');
    await made('Other');
    const ask = (method: string, path: string, body?: object) => core.ask('editor', method, path, body, french);
    const ville = (await ask('POST', '/core/v2/posts', { title: 'Ville', status: 'draft', translation_of: town.id }))
      .body;
    const names = async () =>
      (await ask('GET', '/core/v2/posts?order=asc')).body.map(
        ({ title }: { title: { rendered: string } }) => title.rendered,
      );
    expect(await names()).toEqual(['Town', 'Other']);
    const versions = async (as: RoleName) =>
      (await core.ask(as, 'GET', `/core/v2/posts/${town.id}`)).body.i18n.translations;
    expect(await versions('editor')).toEqual({ en: town.id, 'fr-ca': ville.id });
    expect(await versions('visitor')).toEqual({ en: town.id });
    const shown = (await ask('PUT', `/core/v2/posts/${ville.id}`, { status: 'publish' })).body;
    expect(shown).toMatchObject({
      link: `${ORIGIN}/fr-ca/ville/`,
      i18n: {
        language: 'fr-ca',
        source_language: 'en',
        group_id: town.id,
        translations: { en: town.id, 'fr-ca': ville.id },
      },
    });
    expect((await names()).toSorted()).toEqual(['Other', 'Ville']);
    expect(await titles('order=asc')).toEqual(['Town', 'Other']);
    await ask('DELETE', `/core/v2/posts/${ville.id}`);
    expect(await names()).toEqual(['Town', 'Other']);
  });

  it('have the terms of their source in their own language, and lists find them by either', async () => {
    const french = { 'x-almanac-language': 'fr-ca' };
    const ask = (path: string, body: object, headers = {}) =>
      core.ask('editor', 'POST', `/core/v2/${path}`, body, headers);
    const news = (await ask('categories', { name: 'News' })).body.id;
    const actualites = (await ask('categories', { name: 'Actualités', translation_of: news }, french)).body.id;
    const tag = (await ask('tags', { name: 'Hot' })).body.id;
    const source = await made('Town', { categories: [news], tags: [tag] });
    const input = { title: 'Ville', status: 'publish', translation_of: source.id };
    expect((await ask('posts', input, french)).body).toMatchObject({ categories: [actualites], tags: [tag] });
    for (const category of [news, actualites]) {
      const path = `/core/v2/posts?categories=${category}&_fields=title`;
      const { body } = await core.ask('visitor', 'GET', path, undefined, french);
      expect(body).toEqual([{ title: { rendered: 'Ville' } }]);
    }
  });
});
