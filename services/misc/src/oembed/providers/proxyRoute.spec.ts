import { createOutgoing } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { createOembedProvider, type OembedProvider } from '@almanac/testing/oembed-provider';
import { type Asker, ORIGIN, serveMisc, type TestService } from '../../testing.contract.ts';

const post = {
  type: 'core.post-changed.v1',
  key: 'post-1',
  data: {
    id: 1,
    status: 'publish',
    language: 'en',
    path: '/one/',
    title: 'One',
    author: 0,
    image: null,
    protected: false,
  },
};

describe('GET /oembed/1.0/proxy', () => {
  let misc: TestService;
  let fake: FakeService;
  let provider: OembedProvider;
  beforeEach(async () => {
    provider = createOembedProvider();
    fake = await startFakeServer(provider.listener);
    const at = (path: string) => `http://known.test:${fake.port}${path}`;
    misc = await serveMisc({
      outgoing: createOutgoing(fake),
      providers: [
        { name: 'Known', endpoint: at('/oembed'), addresses: [`known.test:${fake.port}/talk/*`] },
        { name: 'Photos', endpoint: at('/photo'), addresses: [`known.test:${fake.port}/photos/*`] },
        { name: 'Old', endpoint: at('/oembed-xml?key=1'), addresses: [`known.test:${fake.port}/old/*`] },
      ],
    });
    await misc.deliver(post);
  });
  afterEach(async () => {
    await misc.stop();
    await fake.close();
  });

  const known = (path: string): string => `http://known.test:${fake.port}${path}`;
  const other = (path: string): string => `http://other.test:${fake.port}${path}`;
  const proxy = (address: string, more = '', as: Asker = 'editor') =>
    misc.ask(`/oembed/1.0/proxy?url=${encodeURIComponent(address)}${more}`, { as });

  describe('in its checks', () => {
    it.each([
      ['', 'rest_missing_callback_param'],
      ['?url=x&format=yaml', 'rest_invalid_param'],
      ['?url=x&discover=maybe', 'rest_invalid_param'],
      ['?url=x&maxwidth=wide', 'rest_invalid_param'],
      ['?url=x&maxheight=1.5', 'rest_invalid_param'],
    ])('judges the arguments first: %s', async (query, code) => {
      const { status, body } = await misc.ask(`/oembed/1.0/proxy${query}`);
      expect([status, body.code]).toEqual([400, code]);
    });

    it.each([
      ['visitor', 401],
      ['subscriber', 403],
    ] as const)('judges the caller then: a %s may not', async (as, status) => {
      for (const address of [`${ORIGIN}/one/`, known('/talk/1')]) {
        const answer = await proxy(address, '', as);
        expect([answer.status, answer.body.code, answer.headers.has('allow')]).toEqual([
          status,
          'rest_forbidden',
          false,
        ]);
      }
      expect(provider.seen).toEqual([]);
    });
  });

  describe('for this site', () => {
    it('answers like embed, in the requested width, and asks nobody', async () => {
      const { status, headers, body } = await proxy(`${ORIGIN}/one/`, '&maxwidth=400&format=xml', 'contributor');
      expect([status, headers.get('allow'), body.title, body.width, body.height]).toEqual([
        200,
        'GET',
        'One',
        400,
        225,
      ]);
      await misc.deliver({ ...post, data: { id: 1, title: 'Two' } });
      expect((await proxy(`${ORIGIN}/one/`, '&maxwidth=400&format=xml')).body.title).toBe('Two');
      expect((await proxy(`${ORIGIN}/one/`, '&maxwidth=-400')).body.width).toBe(400);
    });

    it('returns nothing for private or missing records', async () => {
      await misc.deliver({ ...post, data: { id: 1, status: 'private' } });
      for (const path of ['/one/', '/?p=1', '/never-was/', '/']) {
        const { status, body } = await proxy(`${ORIGIN}${path}`);
        expect([status, body.code]).toEqual([404, 'oembed_invalid_url']);
      }
    });
  });

  describe('for a known provider', () => {
    it('passes its answer on, with the code in one line and a named frame', async () => {
      const { status, body } = await proxy(known('/talk/1'));
      expect(status).toBe(200);
      expect(body).toEqual({
        type: 'rich',
        version: '1.0',
        title: 'A talk',
        provider_name: 'Stand-in',
        cache_age: '60',
        html:
          '<blockquote>Before</blockquote><iframe title="A talk" src="https://frames.test/1" width="4" height="3">' +
          '</iframe><script>x()</script>',
      });
    });

    it('sends the size, the address and no tracking', async () => {
      await proxy(known('/talk/1'), '&maxwidth=400');
      await proxy(known('/talk/1'), '&maxwidth=400&maxheight=300&format=xml');
      const asked = provider.seen.map((url) => Object.fromEntries(new URL(url, 'http://x.test').searchParams));
      const wanted = { maxwidth: '400', url: known('/talk/1'), dnt: '1', format: 'json' };
      expect(asked).toEqual([
        { ...wanted, maxheight: '750' },
        { ...wanted, maxheight: '300' },
      ]);
    });

    it('requests XML if the provider does not know JSON', async () => {
      const { body } = await proxy(known('/old/1'));
      expect(body).toEqual({
        type: 'link',
        version: '1.0',
        title: 'Old',
        html: `<a href="${known('/old/1')}">Old</a>`,
      });
      expect(provider.seen.map((url) => /key=1&.*&format=(\w+)/.exec(url)?.[1])).toEqual(['json', 'xml']);
    });

    it('shows photos', async () => {
      const { body } = await proxy(known('/photos/1'), '&discover=false');
      expect(body.html).toBe(
        `<a href="${known('/photos/1')}"><img src="https://frames.test/a.jpg" alt="" width="4" height="3" /></a>`,
      );
    });
  });

  describe('for an unknown one', () => {
    it('asks the endpoint that the page names, and reduces its code to a frame without rights', async () => {
      const { status, body } = await proxy(other('/page'));
      expect([status, body.title, body.cache_age]).toEqual([200, 'A talk', '60']);
      const secret = /data-secret="([A-Za-z0-9]{10})"/.exec(body.html)?.[1];
      expect(body.html).toBe(
        `<blockquote class="core-embedded-content" data-secret="${secret}">Before</blockquote>` +
          `<iframe title="A talk" src="https://frames.test/1#?secret=${secret}" width="4" height="3" sandbox="allow-scripts" ` +
          `security="restricted" class="core-embedded-content" data-secret="${secret}" ` +
          'style="position: absolute; visibility: hidden;"></iframe>',
      );
    });

    it('reads old pages, moved ones and the beginning of long ones', async () => {
      expect((await proxy(other('/old-page'))).body.title).toBe('Old');
      expect((await proxy(other('/moved-page'))).body.title).toBe('A talk');
      expect((await proxy(other('/long-page'))).body.title).toBe('A talk');
      expect((await proxy(other('/late-page'))).status).toBe(404);
    });

    it('sends no request if discovery is off', async () => {
      expect((await proxy(other('/page'), '&discover=false')).status).toBe(404);
      expect(provider.seen).toEqual([]);
    });

    it.each(['/plain-page', '/nothing', '/inner-page', '/entities-page', '/list-page', '/large-page'])(
      'finds nothing at %s, and hides the reason',
      async (path) => {
        const { status, body } = await proxy(other(path));
        expect([status, body]).toEqual([
          404,
          { code: 'oembed_invalid_url', message: expect.any(String), data: { status: 404 } },
        ]);
      },
    );

    it.each([
      'http://127.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://other.test:22/',
      'file:///etc/passwd',
      'http://[',
      'nonsense',
    ])('does not ask %s', async (address) => {
      const strict = await serveMisc({ outgoing: createOutgoing({ resolve: async () => ['10.0.0.1'] }) });
      const { status, body } = await strict.ask(`/oembed/1.0/proxy?url=${encodeURIComponent(address)}`, {
        as: 'editor',
      });
      expect([status, body.code]).toEqual([404, 'oembed_invalid_url']);
      await strict.stop();
      expect(provider.seen).toEqual([]);
    });
  });

  describe('as a cache', () => {
    it('stores results for a day and for everybody', async () => {
      const first = await proxy(other('/page'));
      expect((await proxy(other('/page'), '', 'author')).body).toEqual(first.body);
      expect(provider.asked('/oembed')).toBe(1);
      await proxy(other('/page'), '&maxwidth=300');
      expect(provider.asked('/oembed')).toBe(2);
      misc.advance(24 * 60 * 60 * 1_000 + 1);
      await proxy(other('/page'));
      expect(provider.asked('/oembed')).toBe(3);
    });

    it('stores failures for five minutes', async () => {
      for (let round = 0; round < 3; round++) expect((await proxy(other('/plain-page'))).status).toBe(404);
      expect(provider.asked('/plain-page')).toBe(1);
      misc.advance(5 * 60 * 1_000 + 1);
      await proxy(other('/plain-page'));
      expect(provider.asked('/plain-page')).toBe(2);
    });
  });

  it('shows cached results by itself', async () => {
    const audio = await proxy('https://files.test/a/song.mp3?x=1&y', '&discover=false');
    expect([audio.status, audio.body]).toEqual([
      200,
      {
        provider_name: 'Embed Handler',
        html: '<audio controls preload="none" src="https://files.test/a/song.mp3?x=1&amp;y"></audio>',
        scripts: [],
      },
    ]);
    expect((await proxy(other('/film.webm'))).body.html).toContain('<video controls');
    expect((await proxy(`${ORIGIN}/uploads/talk.ogg`)).body.html).toContain('<audio');
    const player = await proxy('http://www.youtube.com/v/a-b_1', '&discover=false');
    expect(player.body.html).toContain('src="https://www.youtube.com/embed/a-b_1"');
    expect(provider.seen).toHaveLength(1);
  });

  it('asks one unknown host at a limited rate, and limits each user', async () => {
    const statuses = [];
    for (let round = 0; round < 6; round++) statuses.push((await proxy(other(`/plain-page?${round}`))).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    const refused = await proxy(other('/plain-page?7'));
    expect([refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      'rest_too_many_requests',
      true,
    ]);
    expect((await proxy(known('/talk/1'))).status).toBe(200);
    const rest = [];
    for (let round = 0; round < 30; round++) rest.push((await proxy(known(`/talk/${round}`), '&maxwidth=7')).status);
    expect([rest.includes(200), rest.at(-1)]).toEqual([true, 429]);
    expect((await proxy(known('/talk/x'), '', 'author')).status).toBe(200);
  });
});
