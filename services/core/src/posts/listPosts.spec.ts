import { ORIGIN, serveCore, type TestService } from '../testing.contract.ts';
import { listingPosts } from './testing.contract.ts';

const ROOT = `${ORIGIN}/en/json/core/v2`;
let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const { list, made, titles } = listingPosts(() => core);

describe('a list of posts', () => {
  it('shows the newest first, pages with links that keep the query, and totals', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await made(title);
    expect(await titles()).toEqual(['Five', 'Four', 'Three', 'Two', 'One']);
    const page = await list('per_page=2&page=2&before=2030-01-01T00:00:00');
    expect(page.headers.get('link')).toBe(
      `<${ROOT}/posts?per_page=2&page=1&before=2030-01-01T00%3A00%3A00>; rel="prev", ` +
        `<${ROOT}/posts?per_page=2&page=3&before=2030-01-01T00%3A00%3A00>; rel="next"`,
    );
    expect([page.headers.get('x-core-total'), page.headers.get('x-core-totalpages')]).toEqual(['5', '3']);
    expect(await titles('offset=3&page=9')).toEqual(['Two', 'One']);
    expect(await titles('status=&per_page=1')).toEqual(['Five']);
    expect(await titles('status[]=&slug=&author=&per_page=1')).toEqual(['Five']);
  });

  it.each([
    ['page=9', 'rest_post_invalid_page_number'],
    ['offset=9', 'rest_post_invalid_page_number'],
    ['per_page=0', 'rest_invalid_param'],
    ['per_page=101', 'rest_invalid_param'],
    ['after=foo', 'rest_invalid_param'],
    ['modified_before=foo', 'rest_invalid_param'],
    ['author_exclude=invalid', 'rest_invalid_param'],
    ['orderby=content', 'rest_invalid_param'],
    ['order=asc,id', 'rest_invalid_param'],
    ['orderby=include', 'rest_orderby_include_missing_include'],
    ['orderby=relevance', 'rest_no_search_term_defined'],
    ['tags[]=my-tag', 'rest_invalid_param'],
    ['categories[terms]=1&categories[x]=1', 'rest_invalid_param'],
    ['tags[include_children]=1', 'rest_invalid_param'],
    ['sticky=nothanks', 'rest_invalid_param'],
    ['format=testing', 'rest_invalid_param'],
    ['context=banana', 'rest_invalid_param'],
    ['status=draft', 'rest_invalid_param'],
    ['status=lost', 'rest_invalid_param'],
  ])('is refused with %s: %s', async (query, code) => {
    await made('One');
    const { status, body, headers } = await list(query);
    expect([status, body.code, headers.get('allow')]).toEqual([400, code, 'GET']);
  });

  it('shows a draft in its language in place of its original to those who may read it', async () => {
    const french = { 'x-almanac-language': 'fr-ca' };
    const original = await made('Harbour');
    await made('Pier');
    const sent = { title: 'Port', translation_of: original.id, status: 'draft' };
    expect((await core.ask('editor', 'POST', '/core/v2/posts', sent, french)).status).toBe(201);
    const listed = async (as: 'editor' | 'contributor' | 'visitor', query: string, headers: object = french) =>
      (await core.ask(as, 'GET', `/core/v2/posts?${query}`, undefined, { ...headers })).body.map(
        (post: { readonly title: { readonly rendered: string } }) => post.title.rendered,
      );
    expect(await listed('editor', 'status=any')).toEqual(['Port', 'Pier']);
    expect(await listed('editor', 'status=publish,draft&context=edit')).toEqual(['Port', 'Pier']);
    expect(await listed('editor', 'status=publish')).toEqual(['Pier', 'Harbour']);
    expect(await listed('editor', 'status=any', {})).toEqual(['Pier', 'Harbour']);
    expect(await listed('contributor', 'status=any')).toEqual(['Pier', 'Harbour']);
    expect(await listed('visitor', '')).toEqual(['Pier', 'Harbour']);
  });

  it('is empty, not refused, if nothing is found', async () => {
    const { status, body, headers } = await list('page=5&author=99');
    expect([status, body, headers.get('x-core-total')]).toEqual([200, [], '0']);
    expect((await list('categories=')).status).toBe(200);
  });

  it('has the requested order, ties by id in the same direction', async () => {
    const date = '2016-02-02T00:00:00';
    const b = await made('Bravo', { date, slug: 'x-2' });
    const a = await made('alpha', { date, slug: 'x-3' }, 'author');
    const c = await made('Ächo', { date, slug: 'x-1' });
    expect(await titles()).toEqual(['Ächo', 'alpha', 'Bravo']);
    expect(await titles('order=asc')).toEqual(['Bravo', 'alpha', 'Ächo']);
    expect(await titles('orderby=title&order=asc')).toEqual(['Ächo', 'alpha', 'Bravo']);
    expect(await titles('orderby=slug')).toEqual(['alpha', 'Bravo', 'Ächo']);
    expect(await titles('orderby=author')).toEqual(['alpha', 'Ächo', 'Bravo']);
    expect(await titles('orderby=id&order=asc')).toEqual(['Bravo', 'alpha', 'Ächo']);
    expect(await titles(`include=${a.id},${c.id},${b.id}&orderby=include`)).toEqual(['alpha', 'Ächo', 'Bravo']);
    expect(await titles('slug=x-3,x-1&orderby=include_slugs')).toEqual(['alpha', 'Ächo']);
  });

  it('is ordered by date, the oldest first, if the slugs of its order are missing', async () => {
    await made('Later', { date: '2016-02-03T00:00:00' });
    await made('Earlier', { date: '2016-02-02T00:00:00' });
    for (const query of ['orderby=include_slugs', 'slug=&orderby=include_slugs&order=desc'])
      expect(await titles(query)).toEqual(['Earlier', 'Later']);
  });

  it('filters by dates, authors, ids and slugs', async () => {
    const one = await made('One', { date: '2016-01-15T00:00:00' });
    const two = await made('Two', { date: '2016-01-16T00:00:00' }, 'author');
    await made('Three', { date: '2016-01-17T00:00:00' });
    expect(await titles('after=2016-01-15T00:00:00&before=2016-01-17T00:00:00')).toEqual(['Two']);
    expect(await titles('after=2016-01-16T05:00:00Z')).toEqual(['Three']);
    expect(await titles('author=3')).toEqual(['Two']);
    expect(await titles('author=2,3&author_exclude=2')).toEqual(['Two']);
    expect(await titles(`include=${one.id}&exclude=${one.id}`)).toEqual(['One']);
    expect(await titles(`exclude[]=${one.id}&exclude[]=${two.id}`)).toEqual(['Three']);
    expect(await titles('slug=ONE,three')).toEqual(['Three', 'One']);
    core.advance(86_400_000);
    await core.ask('editor', 'PUT', `/core/v2/posts/${two.id}`, { content: 'changed' });
    expect(await titles('modified_after=2026-05-01T12:00:00')).toEqual(['Two']);
    expect(await titles('orderby=modified&per_page=1')).toEqual(['Two']);
  });

  it('shows a caller readable posts, and counts no more', async () => {
    await made('Public');
    await made('Draft of author', { status: 'draft' }, 'author');
    await made('Private of editor', { status: 'private' });
    await made('Draft of editor', { status: 'draft' });
    const any = 'status=any&orderby=id&order=asc';
    expect(await titles(any, 'author')).toEqual(['Public', 'Draft of author']);
    expect((await list(any, 'author')).headers.get('x-core-total')).toBe('2');
    expect(await titles(any, 'editor')).toHaveLength(4);
    expect(await titles('status=private', 'editor')).toEqual(['Private of editor']);
    expect((await list('status=private', 'subscriber')).body.data.details.status).toMatchObject({
      code: 'rest_forbidden_status',
      data: { status: 403 },
    });
    expect(await titles(`context=edit&${any}`, 'author')).toEqual(['Draft of author']);
    expect((await list('context=edit')).body.code).toBe('rest_forbidden_context');
  });
});

