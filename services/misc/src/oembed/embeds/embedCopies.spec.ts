import { ORIGIN, serveMisc, type TestEvent, type TestService } from '../../testing.contract.ts';

const changed = (data: object, more: Partial<TestEvent> = {}): TestEvent => ({
  type: 'core.post-changed.v1',
  key: 'post-1',
  data: { id: 1, ...data },
  ...more,
});
const first = {
  status: 'publish',
  language: 'en',
  path: '/one/',
  title: 'One',
  author: 0,
  image: null,
  protected: false,
};

describe('copies for embedding', () => {
  let misc: TestService;
  beforeEach(async () => {
    misc = await serveMisc();
  });
  afterEach(() => misc.stop());

  const embed = (path: string, headers = {}) => misc.ask(`/oembed/1.0/embed?url=${ORIGIN}${path}`, { headers });
  const titleAt = async (path: string): Promise<unknown> => (await embed(path)).body.title;

  it('follow changes, each merged into the known facts', async () => {
    await misc.deliver(changed(first), changed({ title: 'Uno' }));
    expect(await titleAt('/one/')).toBe('Uno');
    await misc.deliver(changed({ path: '/uno/' }));
    expect([await titleAt('/one/'), await titleAt('/uno/')]).toEqual([undefined, 'Uno']);
    await misc.deliver(changed({ status: 'trash', path: null }));
    expect([await titleAt('/uno/'), await titleAt('/?p=1')]).toEqual([undefined, undefined]);
    await misc.deliver(changed({ status: 'publish', path: '/uno/' }));
    expect(await titleAt('/uno/')).toBe('Uno');
  });

  it('are deleted when a record is trashed or deleted', async () => {
    const event = { key: 'event-1', type: 'calendar.event-changed.v1' };
    await misc.deliver(changed({ ...first, path: '/event/one/' }, event));
    const from = { id: 1, from: 'publish', slug: 'one__trashed' };
    await misc.deliver({ type: 'calendar.event-trashed.v1', key: 'event-1', data: from });
    expect([await titleAt('/event/one/'), await titleAt('/?p=1')]).toEqual([undefined, undefined]);
    await misc.deliver(changed({ status: 'publish', path: '/event/one/' }, event));
    expect(await titleAt('/event/one/')).toBe('One');
    await misc.deliver({ type: 'calendar.event-deleted.v1', key: 'event-1', data: { id: 1 } });
    expect(await titleAt('/?p=1')).toBeUndefined();
  });

  it('ignore repeats, and older changes', async () => {
    await misc.deliver(changed(first, { position: 1 }), changed({ title: 'Two' }, { position: 2 }));
    await misc.deliver(changed(first, { position: 1 }), changed({ title: 'Two' }, { position: 2 }));
    expect(await titleAt('/one/')).toBe('Two');
    await misc.deliver({ type: 'core.post-deleted.v1', key: 'post-1', data: { id: 1 }, position: 3 });
    await misc.deliver(changed({ title: 'Two' }, { position: 2 }));
    expect(await titleAt('/one/')).toBeUndefined();
  });

  it('do not accept half a record', async () => {
    await expect(misc.deliver(changed({ title: 'Two' }))).rejects.toMatchObject({ code: 'incomplete-copy' });
    await misc.deliver({ type: 'core.post-painted.v1', key: 'post-1', data: { id: 1 } });
  });

  it('show users’ newest names, and the site’s name without a user', async () => {
    const user = (data: object) => ({ type: 'core.user-changed.v1', key: 'user-5', data: { id: 5, ...data } });
    await misc.deliver(user({ name: 'Ada', slug: 'ada' }), changed({ ...first, author: 5 }), user({ name: 'Ada L' }));
    expect((await embed('/one/')).body).toMatchObject({ author_name: 'Ada L', author_url: `${ORIGIN}/author/ada/` });
    await misc.deliver({ type: 'core.user-deleted.v1', key: 'user-5', data: { id: 5, reassign: null } });
    expect((await embed('/one/')).body).toMatchObject({ author_name: 'Riverside', author_url: ORIGIN });
  });

  it('lose a user who is erased, and nobody else', async () => {
    const erased = (kind: string, id: number) => ({
      type: 'core.erased.v1',
      key: `${kind}-${id}`,
      data: { kind, id },
    });
    const user = { type: 'core.user-changed.v1', key: 'user-5', data: { id: 5, name: 'Ada', slug: 'ada' } };
    await misc.deliver(user, changed({ ...first, author: 5 }), erased('user', 4), erased('organizer', 5));
    expect((await embed('/one/')).body.author_name).toBe('Ada');
    await misc.deliver(erased('user', 5));
    expect((await embed('/one/')).body).toMatchObject({ author_name: 'Riverside', author_url: ORIGIN });
  });

  it('lose an organizer who is erased, and ignore later events about them', async () => {
    const organizer = (data: object, type = 'changed') =>
      changed(data, { key: 'organizer-1', type: `calendar.organizer-${type}.v1` });
    await misc.deliver(organizer({ ...first, path: '/organizer/one/' }));
    expect(await titleAt('/organizer/one/')).toBe('One');
    const erased = (kind: string) => ({ type: 'calendar.erased.v1', key: `${kind}-1`, data: { kind, id: 1 } });
    await misc.deliver(erased('venue'));
    expect(await titleAt('/organizer/one/')).toBe('One');
    await misc.deliver(erased('organizer'));
    await misc.deliver(organizer({ status: 'draft', path: null }), organizer({ from: 'draft', slug: null }, 'trashed'));
    await misc.deliver(organizer({ status: 'publish', path: '/organizer/one/' }));
    expect(await titleAt('/organizer/one/')).toBeUndefined();
  });

  it('ignore late events about an erased person', async () => {
    const organizer = { key: 'organizer-1', type: 'calendar.organizer-changed.v1' };
    await misc.deliver(changed({ ...first, title: null, path: null }, organizer));
    await misc.deliver(changed({ status: 'publish' }, organizer));
    const user = { type: 'core.user-changed.v1', key: 'user-5', data: { id: 5, name: null, slug: null } };
    await misc.deliver(user, changed({ ...first, author: 5 }, { key: 'post-2', data: { ...first, id: 2, author: 5 } }));
    expect((await embed('/one/')).body.author_name).toBe('Riverside');
  });

  it('use no private pictures as thumbnails', async () => {
    const file = { path: '/uploads/pier.jpg', width: 1200, height: 800, mimeType: 'image/jpeg' };
    const medium = (data: object) => ({ type: 'core.media-changed.v1', key: 'medium-90', data: { id: 90, ...data } });
    const pier = { status: 'inherit', title: 'Pier', alt: '', author: 1, file, sizes: {} };
    await misc.deliver(medium(pier), changed({ ...first, image: 90 }));
    expect((await embed('/one/')).body.thumbnail_url).toBe(`${ORIGIN}/uploads/pier.jpg`);
    await misc.deliver(medium({ status: 'private' }));
    expect((await embed('/one/')).body).not.toHaveProperty('thumbnail_url');
  });

  it('are waited for by clients that have just written', async () => {
    await misc.stop();
    misc = await serveMisc({
      reached: async ({ position }) => {
        await misc.deliver(changed(first, { position }));
        return true;
      },
    });
    expect(await titleAt('/one/')).toBeUndefined();
    const { body } = await embed('/one/', { 'x-almanac-marks': 'core/42/0/post-1,translation/3/0/job-1' });
    expect([body.title, misc.awaited.map(({ position, key }) => [position, key])]).toEqual(['One', [[42, 'post-1']]]);
  });
});
