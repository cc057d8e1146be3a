import { type CheckedSite, checkedSite } from './checkedSite.contract.ts';

describe.each(['categories', 'tags'] as const)('lines 16–47 and 354–383: %s', (plural) => {
  let site: CheckedSite;
  beforeEach(async () => {
    site = await checkedSite();
  });
  afterEach(() => site.stop());

  const terms = async (...names: string[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const name of names) ids.push((await site.made(plural, { name })).id);
    return ids;
  };
  const list = (query: string) => site.get(`/${plural}?hide_empty=false&${query}`);
  const names = async (query: string) => (await list(query)).body[plural].map(({ name }: { name: string }) => name);
  const total = async (query: string) => (await list(query)).body.total;

  it('16–19: says how many there are, and the addresses of the pages around', async () => {
    const none = await list('');
    expect(none.body).toMatchObject({ [plural]: [], total: 0, total_pages: 0 });
    expect([none.headers.get('x-cal-total'), none.headers.get('x-cal-totalpages')]).toEqual(['0', '0']);
    expect(Object.keys(none.body)).not.toEqual(expect.arrayContaining(['next_rest_url']));
    await terms(...'abcdefghi');
    expect(await names('per_page=3&page=2')).toEqual(['d', 'e', 'f']);
    for (const [page, previous, next] of [
      [1, undefined, '2'],
      [2, null, '3'],
      [3, '2', undefined],
    ] as const) {
      const { body, headers } = await list(`per_page=3&page=${page}`);
      const pageOf = (address?: string) => address && new URL(address).searchParams.get('page');
      expect([pageOf(body.previous_rest_url), pageOf(body.next_rest_url)]).toEqual([previous, next]);
      expect([body.total, body.total_pages, headers.get('x-cal-totalpages')]).toEqual([9, 3, '3']);
    }
  });

  it('20: searches names and slugs', async () => {
    await terms('Foo', 'Bar', 'Baz');
    await site.made(plural, { name: 'One', ...(plural === 'categories' && { slug: 'foo-bar' }) });
    if (plural === 'categories') expect([await total('search=foo'), await total('search=bar')]).toEqual([2, 2]);
    expect([await total('search=baz'), await total('search=zoot')]).toEqual([1, 0]);
  });

  it('21, 22: leaves out and includes', async () => {
    const [a, b, c] = await terms('a', 'b', 'c');
    expect(await total(`exclude=${a}`)).toBe(2);
    expect(await total(`exclude[]=${a}&exclude[]=${b}`)).toBe(1);
    expect((await list(`exclude[]=${a}&exclude[]=${b}&exclude[]=${c}`)).status).toBe(200);
    expect([await total(`include=${a}`), await total(`include=${a},${b},${c}`)]).toEqual([1, 3]);
    for (const name of ['include', 'exclude']) expect((await list(`${name}=2389,2390,2391`)).status).toBe(400);
  });

  it('23, 24: orders by id or name, and refuses an empty order', async () => {
    await terms('b', 'A', 'C');
    expect(await names('orderby=id&order=desc')).toEqual(['C', 'A', 'b']);
    expect(await names('orderby=id&order=asc')).toEqual(['b', 'A', 'C']);
    expect(await names('orderby=name&order=asc')).toEqual(['A', 'b', 'C']);
    for (const query of ['order=&orderby=id', 'order=desc&orderby=']) expect((await list(query)).status).toBe(400);
  });

  it('27–30: lists those of an event', async () => {
    const [a, b, c] = await terms('A', 'b', 'c', 'D');
    const one = await site.event(1, { [plural]: [b, c] });
    const two = await site.event(1, { [plural]: [a] });
    expect([await total(`post=${one.id}`), await total(`event=${one.id}`)]).toEqual([2, 2]);
    expect(await total(`post=${one.id}&event=${two.id}`)).toBe(1);
    for (const name of ['post', 'event']) {
      for (const value of ['', '23', 'foo'])
        expect([value, (await list(`${name}=${value}`)).status]).toEqual([value, 400]);
    }
  });

  it('31, 32: finds slugs', async () => {
    await terms('a', 'b', 'c', 'd');
    expect([await total('slug=a'), await total('slug=c'), await total('slug=foo')]).toEqual([1, 1, 0]);
    expect((await list('slug=')).status).toBe(400);
  });

  it('33–45, 369–381: reads, makes, changes and deletes', async () => {
    const sent = { name: 'New', description: 'About it', slug: 'newest' };
    const made = await site.ask('editor', 'POST', `/${plural}`, { body: sent });
    expect(made.status).toBe(201);
    const shown = { id: expect.any(Number), count: 0, name: 'New', description: 'About it', slug: 'newest', meta: [] };
    const urls = { self: expect.any(String), collection: expect.any(String) };
    const taxonomy = plural === 'categories' ? 'cal_events_cat' : 'post_tag';
    expect(made.body).toMatchObject({ ...shown, url: expect.any(String), taxonomy, urls });
    const path = `/${plural}/${made.body.id}`;
    for (const as of ['subscriber', 'contributor'] as const) {
      expect(await site.status(as, 'POST', `/${plural}`, { name: 'x' })).toBe(403);
      expect(await site.status(as, 'POST', path, { name: 'x' })).toBe(403);
      expect(await site.status(as, 'DELETE', path)).toBe(403);
    }
    const changed = await site.ask('editor', 'POST', path, { body: { ...sent, name: 'Newer' } });
    expect([changed.status, changed.body.name]).toEqual([200, 'Newer']);
    expect((await site.get(path)).body).toMatchObject({ ...shown, name: 'Newer' });
    const gone = await site.ask('editor', 'DELETE', path);
    expect([gone.status, gone.body.name]).toEqual([200, 'Newer']);
  });

  it('40, 44, 376, 380: refuses names and parents that are none', async () => {
    const [id] = await terms('a');
    const bad = [{ name: '' }, ...(plural === 'categories' ? [{ parent: '2389' }, { parent: 'foo' }] : [])];
    for (const values of bad) {
      expect([values, await site.status('editor', 'POST', `/${plural}`, { name: 'n', ...values })]).toEqual([
        values,
        400,
      ]);
      expect([values, await site.status('editor', 'POST', `/${plural}/${id}`, values)]).toEqual([values, 400]);
    }
  });

  it('46, 47: finds neither what is no such term nor names in paths', async () => {
    const other = plural === 'categories' ? 'tags' : 'categories';
    const { id } = await site.made(other, { name: 'other' });
    for (const each of [id, '2389', 'foo', 'foo%20bar']) {
      expect(await site.status('visitor', 'GET', `/${plural}/${each}`)).toBe(404);
    }
  });
});

describe('lines 25, 26: the children of a category', () => {
  it('25, 26: are listed', async () => {
    const site = await checkedSite();
    const b = await site.made('categories', { name: 'b' });
    await site.made('categories', { name: 'A', parent: b.id });
    await site.made('categories', { name: 'C' });
    await site.made('categories', { name: 'D', parent: b.id });
    const { body } = await site.get(`/categories?hide_empty=false&parent=${b.id}`);
    expect([body.total, body.total_pages]).toEqual([2, 1]);
    for (const parent of ['2389', ''])
      expect(await site.status('visitor', 'GET', `/categories?parent=${parent}`)).toBe(400);
    await site.stop();
  });
});
