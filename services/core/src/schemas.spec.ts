import { uploadRaw } from './media/testing.contract.ts';
import { serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
  await core.ask('editor', 'POST', '/core/v2/posts', { title: 'One', status: 'publish', categories: [1] });
});
afterAll(() => core.stop());

const options = async (path: string) => (await core.ask('visitor', 'OPTIONS', `/core/v2/${path}`)).body;

describe('a published schema', () => {
  it.each([
    ['posts', 'post', 27],
    ['posts/1', 'post', 27],
    ['posts/1/revisions', 'post-revision', 13],
    ['posts/1/autosaves', 'post-revision', 14],
    ['categories', 'category', 9],
    ['tags', 'tag', 8],
    ['users', 'user', 19],
    ['media', 'attachment', 29],
    ['media/2', 'attachment', 29],
    ['users/me/application-passwords', 'application-password', 7],
    ['users/me/application-passwords/introspect', 'application-password', 7],
    ['types', 'type', 16],
    ['types/post', 'type', 16],
    ['statuses', 'status', 8],
    ['statuses/draft', 'status', 8],
    ['taxonomies', 'taxonomy', 11],
    ['taxonomies/category', 'taxonomy', 11],
  ])('describes %s: a %s with %i members', async (path, title, count) => {
    const { schema } = await options(path);
    expect([schema.title, schema.type, Object.keys(schema.properties).length]).toEqual([title, 'object', count]);
    expect(schema.$schema).toBe('http://json-schema.org/draft-04/schema#');
  });

  it.each(['view', 'edit', 'embed'])('names the members of answers in the context %s', async (context) => {
    const { properties } = (await options('posts')).schema as { properties: Record<string, { context: string[] }> };
    const named = Object.keys(properties).filter((name) => properties[name]!.context.includes(context));
    const { body } = await core.ask('editor', 'GET', `/core/v2/posts/1?context=${context}`);
    const beyond = ['_links', 'i18n'];
    expect(
      Object.keys(body)
        .filter((name) => !beyond.includes(name))
        .sort(),
    ).toEqual(named.sort());
  });

  it.each(['view', 'edit', 'embed'])('names the members of a medium in the context %s', async (context) => {
    const { body } = await uploadRaw(core, { as: 'editor', content: 'x', name: 'a.txt' });
    const { properties } = (await options('media')).schema as { properties: Record<string, { context: string[] }> };
    const named = Object.keys(properties).filter((name) => properties[name]!.context.includes(context));
    const shown = (await core.ask('editor', 'GET', `/core/v2/media/${body.id}?context=${context}`)).body;
    expect(Object.keys(shown).sort()).toEqual(['_links', ...named].sort());
  });

  it.each(['types/post', 'statuses/publish', 'taxonomies/category'])(
    'names the members of %s in every context',
    async (path) => {
      const { properties } = (await options(path)).schema as { properties: Record<string, { context: string[] }> };
      for (const context of ['view', 'edit', 'embed']) {
        const named = Object.keys(properties).filter((name) => properties[name]!.context.includes(context));
        const shown = (await core.ask('editor', 'GET', `/core/v2/${path}?context=${context}`)).body;
        expect(Object.keys(shown).sort()).toEqual(['_links', ...named].sort());
      }
    },
  );

  it('describes for posts a member of meta that was never written', async () => {
    const { schema, endpoints } = await options('posts/1');
    const { meta } = (await core.ask('editor', 'GET', '/core/v2/posts/1')).body;
    const defaultsOf = ({ properties }: { properties: Record<string, { default: unknown }> }) =>
      Object.fromEntries(Object.entries(properties).map(([name, words]) => [name, words.default]));
    expect(defaultsOf(schema.properties.meta)).toEqual(meta);
    const written = endpoints.filter(({ args }: { args: object }) => 'meta' in args);
    expect(written.length).toBeGreaterThan(0);
    for (const { args } of written) expect(defaultsOf(args.meta)).toEqual(meta);
  });

  it('describes for posts the actions beside the methods', async () => {
    const { links } = (await options('posts')).schema;
    expect(links.filter(({ rel }: { rel: string }) => rel.endsWith('action-publish'))).toHaveLength(1);
    expect(links).toHaveLength(8);
  });

  it('allows null dates for revisions, and only the type of objects without known members', async () => {
    const { properties } = (await options('posts/1/revisions')).schema;
    expect(properties.date).toEqual({
      type: ['string', 'null'],
      format: 'date-time',
      context: ['view', 'edit', 'embed'],
      readonly: true,
    });
    expect(properties.meta).toEqual({ type: 'object', context: ['view', 'edit'], readonly: true });
  });

  it('lists for posts formats and statuses in their order', async () => {
    const { properties } = (await options('posts')).schema;
    expect(properties.format.enum[0]).toBe('standard');
    expect(properties.status.enum).toContain('cal-ignored');
    expect(properties.status.enum).not.toContain('trash');
  });
});

describe('a route that batches may call', () => {
  it.each([
    ['posts', 2],
    ['posts/1', 3],
    ['categories', 2],
    ['categories/1', 3],
    ['tags', 2],
    ['users', 2],
    ['users/1', 3],
    ['menus', 2],
    ['menus/1', 3],
    ['menu-items', 2],
    ['menu-items/1', 3],
    ['menu-locations', 0],
    ['users/me', 0],
    ['media', 0],
    ['types', 0],
  ])('is marked with each of its methods: %s', async (path, count) => {
    const { endpoints } = await options(path);
    const marks = endpoints.flatMap(({ allow_batch: mark }: { allow_batch?: object }) => mark ?? []);
    expect(marks).toEqual(Array.from({ length: count }, () => ({ v1: true })));
  });
});
