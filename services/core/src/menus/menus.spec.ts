import type { Delivery } from '@almanac/messaging';
import { navigationUpdates } from '../integration/navigation.ts';
import { publishing } from '../service.ts';
import { storedSettings } from '../settings/currentSettings.ts';
import { serveCore, type TestService } from '../testing.contract.ts';
import { menuItems } from './menuItem.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const ask = async (method: string, path: string, body?: object, language = 'en') =>
  core.ask('administrator', method, `/core/v2/${path}`, body, { 'x-almanac-language': language });

const make = async (path: string, body: object, language?: string) => {
  const { status, body: made } = await ask('POST', path, body, language);
  expect([path, status, made]).toEqual([path, 201, made]);
  return made;
};

/** Delivers everything that core has published, its answers to that included, until nothing changes. */
const deliver = async () => {
  const subscription = navigationUpdates(core);
  const types = new Set(subscription.takes.map(({ type }) => type));
  for (let from = 0; ; ) {
    const commits = await core.store.readLog(from);
    if (commits.length === 0) return;
    for (const commit of commits) {
      for (const event of publishing(commit).flatMap((each) => each ?? [])) {
        if (!types.has(event.type)) continue;
        const { type, data } = event;
        const delivery: Delivery = {
          ...{ source: 'core', epoch: 1, type, key: 'spec', data, position: commit.position, n: 0 },
          ...{ at: '2026-05-01T12:00:00.000Z', principal: 'system', language: 'en', correlation: 'spec' },
        };
        await subscription.handle(delivery);
      }
      from = commit.position;
    }
  }
};

describe('a change of an event', () => {
  const change: Delivery = {
    ...{
      source: 'calendar',
      epoch: 1,
      type: 'calendar.event-changed.v1',
      key: 'event-7',
      data: { id: 7, title: 'Fair' },
    },
    ...{ position: 1, n: 0, at: '2026-05-01T12:00:00.000Z', principal: 'system', language: 'en', correlation: 'spec' },
  };

  it('is awaited by the menus only if one of them links to an event, which is looked up once for several', async () => {
    const { documents } = core;
    let queries = 0;
    const find: typeof documents.find = (...given) => {
      queries += 1;
      return documents.find(...given);
    };
    const { handleTogether } = navigationUpdates({ ...core, documents: { ...documents, find } });
    await handleTogether?.([change, change, change]);
    expect(queries).toBe(1);
    await core.documents.write([
      { collection: menuItems, id: 1, version: 1, body: { object: 'cal_events', objectId: 8 } },
    ]);
    await expect(handleTogether?.([change])).rejects.toThrow('the copy 7 in event-titles is not up to date yet');
  });
});

const navigation = async () => {
  await deliver();
  return (await storedSettings(core)).settings.navigation;
};

const linkTo = (object: string, objectId: number, menus: number, more: object = {}) => ({
  ...{ type: object === 'category' ? 'taxonomy' : 'post_type', object, object_id: objectId, menus },
  ...more,
});

describe('an item of a menu', () => {
  it('shows the title of its record until it has one of its own, and what is sent back as read keeps it so', async () => {
    const page = await make('pages', { title: 'Contact', status: 'publish' });
    const { id } = await make('menu-items', linkTo('page', page.id, 0));
    const read = (await ask('GET', `menu-items/${id}?context=edit`)).body;
    expect(read.title).toEqual({ raw: 'Contact', rendered: 'Contact' });
    await ask('POST', `menu-items/${id}`, read);
    await ask('POST', `pages/${page.id}`, { title: 'Reach us' });
    expect((await ask('GET', `menu-items/${id}`)).body.title.rendered).toBe('Reach us');
    await ask('POST', `menu-items/${id}`, { title: 'Write' });
    expect((await ask('GET', `menu-items/${id}`)).body.title.rendered).toBe('Write');
  });

  it('is invalid without its record, and needs title and address as a custom link', async () => {
    expect(await make('menu-items', linkTo('page', 9_999, 0))).toMatchObject({ invalid: true, url: '' });
    expect((await ask('POST', 'menu-items', { url: 'https://a.test/' })).body.code).toBe('rest_title_required');
    expect((await ask('POST', 'menu-items', { title: 'A' })).body.code).toBe('rest_url_required');
    expect((await ask('POST', 'menu-items', { title: 'A', url: '/a/', menu_order: 0 })).status).toBe(400);
    expect((await ask('POST', 'menu-items', { title: 'A', url: '/a/', menus: 99 })).body.code).toBe('invalid_menu_id');
    expect(await make('menu-items', { title: 'A', url: 'javascript:f()' })).toMatchObject({
      url: 'f()',
      menu_order: 1,
    });
  });
});

