import { siteRecords } from '../posts/siteRecords.ts';
import { sentRule, serveRedirection, type TestEvent, type TestService } from '../testing.contract.ts';

const facts = {
  ...{
    id: 7,
    status: 'publish',
    language: 'en',
    group: null,
    slug: 'harbour',
    path: '/harbour/',
    title: 'Harbour Hall',
  },
  author: 1,
  image: null,
  protected: false,
  published: null,
};

const post = (data: object, more: Partial<TestEvent> = {}): TestEvent => ({
  type: 'core.post-changed.v1',
  data: { id: 7, ...data },
  ...more,
});

describe('the copies of records', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const rules = async () => (await served.ask('GET', '/redirect?orderby=id&direction=asc')).body.items;
  const watch = (...monitor_types: string[]) =>
    served.ask('POST', '/setting', { body: { monitor_post: 2, monitor_types } });
  const posts = async (text: string) => (await served.ask('GET', `/redirect/post?text=${text}`)).body;

  it('lose an organizer who is erased, and ignore later events about them', async () => {
    const organizer = (data: object) =>
      ({ type: 'calendar.organizer-changed.v1', source: 'calendar', data: { id: 7, ...data } }) as const;
    const kept = async () => (await served.documents.get(siteRecords, 7))?.body ?? null;
    const erased = (kind: string) =>
      ({ type: 'calendar.erased.v1', source: 'calendar', data: { kind, id: 7 } }) as const;
    await served.deliver(organizer(facts), erased('venue'));
    expect(await kept()).toMatchObject({ title: 'Harbour Hall' });
    await served.deliver(erased('organizer'));
    expect(await kept()).toBeNull();
    await served.deliver(organizer({ status: 'draft', path: null }), organizer({ title: null, texts: null }));
    expect(await kept()).toBeNull();
    await served.deliver({
      ...organizer({ ...facts, id: 8, title: null, slug: null, path: null }),
      key: 'organizer-8',
    });
    expect(await served.documents.get(siteRecords, 8)).toMatchObject({ body: null });
  });

  it('find published posts by title and slug', async () => {
    await served.deliver(post(facts), post({ ...facts, id: 8, status: 'draft', title: 'Harbour draft' }));
    await served.deliver({ type: 'calendar.event-changed.v1', source: 'calendar', data: { ...facts, id: 9 } });
    const harbour = { title: 'Harbour Hall', value: 'http://site.test/harbour/' };
    expect(await posts('Hall')).toEqual([harbour]);
    expect(await posts('hall')).toEqual([{ ...harbour, title: 'harbour' }]);
    expect([await posts(''), await posts('zzz')]).toEqual([[harbour], []]);
    await served.deliver({ type: 'core.post-deleted.v1', data: { id: 7 } });
    expect(await posts('')).toEqual([]);
  });

  it('find a title by typed punctuation', async () => {
    await served.deliver(post({ ...facts, title: 'It&#8217;s Fish &#038; Chips' }));
    const shown = { title: 'It&#8217;s Fish &#038; Chips', value: 'http://site.test/harbour/' };
    for (const text of ["It's", 'Fish & C', 'Chips']) expect(await posts(encodeURIComponent(text))).toEqual([shown]);
    expect(await posts(encodeURIComponent("it's"))).toEqual([{ ...shown, title: 'harbour' }]);
  });

  it('find a random post for gateways, and none behind a password', async () => {
    const random = async () => (await served.ask('GET', '/internal/redirects/random-post', { as: 'site' })).body;
    await served.deliver(post({ ...facts, protected: true }));
    expect(await random()).toEqual({ path: null });
    await served.deliver(post({ ...facts, id: 8, path: '/open/' }));
    expect(await random()).toEqual({ path: '/open/' });
  });

  it('find for gateways the post of an address of the past', async () => {
    const named = async (posts: object[], under = '') =>
      (await served.ask('POST', '/internal/redirects/named-post', { as: 'site', body: { posts, under } })).body;
    await served.deliver(
      post(facts),
      post({ ...facts, id: 8, slug: 'draft', path: null, status: 'draft' }),
      post({ ...facts, id: 9, language: 'fr-ca', path: '/fr-ca/harbour/' }),
      {
        type: 'calendar.event-changed.v1',
        source: 'calendar',
        data: { ...facts, id: 10, slug: 'fair', path: '/event/fair/' },
      },
    );
    expect(await named([{ slug: 'harbour' }])).toEqual({ path: '/harbour/' });
    expect(await named([{ slug: 'harbour' }], '/fr-ca')).toEqual({ path: '/fr-ca/harbour/' });
    expect(await named([{ slug: 'none' }, { id: 7 }])).toEqual({ path: '/harbour/' });
    expect(await named([{ id: 7, slug: 'harbour' }])).toEqual({ path: '/harbour/' });
    await served.deliver(post({ ...facts, id: 11, slug: '%d0%b4%d0%b0', path: '/%d0%b4%d0%b0/' }));
    expect(await named([{ slug: '%d0%b4%d0%b0' }])).toEqual({ path: '/%d0%b4%d0%b0/' });
    const none = [
      [{ slug: 'draft' }],
      [{ id: 8 }],
      [{ slug: 'fair' }],
      [{ id: 7, slug: 'x' }],
      [{}],
      [{ slug: '__proto__' }],
    ];
    for (const posts of none) expect(await named(posts)).toEqual({ path: null });
    expect(await named([{ slug: 'harbour' }], '/es-us')).toEqual({ path: null });
  });

  it('give a moved post one rule, however often the move is delivered', async () => {
    await watch('post');
    await served.ask('POST', '/redirect', { body: { ...sentRule, url: '/quay/' } });
    const move = post({ slug: 'quay', path: '/quay/' }, { position: 5 });
    await served.deliver(post(facts), move, move);
    expect(await rules()).toMatchObject([
      { url: '/quay/', enabled: false },
      { url: '/harbour/', action_data: { url: '/quay/' }, action_code: 301, group_id: 2, enabled: true, position: 0 },
    ]);
    const [commit] = (await served.store.readLog(0)).slice(-1);
    expect(commit?.meta).toMatchObject({ principal: 'system', causation: 'core/5/0' });
  });

  it('continue after a stop between the rule and the copy', async () => {
    await watch('post');
    await served.deliver(post(facts));
    const { documents } = served.redirection;
    const write = documents.write;
    documents.write = () => Promise.reject(new Error('the store is away'));
    const move = post({ path: '/quay/' }, { position: 5 });
    await expect(served.deliver(move)).rejects.toThrow();
    documents.write = write;
    await served.deliver(move);
    expect(await rules()).toHaveLength(1);
  });

  it('give events of the calendar rules, and a disabled one for trashed records', async () => {
    await watch('cal_events', 'trash');
    const event = (data: object): TestEvent => ({
      type: 'calendar.event-changed.v1',
      source: 'calendar',
      data: { id: 7, ...data },
    });
    await served.deliver(event({ ...facts, path: '/event/a/' }), event({ path: '/event/b/' }));
    await served.deliver({
      type: 'calendar.event-trashed.v1',
      source: 'calendar',
      data: { id: 7, from: 'publish', slug: 'b' },
    });
    expect(await rules()).toMatchObject([
      { url: '/event/a/', action_data: { url: '/event/b/' }, enabled: true },
      { url: '/event/b/', action_data: { url: '/' }, enabled: false },
    ]);
  });

  it('refuse a change of an unknown record', async () => {
    await expect(served.deliver(post({ slug: 'quay' }))).rejects.toMatchObject({ code: 'incomplete-copy' });
  });
});

