import type { Delivery } from '@almanac/messaging';
import { eventCopiesFrom } from '../integration/eventCopies.ts';
import { picture, uploadRaw } from '../media/testing.contract.ts';
import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';

let core: TestService;
const ids: Record<string, number> = {};

beforeAll(async () => {
  core = await serveCore();
  ids.shown = await post('Shown', { status: 'publish' });
  ids.hidden = await post('Hidden', { status: 'draft' });
  const upload = async (name: string, query = '', content: string | Buffer = 'x') => {
    ids[name] = (await uploadRaw(core, { as: 'editor', content, name, query })).body.id;
  };
  await upload('plan.txt');
  await upload('part.txt', `?post=${ids.shown}`);
  await upload('draft.txt', `?post=${ids.hidden}`);
  await upload('file.txt', '?title=Shown');
  await upload('pier.jpg', '?alt_text=Boats&caption=At dawn.', await picture(1200, 800));
  await post('Pictured', { status: 'publish', featured_media: ids['pier.jpg'] });
});
afterAll(() => core.stop());

const post = async (title: string, body: object): Promise<number> =>
  (await core.ask('editor', 'POST', '/core/v2/posts', { title, ...body })).body.id;

const ask = async (path: string, as: RoleName = 'visitor', language = 'en') => {
  const headers = { 'x-almanac-language': language };
  const response = await core.send(as, `/internal${path}`, { redirect: 'manual', headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, location: response.headers.get('location'), text };
};
const file = (name: string): string => `http://site.test/uploads/2026/05/${name}`;

describe('the page of a medium', () => {
  it('links its file', async () => {
    const plan = await ask('/pages/plan/');
    expect(plan.status).toBe(200);
    expect(plan.text).toContain('<h1>plan</h1>');
    expect(plan.text).toContain(`<a href='${file('plan.txt')}'>plan</a>`);
    const json = `/core/v2/media/${ids['plan.txt']}>; rel="alternate"; type="application/json"`;
    expect(plan.headers.get('link')).toContain(json);
    const pier = await ask('/pages/pier/');
    expect(pier.text).toMatch(/<a href='[^']+pier\.jpg'><img [^>]*alt="Boats"/);
    expect(pier.text).toContain('At dawn.');
  });

  it('stands below the post that the file is attached to', async () => {
    expect((await ask('/pages/shown/part/')).status).toBe(200);
    expect(await ask('/pages/part/')).toMatchObject({ status: 302, location: 'http://site.test/shown/part/' });
    expect((await ask('/pages/other/part/')).location).toBe('http://site.test/shown/part/');
    expect((await ask('/pages/plan/', 'visitor', 'fr-ca')).location).toBe('http://site.test/plan/');
  });

  it('is reached by its id', async () => {
    const id = ids['plan.txt'];
    const { status, location } = await ask(`/page-of/${id}?p=${id}`);
    expect([status, location]).toEqual([301, 'http://site.test/plan/']);
  });

  it('is missing for users who may not see it, and for missing media', async () => {
    const paths = [
      '/pages/draft/',
      `/page-of/${ids['draft.txt']}`,
      '/pages/none/',
      '/pages/shown/none/',
      '/page-of/999',
    ];
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404]);
    const own = await ask('/pages/draft/', 'editor');
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  it('never has the address of a post', async () => {
    expect((await ask('/pages/shown/')).text).toContain('<h1>Shown</h1>');
    expect((await ask('/pages/shown-2/')).text).toContain(file('file.txt'));
  });

  it('may be embedded, and links its description', async () => {
    for (const [path, address] of [
      ['/pages/pier/', 'http://site.test/pier/'],
      ['/pages/shown/part/', 'http://site.test/shown/part/'],
    ] as const) {
      const { text } = await ask(path);
      const endpoint = `http://site.test/en/json/oembed/1.0/embed?url=${encodeURIComponent(address)}`;
      expect(text).toContain(`href="${endpoint}" type="application/json+oembed"`);
      expect(text).toContain(`href="${endpoint}&amp;format=xml" type="text/xml+oembed"`);
    }
    expect((await ask('/pages/draft/', 'editor')).text).not.toContain('oembed');
  });

  it.each(['/pages/pier/embed', '/pages/pier/?embed=true', '/pages/shown/part/embed', '/pages/shown/part?embed=true'])(
    'has a small form at %s that every site may frame',
    async (path) => {
      const { status, headers, text } = await ask(path);
      expect([status, headers.get('content-security-policy')?.match(/frame-ancestors [^;]+/)?.[0]]).toEqual([
        200,
        'frame-ancestors *',
      ]);
      expect(text).toContain('<main class="embed">');
      expect(text).toContain('/uploads/2026/05/');
      expect(text).toMatch(/<a class="bare" href="http:\/\/site\.test\/(?:pier|shown\/part)\/">/);
    },
  );

  it('has no small form for anybody if it is not public', async () => {
    for (const as of ['visitor', 'editor'] as const) {
      expect((await ask('/pages/draft/embed', as)).status).toBe(404);
      expect((await ask('/pages/draft/?embed=true', as)).status).toBe(404);
    }
    expect((await ask('/pages/none/embed')).status).toBe(404);
  });

  it('is reached by its id, in its small form too', async () => {
    const id = ids['pier.jpg'];
    expect((await ask(`/page-of/${id}?p=${id}&embed=true`)).location).toBe('http://site.test/pier/?embed=true');
  });

  it('provides the picture of a post', async () => {
    const { text } = await ask('/pages/pictured/');
    expect(text).toMatch(/<figure><img src="[^"]+pier[^"]*\.jpg" alt="Boats" width="\d+" height="\d+" srcset=/);
    const [, choice = ''] = /srcset="([^"]+)" sizes="\(max-width: \d+px\) 100vw, \d+px"/.exec(text) ?? [];
    expect(choice.split(', ').map((each) => each.split(' ')[1])).toEqual(expect.arrayContaining(['1200w', '300w']));
  });

  it('provides the pictures of lists, smaller and without words', async () => {
    const { text } = await ask('/pages/');
    expect(text).toMatch(
      /Pictured<\/a>.*?<div class="thumb"><img src="[^"]+" alt="" width="300" height="200" srcset="[^"]+" sizes="9rem" loading="lazy">/s,
    );
  });

  it('provides the pictures of coming events; the day is in place of one that is absent or protected', async () => {
    const facts = {
      ...{ id: 1_001, status: 'publish', language: 'en', languages: ['en'], path: '/event/fair/', slug: 'fair' },
      ...{ title: 'Fair', start: '2026-05-02T14:00:00Z', end: '2026-05-02T16:00:00Z', allDay: false, hidden: false },
    };
    const { handle } = eventCopiesFrom(core);
    let position = 0;
    const posterOf = async (changes: object): Promise<string | undefined> => {
      const data = { ...facts, ...changes };
      const delivery: Delivery = {
        ...{ source: 'calendar', epoch: 1, position: ++position, n: 0, key: 'event-1001', data },
        ...{ type: 'calendar.event-changed.v1', at: '2026-05-01T12:00:00.000Z', principal: 'system' },
        ...{ language: 'en', correlation: 'spec' },
      };
      await handle(delivery);
      return /<div class="poster">(.*?)<\/div>/s.exec((await ask('/pages/')).text)?.[1];
    };
    const day = '<span aria-hidden="true"><b>2</b> May</span>';
    expect(await posterOf({ image: null })).toBe(day);
    expect(await posterOf({ image: ids['pier.jpg'] })).toMatch(
      /^<img src="[^"]+pier[^"]+" alt="" width="300" height="200" /,
    );
    expect(await posterOf({ image: ids['pier.jpg'], protected: true })).toBe(day);
  });

  it('keeps a private picture off the pages of posts for users who may not see it', async () => {
    const content = await picture(300, 200);
    const { id } = (await uploadRaw(core, { content, name: 'hushed.jpg', query: '?status=private' })).body;
    const body = { title: 'Discreet', status: 'publish', featured_media: id };
    expect((await core.ask('editor', 'POST', '/core/v2/posts', body)).body.featured_media).toBe(id);
    for (const role of ['visitor', 'contributor', 'author', 'editor'] as const) {
      const { text } = await ask('/pages/discreet/', role);
      const list = (await ask('/pages/', role)).text;
      const isShown = ['author', 'editor'].includes(role);
      expect([role, text.includes('hushed'), list.includes('hushed')]).toEqual([role, isShown, isShown]);
    }
  });

  it('keeps the picture of a private post off the pages of posts for users who may not read that post', async () => {
    const parent = await post('Withheld', { status: 'private' });
    const content = await picture(300, 200);
    const { id } = (await uploadRaw(core, { content, name: 'withheld.jpg', as: 'editor', query: `?post=${parent}` }))
      .body;
    await post('Open', { status: 'publish', featured_media: id });
    for (const role of ['visitor', 'contributor', 'author', 'editor'] as const) {
      const { text } = await ask('/pages/open/', role);
      const list = (await ask('/pages/', role)).text;
      const isShown = role === 'editor';
      expect([role, text.includes('withheld.jpg'), list.includes('withheld')]).toEqual([role, isShown, isShown]);
    }
  });
});