describe('a search for posts', () => {
  beforeEach(async () => {
    await made('Rye', { content: 'a fine bread' });
    await made('Types of Bread', { content: 'such as rye and wheat' });
    await made('Cake', { content: 'no grain', excerpt: 'rye bread' });
    await made('Secret rye', { content: 'whispered corn', excerpt: 'a hint', password: 'x' });
  });

  it.each([
    ['search=rye', ['Cake', 'Types of Bread', 'Rye']],
    ['search=RYE bread', ['Cake', 'Types of Bread', 'Rye']],
    ['search="rye bread"', ['Cake']],
    ['search=rye -wheat', ['Cake', 'Rye']],
    ['search=rye&search_columns=post_title', ['Rye']],
    ['search=rye&search_semantics=exact', ['Rye']],
    ['search=Rye Bread&search_semantics=exact', []],
    ['search=rye&orderby=relevance', ['Rye', 'Cake', 'Types of Bread']],
    ['search=rye bread&orderby=relevance', ['Types of Bread', 'Rye', 'Cake']],
    ['search=', ['Cake', 'Rye', 'Secret rye', 'Types of Bread']],
  ])('finds by %s: %j', async (query, expected) => {
    const found = await titles(query);
    expect(query === 'search=' ? found.toSorted() : found).toEqual(expected);
  });

  it('pages through ranks without losing or repeating any', async () => {
    const all = await titles('search=rye bread&orderby=relevance', 'editor');
    const paged = [];
    for (const page of [1, 2, 3]) {
      paged.push(...(await titles(`search=rye bread&orderby=relevance&per_page=1&page=${page}`, 'editor')));
    }
    expect(paged).toEqual(all);
  });

  it.each([
    ['search=secret', 'title', 'signed'],
    ['search=whispered', 'content', 'editors'],
    ['search=hint', 'excerpt', 'editors'],
    ['search=secret corn', 'title and content', 'editors'],
    ['search=corn&search_columns=post_content', 'only the content', 'editors'],
    ['search="whispered corn"&search_semantics=exact', 'exactly the content', 'editors'],
    ['search=secret -corn', 'title without a word of the content', 'signed without editors'],
  ])('finds a protected post by %s (%s) for: %s', async (query, _, expected) => {
    const found = async (role: Parameters<typeof titles>[1]) => (await titles(query, role)).includes('Secret rye');
    expect(await found('visitor')).toBe(false);
    for (const role of ['subscriber', 'contributor', 'author'] as const)
      expect([role, await found(role)]).toEqual([role, expected.startsWith('signed')]);
    for (const role of ['editor', 'administrator'] as const)
      expect([role, await found(role)]).toEqual([role, expected === 'signed' || expected === 'editors']);
  });

  it('finds content behind a password for the author of the post', async () => {
    await made('Own', { content: 'whispered too', password: 'y' }, 'author');
    expect(await titles('search=whispered', 'author')).toEqual(['Own']);
    expect(await titles('search=whispered', 'subscriber')).toEqual([]);
  });

  it('orders protected posts by relevance without their content', async () => {
    const words = 'a1 b2 c3 d4 e5 f6 g7';
    const title = 'g7 f6 e5 d4 c3 b2 a1';
    await made(`${title} covered`, { content: words, password: 'x' });
    await made(`${title} open`, { content: words });
    await made(`${title} other`, {});
    const ordered = ['open', 'other', 'covered'].map((each) => `${title} ${each}`);
    expect(await titles(`search=${words}&orderby=relevance`, 'subscriber')).toEqual(ordered);
    const all = ['open', 'covered', 'other'].map((each) => `${title} ${each}`);
    expect(await titles(`search=${words}&orderby=relevance`, 'editor')).toEqual(all);
  });
});

