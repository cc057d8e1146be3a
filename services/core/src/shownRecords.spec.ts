import { join } from 'node:path';
import { expectFound, expectShown } from '@almanac/rest/shown-contract';
import { picture, uploadRaw } from './media/testing.contract.ts';
import { serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
/** Addresses of records with a value in each member, and of lists that count or order them. */
const addresses: Record<string, string> = {};

const make = async (path: string, body: object, headers: object = {}) => {
  const answer = await core.ask('administrator', 'POST', `/core/v2/${path}`, body, headers);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
};

const makeMedia = async (post: number) => {
  const headers = { 'content-type': 'image/png' };
  const query = `?post=${post}&alt_text=Boats&caption=At+low+tide&description=Five+boats`;
  const content = await picture(400, 320, 'png');
  const image = await uploadRaw(core, { as: 'administrator', content, name: 'boats.png', headers, query });
  const text = await uploadRaw(core, { as: 'administrator', content: 'x', name: 'a.txt', query: '' });
  addresses.medium = `media/${image.body.id}`;
  addresses['medium-of-text'] = `media/${text.body.id}`;
  return image.body.id as number;
};

beforeAll(async () => {
  core = await serveCore();
  const above = await make('categories', { name: 'Coast', slug: 'coast', description: 'All <em>along</em> it' });
  const category = await make('categories', { name: 'Piers & quays', parent: above.id });
  const tag = await make('tags', { name: 'Hot', description: 'Of today' });
  const terms = { categories: [above.id, category.id], tags: [tag.id] };
  const plain = await make('posts', { title: 'A plain one', content: 'Boats &amp; <b>oars</b>', status: 'publish' });
  const image = await makeMedia(plain.id);
  const full = await make('posts', {
    title: 'Harbour “fair”',
    content: `<p>Boats ${'and oars '.repeat(40)}</p><!--more--><p>More</p>`,
    slug: 'harbour-fair',
    date: '2026-04-01T09:00:00',
    author: 2,
    featured_media: image,
    comment_status: 'closed',
    ping_status: 'closed',
    format: 'aside',
    sticky: true,
    status: 'publish',
    meta: { _EventCost: '5' },
    ...terms,
  });
  await make(
    'posts',
    { title: 'Foire', status: 'publish', translation_of: full.id },
    { 'x-almanac-language': 'fr-ca' },
  );
  await make(`posts/${full.id}`, { title: 'Harbour fair', excerpt: 'Boats' });
  const saved = await make(`posts/${full.id}/autosaves`, { title: 'Saved', content: 'Saved', excerpt: 'Saved' });
  const locked = await make('posts', { content: 'text', password: 'tide', status: 'publish', ...terms });
  const [revision] = (await core.ask('administrator', 'GET', `/core/v2/posts/${full.id}/revisions`)).body;
  await make('users/2', { description: 'Writes', url: 'https://site.test/@ada', first_name: 'Ada', last_name: 'L' });
  Object.assign(addresses, {
    post: `posts/${full.id}`,
    'post-that-is-plain': `posts/${plain.id}`,
    'post-behind-a-password': `posts/${locked.id}`,
    revision: `posts/${full.id}/revisions/${revision.id}`,
    revisions: `posts/${full.id}/revisions`,
    autosave: `posts/${full.id}/autosaves/${saved.id}`,
    category: `categories/${category.id}`,
    categories: 'categories?orderby=count&order=desc',
    tag: `tags/${tag.id}`,
    user: 'users/2',
    users: 'users?orderby=registered_date&order=desc',
    settings: 'settings',
    passwords: 'users/me/application-passwords',
    search: 'posts?search=boats&_fields=id,title',
  });
});
afterAll(() => core.stop());

const NAMES = `post post-that-is-plain post-behind-a-password revision revisions autosave medium medium-of-text category
  categories tag user users settings passwords search`.split(/\s+/);

describe('a related record', () => {
  it('is shown even if its links are not requested', async () => {
    const { body } = await core.ask('administrator', 'GET', `/core/v2/${addresses.post}?_embed&_fields=id,_embedded`);
    expect([body.title, body._embedded?.author[0].id]).toEqual([undefined, 2]);
  });
});

/** Replaces file sizes, which depend on the encoder. */
const withoutSizes = (name: string, value: unknown): unknown => (name === 'filesize' ? 1 : value);

describe('the records of core', () => {
  it.each(NAMES)('have the recorded form: %s', async (name) => {
    const address = addresses[name] ?? '';
    const shown: Record<string, unknown> = {};
    for (const context of ['view', 'edit', 'embed']) {
      const path = `/core/v2/${address}${address.includes('?') ? '&' : '?'}context=${context}`;
      const { status, headers, body } = await core.ask('administrator', 'GET', path);
      expect([path, status]).toEqual([path, 200]);
      const totals = [headers.get('x-core-total'), headers.get('x-core-totalpages')];
      shown[context] = { ...(totals[0] !== null && { totals }), body };
    }
    expectShown(join(import.meta.dirname, '../shown', `${name}.json`), JSON.parse(JSON.stringify(shown, withoutSizes)));
  });
});

const asked = (orders: string, ...filters: readonly string[]): string[] => [
  ...orders.split(' ').flatMap((order) => [`orderby=${order}&order=asc`, `orderby=${order}&order=desc`]),
  ...filters,
];

/** Lists by their orders and filters; those by `include` or relevance name their ids or search. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  posts: asked(
    'id date modified title slug author include&include=8,1,4',
    ...['per_page=1&page=2', 'page=3&per_page=2', 'status=publish,draft,private', 'status=any', 'author=1', 'author=2'],
    ...['author_exclude=2', 'sticky=true', 'sticky=false', 'offset=1', 'slug=harbour-fair', 'search=boats'],
    ...['orderby=relevance&search=boats', 'search=boats&search_columns[]=post_title', 'categories=0', 'tags=0'],
    ...['after=2026-01-01T00:00:00', 'before=2026-05-01T00:00:00', 'format=aside', 'exclude=4'],
    'orderby=include_slugs&slug=a-plain-one,harbour-fair',
  ),
  media: asked(
    'id date title slug include&include=3,2',
    ...['media_type=image', 'media_type=text', 'mime_type=image/png', 'parent=0', 'search=boats', 'per_page=1&page=2'],
  ),
  categories: asked(
    'id name slug count description term_group include&include=3,1,2',
    ...['hide_empty=true', 'hide_empty=false', 'parent=0', 'search=COAST', 'slug=coast', 'exclude=1', 'offset=1'],
    ...['per_page=1&page=2', 'orderby=include_slugs&slug=piers-quays,coast'],
  ),
  tags: asked('name count', 'search=hot', 'hide_empty=true', 'per_page=1&page=2'),
  users: asked(
    'id name slug email url registered_date include&include=3,1,2',
    ...['roles=editor', 'roles=editor,author', 'capabilities=edit_posts', 'who=authors', 'search=ada', 'search=2'],
    ...[
      'search=@ada',
      'search=@',
      'search=https://site.test',
      'exclude=1,2',
      'has_published_posts=true',
      'slug=editor',
    ],
    ...['search=2&search_columns=id', 'search=ada&search_columns=email', 'per_page=2&page=2', 'offset=3'],
    'orderby=include_slugs&slug=editor,author',
  ),
};

describe('the lists of core', () => {
  it.each(
    Object.keys(LISTS).flatMap((name) => (['administrator', 'visitor'] as const).map((as) => [name, as] as const)),
  )('find and order as recorded: %s to the %s', async (name, as) => {
    const file = join(import.meta.dirname, '../shown', `ids-of-${name}-to-${as}.json`);
    await expectFound(file, LISTS[name] ?? [], async (query) => {
      const { headers, body } = await core.ask(as, 'GET', `/core/v2/${name}?${query}`);
      const total = headers.get('x-core-total');
      return Array.isArray(body) ? { records: body, total } : { records: [{ id: body.code }], total };
    });
  });
});
