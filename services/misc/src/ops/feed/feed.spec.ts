import { serviceNames } from '@almanac/manifest';
import { serveMisc, type TestEvent, type TestService } from '../../testing.contract.ts';
import { createFeed, FEED_SOURCES } from './feed.ts';
import type { FeedEvent } from './feedEvent.ts';

const tag = (id: number, name: string, position?: number): TestEvent => ({
  type: 'core.tag-changed.v1',
  key: `tag-${id}`,
  data: { id, name },
  ...(position !== undefined && { position }),
});
const user = (id: number): TestEvent => ({
  type: 'core.user-changed.v1',
  key: `user-${id}`,
  data: { id, name: 'Ann', slug: 'ann' },
});

describe('the feed', () => {
  let misc: TestService;
  beforeEach(async () => {
    misc = await serveMisc();
  });
  afterEach(() => misc.stop());

  const ask = (query = '') => misc.ask(`/ops/v1/events${query}`, { as: 'administrator' });
  const events = async (query = ''): Promise<FeedEvent[]> => (await ask(query)).body;
  const names = async (query = '') => (await events(query)).map(({ data }) => (data as { name: string }).name);

  it('lists published events as CloudEvents, oldest first, by pages and types', async () => {
    await misc.deliver(tag(1, 'a'), user(7), tag(2, 'b'), tag(1, 'c'));
    const [first, ...others] = await events();
    expect(first).toEqual({
      specversion: '1.0',
      id: expect.any(String),
      source: 'almanac/core/1',
      type: 'core.tag-changed.v1',
      subject: 'tag-1',
      time: '2031-01-01T00:00:00.000Z',
      datacontenttype: 'application/json',
      data: { id: 1, name: 'a' },
    });
    const ids = [first, ...others].map((event) => event?.id);
    expect(ids).toEqual(ids.toSorted());
    expect(await names(`?after=${first?.id}&types=core.tag-changed.v1&limit=1`)).toEqual(['b']);
    expect(await names('?types=core.tag-changed.v1,core.user-changed.v1')).toEqual(['a', 'Ann', 'b', 'c']);
  });

  it('lists the newest first, and continues with older ones', async () => {
    await misc.deliver(tag(1, 'a'), user(7), tag(2, 'b'));
    await misc.deliver(tag(1, 'c'), tag(1, 'd'));
    expect(await names('?order=desc')).toEqual(['d', 'c', 'b', 'Ann', 'a']);
    const [, second] = await events('?order=desc&limit=2');
    expect(await names(`?order=desc&after=${second?.id}&types=core.tag-changed.v1`)).toEqual(['b', 'a']);
    const [first] = await events();
    expect(await events(`?order=desc&after=${first?.id}`)).toEqual([]);
    expect((await ask('?order=DESC')).status).toBe(400);
  });

  it('contains the events of every service, its own too', () => {
    expect([...FEED_SOURCES].sort()).toEqual([...serviceNames].sort());
  });

  it('contains each event once, even if another process repeats it late', async () => {
    await misc.deliver(tag(1, 'a', 1), tag(2, 'b', 2));
    await misc.deliver(tag(1, 'a', 1), tag(1, 'c', 3), tag(2, 'b', 2));
    const other = createFeed(misc.misc);
    const delivery = { source: 'core', epoch: 1, n: 0, at: '', principal: '', language: '', correlation: '' } as const;
    const again = [tag(1, 'a', 1), tag(1, 'c', 3), tag(1, 'd', 4)].map((each) => ({ ...delivery, ...each }));
    await other.subscription.handleTogether?.(again as never);
    await misc.deliver(tag(1, 'd', 4), tag(1, 'e', 5));
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('marks the events of many blocks together', async () => {
    const { documents } = misc.misc;
    const marked: number[] = [];
    const write: typeof documents.write = (writes) => {
      marked.push(writes.length);
      return documents.write(writes);
    };
    const feed = createFeed({ ...misc.misc, documents: { ...documents, write } });
    const delivery = { source: 'core', epoch: 1, n: 0, at: '', principal: '', language: '', correlation: '' } as const;
    const all = [1, 2, 1].map((id, n) => ({ ...delivery, ...tag(id, String(n), n + 1) }));
    for (const each of all) await feed.subscription.handle(each as never);
    expect(marked).toEqual([]);
    await feed.drop();
    expect(marked).toEqual([2]);
  });

  it('has one order, whichever processes add at the same time', async () => {
    const feeds = [createFeed(misc.misc), createFeed(misc.misc), createFeed(misc.misc)];
    const delivery = { source: 'core', epoch: 1, n: 0, at: '', principal: '', language: '', correlation: '' } as const;
    const all = Array.from({ length: 30 }, (_, n) => ({ ...delivery, ...tag(n % 3, String(n), n + 1) }));
    await Promise.all(all.map((each) => feeds[each.position! % 3]!.subscription.handle(each as never)));
    const told = await names();
    expect(told.toSorted((a, b) => Number(a) - Number(b))).toEqual(all.map((_, n) => String(n)));
    for (const key of [0, 1, 2]) {
      const own = told.map(Number).filter((n) => n % 3 === key);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  });

  it('keeps 30 days, and tells clients from before, who then get nothing twice', async () => {
    await misc.deliver(tag(1, 'a', 1));
    const [old] = await events();
    misc.advance(31 * 86_400_000);
    await misc.deliver(tag(1, 'b', 2));
    await misc.misc.feed.drop();
    await createFeed(misc.misc).drop();
    await misc.deliver(tag(1, 'a', 1), tag(1, 'b', 2), tag(1, 'c', 3));
    expect(await names()).toEqual(['b', 'c']);
    const { status, body } = await ask(`?after=${old?.id}`);
    expect([status, body.code, body.data.oldest]).toEqual([410, 'ops_stream_gone', (await events())[0]?.id]);
  });

  it('has the present paths of posts, also of those whose event lacks the date', async () => {
    const site = await serveMisc({ site: { settings: { permalinks: '/{year}/{month}/{slug}/' } } });
    const post = (id: number, data: object): TestEvent => ({
      type: 'core.post-changed.v1',
      key: `post-${id}`,
      data: { id, ...data },
    });
    const shared = { status: 'publish', language: 'en', published: '2031-05-06T10:00:00Z' };
    await site.deliver(
      post(1, { ...shared, title: 'A', slug: 'a', path: '/a/', type: 'post' }),
      post(1, { slug: 'b', path: '/b/' }),
      post(1, { title: 'B' }),
      post(2, { ...shared, title: 'About', slug: 'about', path: '/about/', type: 'page' }),
    );
    const { body } = await site.ask('/ops/v1/events', { as: 'administrator' });
    const paths = body.map(({ data }: { data: { path?: string } }) => data.path);
    expect(paths).toEqual(['/2031/05/a/', '/2031/05/b/', undefined, '/about/']);
    await site.stop();
  });

  it('loses all personal data of an erased person', async () => {
    await misc.deliver(user(7), user(8), {
      type: 'core.erased.v1',
      key: 'user-7',
      data: { kind: 'user', id: 7 },
    });
    const [erased, other] = await events('?types=core.user-changed.v1');
    expect([erased?.data, other?.data]).toEqual([
      { id: 7, name: null, slug: null },
      { id: 8, name: 'Ann', slug: 'ann' },
    ]);
  });

  it.each(['never-was', '000000000009-0000', '000000000001-0007', '000000000000-0000', '-1', '__proto__'])(
    'rejects the unknown id %s',
    async (after) => {
      await misc.deliver(tag(1, 'a'));
      const { status, body } = await ask(`?after=${after}`);
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['after']]);
    },
  );

  it('rejects unknown types', async () => {
    for (const types of ['core.none.v1', 'constructor']) expect((await ask(`?types=${types}`)).status).toBe(400);
  });
});
