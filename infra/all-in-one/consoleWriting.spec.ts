import {
  type AskedBrowser,
  type AskedSite,
  applicationPassword,
  basic,
  formIn,
  startAsked,
} from './askedSite.contract.ts';

let s: AskedSite;
let editor: AskedBrowser;
beforeAll(async () => {
  s = await startAsked();
  editor = await s.browser('editor');
});
afterAll(() => s.running.stop());

const stored = async (path: string) => {
  const response = await fetch(`${s.origin}/en/json/cal/events/v1/${path}`);
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  return (await response.json()) as any;
};
const idIn = (text: string): string => /name="id" value="(\d+)"/.exec(text)?.[1] ?? '';
const etagIn = (text: string): string =>
  (/name="etag" value="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');

describe('the forms of venues, organizers and categories in a browser', () => {
  it('create and change a venue, which events can choose then', async () => {
    expect((await editor.show('venues')).text).toContain('There are no such venues.');
    const form = { venue: 'Harbour Hall', city: 'York', country: 'Canada', status: 'publish' };
    const { status, text } = await editor.send('venues', form);
    expect([status, text.includes('The venue is saved.')]).toEqual([200, true]);
    const id = idIn(text);
    const changed = await editor.send('venues', { ...form, id, etag: etagIn(text), city: 'Hull', website: 'none' });
    expect([changed.status, changed.text.includes('id="website-fault"')]).toEqual([400, true]);
    await editor.send('venues', { ...form, id, etag: etagIn(text), city: 'Hull' });
    expect(await stored(`venues/${id}`)).toMatchObject({ venue: 'Harbour Hall', city: 'Hull', country: 'Canada' });
    expect((await editor.show('events?action=new')).text).toContain(`<option value="${id}">Harbour Hall</option>`);
    await editor.send('venues', { id, action: 'trash' });
    expect((await editor.show('events?action=new')).text).not.toContain('Harbour Hall');
  });

  it('create an organizer, and refuse an invalid address', async () => {
    const refused = await editor.send('organizers', { organizer: 'Ann', email: 'ann', status: 'publish' });
    expect([refused.status, refused.text.includes('id="email-fault"')]).toEqual([400, true]);
    const { text } = await editor.send('organizers', { organizer: 'Ann', email: 'ann@ann.test', status: 'publish' });
    expect(await stored(`organizers/${idIn(text)}`)).toMatchObject({ organizer: 'Ann', email: 'ann@ann.test' });
    expect((await editor.show('events?action=new')).text).toMatch(/name="organizer\[\]" value="\d+"> Ann</);
  });

  it('create and rename a category, for users with the right', async () => {
    const { text } = await editor.send('event-categories', { name: 'Musik', description: 'Loud.', parent: '0' });
    expect(text).toContain('The category is saved.');
    const id = /event-categories\?id=(\d+)">Musik</.exec((await editor.show('event-categories')).text)?.[1] ?? '';
    expect([id, text.includes('value="Musik"')]).toEqual([idIn(text), true]);
    const below = await editor.send('event-categories', { name: 'Choirs', parent: id });
    expect(below.text).toContain(`<option value="${id}" selected>Musik<`);
    expect((await editor.send('event-categories', { ...formIn(text), name: 'Music' })).status).toBe(200);
    expect(await stored(`categories/${id}`)).toMatchObject({ name: 'Music', slug: 'musik', description: 'Loud.' });
    const twice = await editor.send('event-categories', { name: 'Music' });
    expect([twice.status, twice.text.includes('role="alert"'), twice.text.includes('value="Music"')]).toEqual([
      400,
      true,
      true,
    ]);
    expect((await editor.send('event-categories', { name: '' })).text).toContain('id="name-fault"');
    expect((await (await s.browser('contributor')).show('event-categories')).status).toBe(403);
    const versions = await editor.show(`event-categories?id=${id}&action=versions`);
    expect(versions.text).toContain('<td><del>Musik</del></td><td><ins>Music</ins></td>');
    const back = await editor.send('event-categories', { id, action: 'bring-back', version: '1' });
    expect([back.status, formIn(back.text).name]).toEqual([200, 'Musik']);
    expect((await editor.show(`event-categories?id=${id}&action=delete`)).text).toContain('Delete “Musik” for good?');
    const { status, text: left } = await editor.send('event-categories', { id, action: 'delete' });
    expect([status, left.includes('It is deleted.'), left.includes('Choirs')]).toEqual([200, true, true]);
    expect(await stored(`categories/${idIn(below.text)}`)).toMatchObject({ parent: 0 });
    expect((await editor.send('event-categories', { id, action: 'delete' })).status).toBe(404);
  });

  it.each(['venues', 'organizers'])(
    'publish for users with the right, and wait for review otherwise: %s',
    async (view) => {
      const chosen = async (role: 'editor' | 'contributor') =>
        /<option value="(\w+)" selected>/.exec((await (await s.browser(role)).show(`${view}?action=new`)).text)?.[1];
      expect([await chosen('editor'), await chosen('contributor')]).toEqual(['publish', 'pending']);
    },
  );
});

describe('the choice of a picture', () => {
  /** One pixel. */
  const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  it('lists names and alternative texts, for events and posts, and can be undone', async () => {
    const disposition = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="pier.gif"' };
    const headers = { ...basic('editor', applicationPassword('editor')), ...disposition };
    const address = `${s.origin}/en/json/core/v2/media?alt_text=A%20%22pier%22`;
    const { id } = (await (await fetch(address, { method: 'POST', headers, body: GIF })).json()) as { id: number };
    const option = `value="${id}">pier – A &quot;pier&quot;<`;
    expect((await editor.show('events?action=new')).text).toContain(option);
    const times = { start_date: '2031-06-10T19:30', end_date: '2031-06-10T22:00', status: 'publish' };
    const event = await editor.send('events', { ...times, title: 'Fair', image: String(id) });
    expect(event.text).toContain(`value="${id}" selected`);
    expect((await stored(`events/${idIn(event.text)}`)).image).toMatchObject({ id });
    const form = { ...times, title: 'Fair', id: idIn(event.text), etag: etagIn(event.text) };
    expect((await editor.send('events', { ...form, image: 'constructor' })).status).toBe(400);
    expect((await editor.send('events', { ...form, image: '' })).status).toBe(200);
    expect((await stored(`events/${idIn(event.text)}`)).image).toBe(false);
    const post = await editor.send('posts', {
      title: 'News',
      content: 'x',
      status: 'draft',
      featured_media: String(id),
    });
    expect(post.text).toContain(`value="${id}" selected`);
    const none = { id: idIn(post.text), etag: etagIn(post.text), title: 'News', content: 'x', status: 'draft' };
    expect((await editor.send('posts', { ...none, featured_media: '' })).text).not.toContain(`value="${id}" selected`);
  });
});

describe('the form of a record', () => {
  it.each([
    ['events', 'fr-ca', { title: 'Foire', start_date: '2031-06-10T19:30', end_date: '2031-06-10T22:00' }],
    ['venues', 'en', { venue: 'Foire' }],
    ['organizers', 'en', { organizer: 'Foire' }],
  ])(
    'leads for %s to a preview in its language, for users who may edit the record',
    async (view, language, members) => {
      const { text } = await editor.send(view, { ...members, status: 'draft' }, language);
      const path = `/${language}/?p=${idIn(text)}&preview=true`;
      expect(text).toContain(`${path.replace('&', '&amp;')}">`);
      const shown = await s.as(editor.cookie, path);
      expect([shown.status, shown.text.includes('<h1>Foire</h1>')]).toEqual([200, true]);
      expect(shown.headers.get('cache-control')).toBe('private, no-store');
      expect((await s.ask(path)).status).toBe(404);
    },
  );

  it('leads to the history of its record for users who may see it', async () => {
    const administrator = await s.browser('administrator');
    const venue = (await administrator.send('venues', { venue: 'Pier', status: 'publish' })).text;
    expect(venue).toContain(`/en/admin/history?kind=venue&amp;id=${idIn(venue)}">History<`);
    const post = (await administrator.send('posts', { title: 'x', content: 'x', status: 'draft' })).text;
    expect(post).toContain(`/en/admin/history?kind=post&amp;id=${idIn(post)}">History<`);
    const { text } = await editor.send('posts', { title: 'y', content: 'y', status: 'draft' });
    expect(text).not.toContain('History<');
  });
});

describe('typed text after the end of a session', () => {
  const form = { title: 'Typed & kept', content: 'Line\r\n"two"', status: 'draft', 'categories[]': '1' };

  it('waits on a page that nobody caches, until its writer has signed in and sends it again', async () => {
    const { text, status, headers } = await s.ask('/en/admin/posts', { form: { ...form, token: 'old' } });
    expect([status, headers.get('cache-control')]).toEqual([401, expect.stringContaining('no-store')]);
    expect(text).toContain('name="title" value="Typed &amp; kept"');
    expect(text).toContain('name="content" value="Line\r\n&quot;two&quot;"');
    expect(text).toContain('name="categories[]" value="1"');
    expect(text).not.toContain('value="old"');
    const again = await s.as(editor.cookie, '/en/admin/posts', { form });
    const token = /name="token" value="([^"]+)"/.exec(again.text)?.[1] ?? '';
    expect([again.status, again.text.includes('name="title" value="Typed &amp; kept"')]).toEqual([403, true]);
    const saved = await s.as(editor.cookie, '/en/admin/posts', { form: { ...form, 'categories[]': '', token } });
    expect([saved.status, saved.text.includes('The post is saved.')]).toEqual([200, true]);
  });

  it.each(['posts', 'events', 'venues', 'organizers', 'event-categories'])(
    'is not handed back if another site sent it: %s',
    async (view) => {
      for (const cookie of ['', editor.cookie]) {
        const headers = { 'sec-fetch-site': 'cross-site' };
        const { status, text } = await s.as(cookie, `/en/admin/${view}`, { form: { ...form, name: 'x' }, headers });
        expect([status, text.includes('Typed')]).toEqual([403, false]);
      }
    },
  );

  it('is bounded', async () => {
    const { status } = await s.ask('/en/admin/posts', { form: { content: 'x'.repeat(3 * 1_024 * 1_024) } });
    expect(status).toBe(413);
  });
});