describe('the addresses of posts on a site with permalinks', () => {
  let served: TestService;
  const dated = { ...facts, type: 'post', published: '2031-05-06T10:00:00Z' };
  beforeEach(async () => {
    served = await serveRedirection({ settings: { permalinks: '/{year}/{month}/{slug}/' } });
    await served.ask('POST', '/setting', { body: { monitor_post: 2, monitor_types: ['post', 'page'] } });
    await served.deliver(post(dated));
  });
  afterEach(() => served.stop());

  it('are those of their pages, for look-ups and gateways', async () => {
    expect((await served.ask('GET', '/redirect/post?text=harbour')).body).toEqual([
      { title: 'harbour', value: 'http://site.test/2031/05/harbour/' },
    ]);
    const random = await served.ask('GET', '/internal/redirects/random-post', { as: 'site' });
    const body = { posts: [{ slug: 'harbour' }], under: '' };
    const named = await served.ask('POST', '/internal/redirects/named-post', { as: 'site', body });
    expect([random.body, named.body]).toEqual([{ path: '/2031/05/harbour/' }, { path: '/2031/05/harbour/' }]);
  });

  it('get a rule when slug or date change them, and pages the plain one', async () => {
    await served.deliver(post({ slug: 'quay', path: '/quay/' }, { position: 5 }));
    await served.deliver(post({ published: '2031-06-07T10:00:00Z' }, { position: 6 }));
    await served.deliver(post({ ...dated, id: 8, type: 'page', path: '/about/' }, { key: 'post-8', position: 7 }));
    await served.deliver(post({ id: 8, path: '/us/' }, { key: 'post-8', position: 8 }));
    const { items } = (await served.ask('GET', '/redirect?orderby=id&direction=asc')).body;
    expect(items.map(({ url, action_data }: { url: string; action_data: object }) => [url, action_data])).toEqual([
      ['/2031/05/harbour/', { url: '/2031/05/quay/' }],
      ['/2031/05/quay/', { url: '/2031/06/quay/' }],
      ['/about/', { url: '/us/' }],
    ]);
  });
});
