import { siteOfAda } from '../all-in-one/siteUnderTest.contract.ts';
import { revisionIds } from './fakeOldSite.contract.ts';
import type { MoveReport } from './moveReport.ts';
import { ANY, type Body, beginMove, commitsOf } from './moveWorld.contract.ts';

/** Enough for each case, and quick. */
const SIZE = { users: 3, terms: 3, media: 2, posts: 18, pages: 2, events: 7, redirects: 8 };

const KINDS = [
  'users',
  'categories',
  'tags',
  'cal_events_cat',
  'media',
  'pages',
  'posts',
  'comments',
  'cal_venue',
  'menus',
  'menu-items',
];

/** The account of the new site that no user of the old site has. */
const ADMINISTRATOR = 10_001;

class KilledError extends Error {}

/** Moves until a number of writes has succeeded. The answer of the last one is lost. */
const moveUntil = ({ site, move }: Awaited<ReturnType<typeof beginMove>>, at: number): Promise<unknown> => {
  let requests = 0;
  const to: typeof site = {
    ...site,
    request: async (method, ...rest) => {
      if (method !== 'GET' && ++requests > at) throw new KilledError();
      const answer = await site.request<never>(method, ...rest);
      if (method !== 'GET' && requests === at) throw new KilledError();
      return answer;
    },
  };
  return move({ to }).catch((error: unknown) => error);
};

const STATUS_OF: Readonly<Record<string, string>> = { media: 'status=inherit', users: '', comments: 'status=all' };