describe('conditions on terms and formats', () => {
  it('must all hold, or one of them', async () => {
    const term = async (base: string, body: object) =>
      (await core.ask('editor', 'POST', `/core/v2/${base}`, body)).body.id;
    const news = await term('categories', { name: 'News' });
    const local = await term('categories', { name: 'Local', parent: news });
    const tag = await term('tags', { name: 'Hot' });
    await made('In news', { categories: [news] });
    await made('In local', { categories: [local], tags: [tag] });
    await made('In both', { categories: [news, local], format: 'aside' });
    await made('Elsewhere', { tags: [tag], format: 'gallery' });
    const expected: [string, string[]][] = [
      [`categories=${news}`, ['In both', 'In news']],
      [`categories[terms]=${news}&categories[include_children]=true`, ['In both', 'In local', 'In news']],
      [`categories[terms]=${news},${local}&categories[operator]=AND`, ['In both']],
      [`categories_exclude=${news}`, ['Elsewhere', 'In local']],
      [`categories_exclude[terms]=${news}&categories_exclude[include_children]=1`, ['Elsewhere']],
      [`tags=${tag}`, ['Elsewhere', 'In local']],
      [`tags=${tag}&categories=${local}`, ['In local']],
      [`tags=${tag}&categories=${news}&tax_relation=OR`, ['Elsewhere', 'In both', 'In local', 'In news']],
      [`tags_exclude=${tag}`, ['In both', 'In news']],
      ['tags=99', []],
      ['format=aside,gallery', ['Elsewhere', 'In both']],
      ['format=standard', ['In local', 'In news']],
      ['tax_relation=OR', ['Elsewhere', 'In both', 'In local', 'In news']],
    ];
    for (const [query, found] of expected) expect([query, await titles(query)]).toEqual([query, found]);
    const { body } = await core.ask('visitor', 'GET', `/core/v2/categories?hide_empty=true&orderby=count&order=desc`);
    expect(body.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['Local', 2],
      ['News', 2],
      ['Uncategorized', 1],
    ]);
  });
});

