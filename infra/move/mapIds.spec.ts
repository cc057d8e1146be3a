import { KEYS_ROUTE } from '../import/keyQueue.ts';
import { ANY, type Body, beginMove, commitsOf, TINY } from './moveWorld.contract.ts';

class KilledError extends Error {}

describe('a move to a site with records', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  const postsHere = (): Promise<Body[]> =>
    world.site.request('GET', `/core/v2/posts?${ANY}&per_page=100&orderby=id&order=asc`);
  beforeAll(async () => {
    world = await beginMove(TINY);
  });
  afterAll(() => world.stop());

  it('is refused as long as the site has the sample', async () => {
    const { site, move } = world;
    const venues = ['Riverside Town Hall', 'Bibliothèque de Riverside', 'Harbour Park'];
    const ids: number[] = [];
    for (const venue of venues)
      ids.push((await site.request<{ readonly id: number }>('POST', '/cal/events/v1/venues', { venue })).id);
    await expect(move({ isDryRun: true })).rejects.toThrow(/^The new site has the sample/);
    for (const id of ids) await site.request('DELETE', `/core/v2/cal_venue/${id}?force=true`);
    await expect(move({ isDryRun: true })).resolves.toMatchObject({ failed: [] });
  });

  it.each([
    ['is another user of the old site', { 1: { username: 'boss', email: 'boss@example.test' } }, 20_001],
    [
      'has another id on the old site',
      { 1: { username: 'boss', email: 'boss@example.test' }, 2: { email: 'Ada@example.test' } },
      2,
    ],
  ])('is refused as long as the site is empty and its administrator %s', async (_, accounts, id) => {
    const { fake, move } = world;
    const changes = Object.entries(accounts).map(([user, members]) => [Number(user), members] as const);
    const before = changes.map(([user]) => [user, fake.read('users', user) ?? {}] as const);
    for (const [user, members] of changes) fake.change('users', user, members);
    await expect(move({ isDryRun: true })).rejects.toThrow(`"id": ${id} for this user in its site file`);
    for (const [user, members] of before) fake.change('users', user, members);
  });

  it('counts in a dry run, and writes nothing', async () => {
    await world.site.request('POST', '/core/v2/posts', { title: 'Here before' });
    const before = await commitsOf(world.running);
    const report = await world.move({ isDryRun: true, isFinal: true });
    expect(report.failed).toEqual([]);
    expect(report.kinds).toMatchObject({ posts: { created: TINY.posts }, cal_events: { created: TINY.events } });
    expect(await commitsOf(world.running)).toBe(before);
  });

  it('writes a rule once if a run is killed before it notes the rule', async () => {
    const { site } = world;
    const to: typeof site = {
      ...site,
      request: async (method, path, body, ...rest) => {
        if (method === 'POST' && path === KEYS_ROUTE && JSON.stringify(body).includes(':redirect:'))
          throw new KilledError();
        return site.request(method, path, body, ...rest);
      },
    };
    await expect(world.move({ to })).rejects.toThrow(KilledError);
    await world.move();
    const { items } = await site.request<{ readonly items: readonly Body[] }>('GET', '/redirection/v1/redirect');
    expect(items.map(({ url }) => url).toSorted()).toEqual(['/old-1', '/old-2']);
  });

  it('draws new ids, and leads references to them', async () => {
    const { fake, get } = world;
    const report = await world.move();
    expect([report.failed, report.left]).toEqual([[], []]);
    const posts = await postsHere();
    const [medium] = (await world.site.request<Body[]>('GET', '/core/v2/media?status=inherit')).map(({ id }) => id);
    expect(posts).toHaveLength(1 + fake.idsOf('posts').length);
    const [first, second] = fake.idsOf('posts').map((id) => posts.find(({ slug }) => slug === `post-${id}`));
    const { raw } = (await get(`/core/v2/posts/${first?.id}?context=edit`)).content as { readonly raw: string };
    expect(raw).toContain(`wp-image-${medium}`);
    expect(raw).toContain(`/?p=${second?.id}"`);
    expect(first?.id).not.toBe(fake.idsOf('posts')[0]);
  });

  it('leads items of menus to the records with new ids', async () => {
    const { fake, site } = world;
    const [page = 0] = fake.idsOf('pages');
    const [here] = await site.request<Body[]>('GET', `/core/v2/pages?${ANY}&slug=${fake.read('pages', page)?.slug}`);
    const items = await site.request<Body[]>('GET', '/core/v2/menu-items?context=edit&status=any');
    const [first, , , below] = items;
    expect(items.map((item) => [item.type, item.invalid])).toEqual([
      ['post_type', false],
      ['taxonomy', false],
      ['custom', false],
      ['custom', false],
    ]);
    expect([first?.object_id, below?.parent]).toEqual([here?.id, first?.id]);
  });

  it('commits nothing when it is repeated', async () => {
    const before = await commitsOf(world.running);
    await world.move();
    expect(await commitsOf(world.running)).toBe(before);
  });

  it('keeps accounts and terms that were here before, even if the old site deletes or changes them', async () => {
    const { fake, get } = world;
    const [account, category] = [await get('/core/v2/users/1?context=edit'), await get('/core/v2/categories/1')];
    fake.change('users', 1, { roles: ['subscriber'], name: 'Another' });
    fake.delete('categories', 1);
    const report = await world.move();
    expect(report.failed).toEqual([]);
    expect(await get('/core/v2/users/1?context=edit')).toEqual(account);
    expect(await get('/core/v2/categories/1')).toMatchObject({ name: category.name, slug: category.slug });
  });

  it('redirects former addresses with the last run, each once', async () => {
    const { fake, get, move, running } = world;
    const [id = 0] = fake.idsOf('cal_events');
    fake.change('cal_events', id, { link: `${fake.address}/fair/opening/` });
    const report = await move({ isFinal: true });
    const event = fake.read('cal_events', id);
    const [here] = await world.site.request<Body[]>('GET', `/core/v2/cal_events?${ANY}&slug=${event?.slug}`);
    const pathOf = (link: unknown): string => new URL(String(link)).pathname;
    expect(report.kinds['former addresses']?.created).toBeGreaterThan(0);
    const { items } = (await get('/redirection/v1/redirect?per_page=200')) as { readonly items: readonly Body[] };
    expect(items.filter(({ url }) => url === pathOf(event?.link)).map((rule) => rule.action_data)).toEqual([
      { url: pathOf(here?.link) },
    ]);
    const before = await commitsOf(running);
    await move({ isFinal: true });
    expect(await commitsOf(running)).toBe(before);
  });
});