describe('a move to an empty site, from an old one with faults, interrupted again and again', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  let report: MoveReport;
  let kills = 0;
  /** Posts that keep their ids; a deleted record of the new site has had that of the last one. */
  let kept: readonly number[];
  let drawn: number;
  beforeAll(async () => {
    world = await beginMove(SIZE, siteOfAda({ id: ADMINISTRATOR }));
    const { fake, site } = world;
    fake.change('users', 1, { username: 'boss', email: 'boss@example.test' });
    kept = fake.idsOf('posts').slice(0, -1);
    drawn = fake.idsOf('posts').at(-1) ?? 0;
    const moved = { 'x-core-moved': JSON.stringify({ from: fake.address, id: drawn }) };
    await site.request('POST', '/core/v2/posts', { title: 'Deleted before' }, undefined, moved);
    await site.request('DELETE', `/core/v2/posts/${drawn}?force=true`);
    for (const [at, fault] of (['busy', 'broken', 'slow', 'gone'] as const).entries())
      for (const request of [2 + at, 20 + at]) fake.faults.set(request, fault);
    while ((await moveUntil(world, 40)) instanceof KilledError) kills += 1;
    report = await world.move();
  });
  afterAll(() => world.stop());

  it('moves every record once', async () => {
    expect(kills).toBeGreaterThan(2);
    expect([report.failed, report.left, report.kept]).toEqual([[], [], []]);
    for (const kind of ['cal_events', 'media', 'users', 'comments', 'posts']) {
      const records = await world.get(`/core/v2/${kind}?${STATUS_OF[kind] ?? ANY}&per_page=100&orderby=id&order=asc`);
      const ids = (records as unknown as Body[]).map(({ id }) => id);
      const expected = [...world.fake.idsOf(kind), ...(kind === 'users' ? [ADMINISTRATOR] : [])];
      expect([kind, ...ids.slice(0, kind === 'posts' ? -1 : undefined)]).toEqual([
        kind,
        ...(kind === 'posts' ? kept : expected),
      ]);
    }
  });

  it('gives a record another id if a deleted record had its own, and leads references to it', async () => {
    const [post] = await world.site.request<Body[]>('GET', `/core/v2/posts?${ANY}&slug=post-${drawn}`);
    const { reserved_ids: reserved } = await world.get('/core/v2/settings');
    expect(Number(post?.id)).toBeGreaterThan(Number(reserved));
    const { content } = await world.get(`/core/v2/posts/${drawn - 1}?context=edit`);
    expect((content as { readonly raw: string }).raw).toContain(`/?p=${post?.id}"`);
  });

  it.each([...KINDS, 'cal_organizer', 'cal_events'])('keeps the ids of %s', async (kind) => {
    for (const id of kind === 'posts' ? kept : world.fake.idsOf(kind)) {
      const [here, there] = [await world.get(`/core/v2/${kind}/${id}?context=edit`), world.fake.read(kind, id)];
      expect([here.id, here.slug, here.name]).toEqual([id, there?.slug, there?.name]);
    }
  });

  it('keeps dates, statuses, passwords, formats, terms and guids of posts', async () => {
    const members = [
      'date',
      'modified',
      'modified_gmt',
      'status',
      'password',
      'format',
      'categories',
      'tags',
      'author',
    ];
    for (const id of kept) {
      const [here, there] = [await world.get(`/core/v2/posts/${id}?context=edit`), world.fake.read('posts', id)];
      const pick = (record: Body | undefined) => members.map((name) => record?.[name]);
      expect([id, ...pick(here)]).toEqual([id, ...pick(there)]);
      expect(here.guid).toMatchObject({ raw: `${world.fake.address}/?p=${id}` });
    }
  });

  it('keeps dates, zones and guids of events, with their venues and organizers', async () => {
    for (const id of world.fake.idsOf('cal_events')) {
      const [here, there] = [
        await world.get(`/core/v2/cal_events/${id}?context=edit`),
        world.fake.read('cal_events', id),
      ];
      const names = ['_EventTimezone', '_EventStartDate', '_EventEndDate', '_EventCost', '_EventVenueID'];
      const pick = (record: Body | undefined) => names.map((name) => (record?.meta as Body | undefined)?.[name]);
      expect([id, here.modified_gmt, ...pick(here)]).toEqual([id, there?.modified_gmt, ...pick(there)]);
      expect(here.guid).toMatchObject(there?.guid ?? {});
    }
    const [id = 0] = world.fake.idsOf('cal_events').filter((each) => each % 7 === 0);
    expect((await world.get(`/cal/events/v1/events/${id}`)).featured).toBe(true);
  });

  it('leads links, pictures and galleries to the records and files of this site', async () => {
    const [id = 0] = world.fake.idsOf('posts');
    const [medium = 0] = world.fake.idsOf('media');
    const { content } = await world.get(`/core/v2/posts/${id}?context=edit`);
    const site = `http://localhost:${world.running.port}`;
    const { source_url: file } = await world.get(`/core/v2/media/${medium}`);
    const { raw } = content as { readonly raw: string };
    expect(file).toMatch(new RegExp(`/uploads/2019/01/pier-${medium}.gif$`));
    expect(raw).toContain(`src="${file}"`);
    expect(raw).toContain(`/?p=${id + 1}"`);
    expect(raw).toContain(`wp-image-${medium}`);
    expect(raw).toContain(`ids="${medium}"`);
    expect([raw.includes(world.fake.address), site.startsWith('http')]).toEqual([false, true]);
  });

  it('keeps the revisions of posts, the former texts before the present ones', async () => {
    const [id = 0] = world.fake.idsOf('posts');
    const revisions = (await world.site.request('GET', `/core/v2/posts/${id}/revisions?context=edit`)) as Body[];
    expect(revisions.map((each) => [each.id, each.author])).toEqual(
      revisionIds(id)
        .toReversed()
        .map((each) => [each, 1]),
    );
    expect(revisions.at(-1)?.content).toMatchObject({ raw: 'An earlier text' });
  });

  it('keeps redirects with their ids and groups, and leads them to this site', async () => {
    const { items } = (await world.get('/redirection/v1/redirect?per_page=200&orderby=id&direction=asc')) as {
      readonly items: readonly Body[];
    };
    expect(items.map(({ id, url, group_id, enabled, hits }) => [id, url, group_id, enabled, hits])).toEqual(
      Array.from({ length: 8 }, (_, at) => [at + 1, `/old-${at + 1}`, at % 3 === 2 ? 3 : 1, at % 4 !== 3, at + 1]),
    );
    const targets = items.map(({ action_data: data }) => String((data as Body).url));
    expect(targets.filter((url) => url.startsWith(world.fake.address))).toEqual([]);
  });

  it('gives a new record no id of the old site', async () => {
    const post = await world.site.request<{ readonly id: number }>('POST', '/core/v2/posts', { title: 'New' });
    const event = await world.site.request<{ readonly id: number }>('POST', '/cal/events/v1/events', {
      title: 'New',
      start_date: '2033-01-01 10:00:00',
      end_date: '2033-01-01 11:00:00',
    });
    const { reserved_ids: reserved } = await world.get('/core/v2/settings');
    expect(Math.min(post.id, event.id)).toBeGreaterThan(Number(reserved));
  });

  it('writes who moved a record, and from where, into the log', async () => {
    const core = world.running.services.get('core');
    const [id = 0] = world.fake.idsOf('posts');
    const [commit] = await all(core?.store.readStream(`post-${id}`));
    expect(commit?.meta).toMatchObject({ principal: `user:${ADMINISTRATOR}`, moved: { from: world.fake.address, id } });
  });

  it('commits nothing when it is repeated', async () => {
    const before = await commitsOf(world.running);
    const again = await world.move();
    expect(Object.entries(again.kinds).filter(([, { unchanged, ...others }]) => sum(others) > 0)).toEqual([]);
    expect(await commitsOf(world.running)).toBe(before);
  });

  it('brings changes, deletions and trash of the old site, and keeps what was changed here', async () => {
    const { fake, get, site } = world;
    const [changed = 0, deleted = 0, trashed = 0, edited = 0, both = 0] = fake.idsOf('posts').slice(2);
    const [event = 0, deletedEvent = 0] = fake.idsOf('cal_events');
    fake.change('posts', changed, { title: { raw: 'Changed there' } });
    fake.delete('posts', deleted);
    fake.change('posts', trashed, { status: 'trash', slug: `post-${trashed}__trashed` });
    fake.change('posts', both, { title: { raw: 'Changed there' } });
    fake.change('cal_events', event, { title: { raw: 'Changed there' } });
    fake.delete('cal_events', deletedEvent);
    for (const id of [edited, both]) await site.request('POST', `/core/v2/posts/${id}`, { title: 'Changed here' });

    const report = await world.move();

    const titleOf = async (path: string) => (await get(`${path}?context=edit`)).title;
    const statusOf = async (path: string) => (await get(`${path}?context=edit`)).status;
    expect(await titleOf(`/core/v2/posts/${changed}`)).toMatchObject({ raw: 'Changed there' });
    expect((await get(`/core/v2/posts/${changed}?context=edit`)).modified_gmt).toBe('2025-05-05T16:00:00');
    expect(await titleOf(`/core/v2/cal_events/${event}`)).toMatchObject({ raw: 'Changed there' });
    expect(await statusOf(`/core/v2/posts/${deleted}`)).toBe('trash');
    expect(await statusOf(`/core/v2/posts/${trashed}`)).toBe('trash');
    expect(await statusOf(`/core/v2/cal_events/${deletedEvent}`)).toBe('trash');
    for (const id of [edited, both])
      expect(await titleOf(`/core/v2/posts/${id}`)).toMatchObject({ raw: 'Changed here' });
    expect(report.kept.map((line) => Number(line.split(' ')[1]))).toEqual([edited, both]);
    expect(report.kinds.posts).toMatchObject({ updated: 2, removed: 1, kept: 2 });

    const before = await commitsOf(world.running);
    await world.move();
    expect(await commitsOf(world.running)).toBe(before);
  });

  it('does not take its own change for an edit if a run is killed before it notes the change', async () => {
    const { fake, get, site, move } = world;
    const [id = 0] = fake.idsOf('posts').slice(8);
    fake.change('posts', id, { title: { raw: 'Changed before a kill' } });
    let isKilled = false;
    const to: typeof site = {
      ...site,
      request: async (method, path, ...rest) => {
        if (isKilled) throw new KilledError();
        const answer = await site.request<never>(method, path, ...rest);
        isKilled = method === 'POST' && path === `/core/v2/posts/${id}`;
        if (isKilled) throw new KilledError();
        return answer;
      },
    };
    await expect(move({ to })).rejects.toThrow(KilledError);
    fake.change('posts', id, { title: { raw: 'Changed after a kill' } });
    expect((await move()).kept).not.toContainEqual(expect.stringContaining(`posts ${id} `));
    expect((await get(`/core/v2/posts/${id}?context=edit`)).title).toMatchObject({ raw: 'Changed after a kill' });
  });

  it('restores what the old site took out of its trash', async () => {
    const { fake, get } = world;
    const [id = 0] = kept;
    const before = fake.read('posts', id);
    fake.change('posts', id, { status: 'trash', slug: `post-${id}__trashed` });
    await world.move();
    fake.change('posts', id, { status: before?.status, slug: before?.slug });
    await world.move();
    expect(await get(`/core/v2/posts/${id}?context=edit`)).toMatchObject({
      status: before?.status,
      slug: before?.slug,
    });
  });

  it('reports a place of menus that the new site lacks', async () => {
    const [, menu = 0] = world.fake.idsOf('menus');
    world.fake.change('menus', menu, { locations: ['social', 'footer'] });
    const { changed } = await world.move();
    expect(changed).toContainEqual(expect.stringContaining('is not at the places social'));
    expect(await world.get(`/core/v2/menus/${menu}`)).toMatchObject({ locations: ['footer'] });
  });

  it('reports a list that the old site refuses, moves the others, and removes nothing of that kind', async () => {
    world.fake.refuse('comments');
    const refused = await world.move();
    expect(refused.left).toEqual([expect.stringContaining('comments: ')]);
    expect(refused.kinds.comments).toBeUndefined();
    expect(await world.get('/core/v2/comments?status=all&per_page=100')).toHaveLength(
      world.fake.idsOf('comments').length,
    );
  });
});

const sum = (counts: object): number => Object.values(counts).reduce((one: number, other: number) => one + other, 0);

const all = async <Item>(items: AsyncIterable<Item> | undefined): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items ?? []) found.push(item);
  return found;
};
