import { createOutgoing } from '@almanac/outgoing';
import type { RunningSite } from '../all-in-one/compose.ts';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '../all-in-one/siteUnderTest.contract.ts';
import type { UploadingClient } from '../import/siteClient.ts';
import { FakeOldSite, type FakeSize, revisionIds, SMALL } from './fakeOldSite.contract.ts';
import type { MoveReport } from './moveReport.ts';
import { moveSite } from './moveSite.ts';
import { OldSite } from './oldSite.ts';

type Body = Record<string, unknown>;

/** Starts a fake old site and an empty site, and returns the move from one to the other. */
const beginMove = async (size: FakeSize = SMALL) => {
  const fake = new FakeOldSite(size);
  const service = await fake.start();
  const running = await startSiteUnderTest(siteOfAda());
  const site = clientOfAda(running);
  const outgoing = createOutgoing(service);
  const old = () => new OldSite({ address: fake.address, user: 'ada', password: 'secret', outgoing, retryAfter: 1 });
  const move = (to: UploadingClient = site): Promise<MoveReport> =>
    moveSite({ old: old(), site: to, width: 4, isDryRun: false });
  const get = (path: string): Promise<Body> => site.request('GET', path);
  return { fake, running, site, move, get };
};

const stop = async ({ fake, running }: { fake: FakeOldSite; running: RunningSite }): Promise<void> => {
  await running.stop();
  await fake.stop();
};

/** Returns the number of commits of all services. */
const commitsOf = async ({ services }: RunningSite): Promise<number> => {
  let all = 0;
  for (const { store } of services.values()) all += await store.last();
  return all;
};

const KINDS = ['users', 'categories', 'tags', 'cal_events_cat', 'media', 'pages', 'posts', 'comments', 'cal_venue'];

describe('a move to an empty site', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  let report: MoveReport;
  beforeAll(async () => {
    world = await beginMove();
    report = await world.move();
  });
  afterAll(() => stop(world));

  it('moves every record', () => {
    expect([report.failed, report.left, report.kept, report.changed]).toEqual([[], [], [], []]);
    expect(report.kinds.posts).toMatchObject({ created: 24 });
  });

  it.each([...KINDS, 'cal_organizer', 'cal_events'])('keeps the ids of %s', async (kind) => {
    for (const id of world.fake.idsOf(kind)) {
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
    for (const id of world.fake.idsOf('posts')) {
      const [here, there] = [await world.get(`/core/v2/posts/${id}?context=edit`), world.fake.read('posts', id)];
      const pick = (record: Body | undefined) => members.map((name) => record?.[name]);
      expect([id, ...pick(here)]).toEqual([id, ...pick(there)]);
      expect(here.guid).toMatchObject({ raw: `${world.fake.address}/?p=${id}` });
    }
  });

  it('keeps dates and zones of events, with their venues and organizers', async () => {
    for (const id of world.fake.idsOf('cal_events')) {
      const [here, there] = [
        await world.get(`/core/v2/cal_events/${id}?context=edit`),
        world.fake.read('cal_events', id),
      ];
      const names = ['_EventTimezone', '_EventStartDate', '_EventEndDate', '_EventCost', '_EventVenueID'];
      const pick = (record: Body | undefined) => names.map((name) => (record?.meta as Body | undefined)?.[name]);
      expect([id, here.modified_gmt, ...pick(here)]).toEqual([id, there?.modified_gmt, ...pick(there)]);
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
    expect(commit?.meta).toMatchObject({ principal: 'user:1', moved: { from: world.fake.address, id } });
  });

  it('commits nothing when it is repeated', async () => {
    const before = await commitsOf(world.running);
    const again = await world.move();
    expect(Object.entries(again.kinds).filter(([, { unchanged, ...others }]) => sum(others) > 0)).toEqual([]);
    expect(await commitsOf(world.running)).toBe(before);
  });
});

const sum = (counts: object): number => Object.values(counts).reduce((one: number, other: number) => one + other, 0);

const all = async <Item>(items: AsyncIterable<Item> | undefined): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items ?? []) found.push(item);
  return found;
};

/** Enough for each case, and quick. */
const TINY: FakeSize = { users: 2, terms: 2, media: 1, posts: 10, pages: 2, events: 3, redirects: 2 };

describe('a move that is repeated', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  beforeEach(async () => {
    world = await beginMove(TINY);
    await world.move();
  });
  afterEach(() => stop(world));

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

  it('restores what the old site took out of its trash', async () => {
    const { fake, get } = world;
    const [id = 0] = fake.idsOf('posts');
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
});

describe('a move that is interrupted', () => {
  it('continues where it stopped, without a record twice or missing', async () => {
    const world = await beginMove(TINY);
    const { fake, site } = world;
    const moveUntil = async (at: number): Promise<unknown> => {
      let requests = 0;
      const dying: typeof site = {
        ...site,
        request: async (method, ...rest) => {
          if (method !== 'GET' && ++requests > at) throw new KilledError();
          const answer = await site.request<never>(method, ...rest);
          // the record is there, and its answer is lost
          if (method !== 'GET' && requests === at) throw new KilledError();
          return answer;
        },
      };
      return world.move(dying).catch((error: unknown) => error);
    };
    let kills = 0;
    while ((await moveUntil(12 + kills)) instanceof KilledError) kills += 1;
    expect(kills).toBeGreaterThan(3);
    const report = await world.move();
    expect([report.failed, report.kept]).toEqual([[], []]);
    for (const kind of ['posts', 'cal_events', 'media', 'users', 'comments']) {
      const records = await site.request<Body[]>('GET', `/core/v2/${kind}?${STATUS_OF[kind] ?? ANY}&per_page=100`);
      const ids = records.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
      expect([kind, ...ids]).toEqual([kind, ...fake.idsOf(kind)]);
    }
    await stop(world);
  });
});

class KilledError extends Error {}

const ANY = 'context=edit&status=publish,draft,private,pending,future';
const STATUS_OF: Readonly<Record<string, string>> = { media: 'status=inherit', users: '', comments: 'status=all' };

describe('an old site', () => {
  it('may be busy, slow, cut off or silent now and then', async () => {
    const world = await beginMove(TINY);
    for (const [at, fault] of (['busy', 'broken', 'slow', 'gone'] as const).entries())
      for (const request of [2 + at, 20 + at]) world.fake.faults.set(request, fault);
    const report = await world.move();
    expect([report.failed, report.left]).toEqual([[], []]);
    await stop(world);
  });

  it('may refuse a list: the others are moved, and nothing of that kind is removed', async () => {
    const world = await beginMove(TINY);
    await world.move();
    world.fake.refuse('comments');
    const report = await world.move();
    expect(report.left).toEqual([expect.stringContaining('comments: ')]);
    expect(report.kinds.comments).toBeUndefined();
    await stop(world);
  });
});