describe('a long list of terms', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => index + 1);

  it.each(['tags', 'categories'])('is accepted whole, of %s that must all match too', async (taxonomy) => {
    await made('One');
    for (const relation of ['AND', 'OR']) {
      const object = `${taxonomy}[terms]=${many}&${taxonomy}[operator]=AND&tax_relation=${relation}`;
      expect((await list(object)).body).toEqual([]);
    }
    expect((await list(`${taxonomy}_exclude[terms]=${many}`)).status).toBe(200);
    expect((await list(`${taxonomy}=${many}`)).status).toBe(200);
  });
});

describe('sticky posts', () => {
  it('are listed first only on request', async () => {
    const one = await made('One', { sticky: true });
    const two = await made('Two');
    await made('Three');
    expect(await titles('sticky=true')).toEqual(['One']);
    expect(await titles('sticky=false')).toEqual(['Three', 'Two']);
    expect(await titles(`sticky=true&include=${two.id}`)).toEqual([]);
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    expect(await titles('ignore_sticky=false')).toEqual(['One', 'Three', 'Two']);
    expect(await titles('ignore_sticky=false&per_page=2')).toEqual(['One', 'Three', 'Two']);
    expect(await titles('ignore_sticky=false&per_page=1&page=2')).toEqual(['Two']);
    expect(await titles(`ignore_sticky=false&exclude=${one.id}`)).toEqual(['Three', 'Two']);
    expect(await titles('ignore_sticky=false&format=&categories=&tags[terms]=')).toEqual(['One', 'Three', 'Two']);
    expect(await titles('ignore_sticky=false&format=standard')).toEqual(['Three', 'Two', 'One']);
    expect(await titles(`ignore_sticky=false&include=${two.id}`)).toEqual(['Two']);
  });
});