describe('a batch', () => {
  it('creates, changes and deletes menus and their items, each by the rights of its caller', async () => {
    const { id: menus } = await make('menus', { name: 'Top' });
    const { id } = await make('menu-items', { title: 'A', url: '/a/', menus });
    const items = [
      { path: '/core/v2/menus', body: { name: 'Below' } },
      { path: '/core/v2/menus', body: { name: 'Below' } },
      { path: '/core/v2/menu-items', body: { title: 'B', url: '/b/', menus } },
      { method: 'PUT', path: `/core/v2/menu-items/${id}`, body: { menu_order: 2 } },
      { method: 'DELETE', path: `/core/v2/menus/${menus}`, body: {} },
    ];
    const statuses = async (as: 'editor' | 'administrator') => {
      const { body } = await core.ask(as, 'POST', '/internal/batch', { items });
      return body.responses.map(({ status }: { readonly status: number }) => status);
    };
    expect(await statuses('editor')).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses('administrator')).toEqual([201, 400, 201, 200, 501]);
    const listed = (await ask('GET', 'menu-items')).body;
    expect(listed.map(({ title }: { readonly title: { readonly rendered: string } }) => title.rendered)).toEqual([
      'B',
      'A',
    ]);
  });
});

describe('a menu', () => {
  it('loses its description in an update without one, and its name is its own in any case', async () => {
    const { id } = await make('menus', { name: 'Top', description: 'Above' });
    await make('menus', { name: 'Below' });
    expect((await ask('POST', `menus/${id}`, { name: 'BELOW' })).body.code).toBe('menu_exists');
    expect((await ask('PUT', `menus/${id}`, { auto_add: true })).body).toMatchObject({ name: 'Top', description: '' });
  });

  it('takes its items and its places with it', async () => {
    const { id: menus } = await make('menus', { name: 'Top', locations: ['primary'] });
    await make('menu-items', { title: 'A', url: '/a/', menus });
    await ask('DELETE', `menus/${menus}?force=true`);
    expect((await ask('GET', 'menu-items')).body).toEqual([]);
    expect((await ask('GET', 'menu-locations/primary')).body.menu).toBe(0);
  });
});

describe('the links of the pages of the site', () => {
  it('are the public targets of the menu at each place, and follow their titles, addresses and versions', async () => {
    const { id: menus } = await make('menus', { name: 'Top', locations: ['primary'] });
    const page = await make('pages', { title: 'Us &amp; you', status: 'publish' });
    const draft = await make('pages', { title: 'Later' });
    const news = await make('categories', { name: 'News' });
    const first = await make('menu-items', linkTo('page', page.id, menus));
    await make('menu-items', linkTo('page', draft.id, menus));
    await make('menu-items', linkTo('category', news.id, menus, { menu_order: 2, parent: first.id }));
    const out = { title: 'Out', url: 'https://a.test/', target: '_blank', xfn: ['friend'], attr_title: 'Away' };
    await make('menu-items', { ...out, menus, menu_order: 3 });
    await make('menu-items', { type: 'post_type_archive', object: 'cal_events', menus, menu_order: 4 });
    const links = [
      { id: first.id, parent: 0, text: 'Us & you', href: '/us-you/' },
      { id: expect.any(Number), parent: first.id, text: 'News', href: '/category/news/' },
      {
        ...{ id: expect.any(Number), parent: 0, text: 'Out', href: 'https://a.test/', target: '_blank' },
        ...{ rel: 'friend', title: 'Away' },
      },
      { id: expect.any(Number), parent: 0, text: 'Events', href: '/events/', versions: expect.any(Object) },
    ];
    expect(await navigation()).toEqual({ primary: links });
    await make('pages', { title: 'Nous', status: 'publish', translation_of: page.id }, 'fr-ca');
    await ask('POST', `pages/${page.id}`, { title: 'About', slug: 'about' });
    const [moved] = (await navigation())?.primary ?? [];
    expect(moved).toMatchObject({ text: 'About', href: '/about/', versions: { 'fr-ca': { text: 'Nous' } } });
  });

  it('lose a record that is gone, and gain a new page where the menu grows', async () => {
    const { id: menus } = await make('menus', { name: 'Top', locations: ['footer'], auto_add: true });
    const news = await make('categories', { name: 'News' });
    await make('menu-items', linkTo('category', news.id, menus));
    const page = await make('pages', { title: 'About', status: 'publish' });
    await make('pages', { title: 'Below', status: 'publish', parent: page.id });
    expect((await navigation())?.footer?.map(({ text }) => text)).toEqual(['News', 'About']);
    await ask('DELETE', `categories/${news.id}?force=true`);
    expect((await navigation())?.footer?.map(({ text }) => text)).toEqual(['About']);
    expect((await ask('GET', `menu-items?menus=${menus}`)).body).toHaveLength(1);
    await ask('DELETE', `menus/${menus}?force=true`);
    expect(await navigation()).toEqual({});
  });
});
