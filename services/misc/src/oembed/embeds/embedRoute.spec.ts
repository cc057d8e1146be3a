import { ORIGIN, serveMisc, type TestService } from '../../testing.contract.ts';

const post = (id: number, more: object = {}) => ({
  type: 'core.post-changed.v1',
  key: `post-${id}`,
  data: {
    id,
    status: 'publish',
    language: 'en',
    group: null,
    slug: `post-${id}`,
    path: `/post-${id}/`,
    title: `Post ${id}`,
    author: 1,
    image: null,
    protected: false,
    published: '2031-01-01T00:00:00Z',
    ...more,
  },
});

const file = (name: string, width: number, height: number) => ({
  path: `/uploads/${name}`,
  width,
  height,
  mimeType: 'image/jpeg',
});

const picture = {
  type: 'core.media-changed.v1',
  key: 'media-90',
  data: {
    id: 90,
    status: 'inherit',
    title: 'Picture',
    alt: '',
    author: 1,
    file: file('a.jpg', 1200, 800),
    sizes: {
      thumbnail: file('a-150.jpg', 150, 150),
      medium: file('a-300.jpg', 300, 200),
      large: file('a-1024.jpg', 1024, 683),
    },
  },
};

const events = [
  { type: 'core.user-changed.v1', key: 'user-1', data: { id: 1, name: 'Ada & Co', slug: 'ada' } },
  picture,
  {
    ...picture,
    key: 'media-91',
    data: {
      ...picture.data,
      id: 91,
      title: 'Film',
      file: { path: '/uploads/f.mp4', mimeType: 'video/mp4' },
      sizes: {},
    },
  },
  ...(
    [
      [92, 'pier', 0],
      [93, 'part', 1],
      [94, 'hidden', 3],
      [95, 'own', 0, 'private'],
      [96, '%d0%bf', 2],
    ] as const
  ).map(([id, slug, parent, status = 'inherit']) => ({
    ...picture,
    key: `media-${id}`,
    data: { ...picture.data, id, slug, parent, status, title: `Medium ${id}` },
  })),
  post(1, { title: 'Q &#038; <i>A</i>', image: 90 }),
  post(2, { language: 'fr-ca', path: '/fr-ca/port/', title: 'Le port', author: 0 }),
  post(3, { status: 'draft', path: null }),
  post(4, { status: 'private' }),
  post(5, { status: 'future', path: null }),
  post(6, { status: 'cal-ea-success' }),
  post(7, { protected: true, image: 90 }),
  {
    ...post(8, { path: '/event/harbour/', start: '2031-05-01T00:00:00Z', end: '2031-05-01T02:00:00Z' }),
    type: 'calendar.event-changed.v1',
    key: 'event-8',
  },
  { ...post(9, { path: '/venue/quay/' }), type: 'calendar.venue-changed.v1', key: 'venue-9' },
  post(11, { path: '/featuring-hidden/', image: 94 }),
  post(12, { path: '/featuring-private/', image: 95 }),
  post(10, { path: '/%d0%bf%d1%80%d0%b8/' }),
];

describe('GET /oembed/1.0/embed', () => {
  let misc: TestService;
  beforeAll(async () => {
    misc = await serveMisc();
    await misc.deliver(...events);
  });
  afterAll(() => misc.stop());

  const embed = (address: string, more = '', headers = {}) =>
    misc.ask(`/oembed/1.0/embed?url=${encodeURIComponent(address)}${more}`, { headers });
  const found = async (address: string) => (await embed(address)).body.title;

  it('describes how to embed a post', async () => {
    const { status, headers, body } = await embed(`${ORIGIN}/post-1/`);
    const { html, ...rest } = body;
    expect([status, headers.get('allow')]).toEqual([200, 'GET']);
    expect(rest).toEqual({
      version: '1.0',
      provider_name: 'Riverside',
      provider_url: ORIGIN,
      author_name: 'Ada & Co',
      author_url: `${ORIGIN}/author/ada/`,
      title: 'Q &#038; <i>A</i>',
      type: 'rich',
      width: 600,
      height: 338,
      thumbnail_url: `${ORIGIN}/uploads/a-1024.jpg`,
      thumbnail_width: 1024,
      thumbnail_height: 683,
    });
    const secret = /data-secret="([A-Za-z0-9]{10})"/.exec(html)?.[1];
    expect(html).toContain(
      `<blockquote class="core-embedded-content" data-secret="${secret}"><a href="${ORIGIN}/post-1/">Q &#038; A</a></blockquote>`,
    );
    expect(html).toContain(
      `src="${ORIGIN}/post-1/embed/#?secret=${secret}" data-secret="${secret}" width="600" height="338"`,
    );
    expect(html).toContain(
      'sandbox="allow-scripts" security="restricted" title="&#8220;Q &#038; A&#8221; &#8212; Riverside"',
    );
    expect((await embed(`${ORIGIN}/post-1/`)).body.html).not.toContain(secret);
  });

  it.each([
    ['&maxwidth=300', 300, 200, 'a-300.jpg'],
    ['&maxwidth=10', 200, 200, 'a-300.jpg'],
    ['&maxwidth=400px', 400, 225, 'a-1024.jpg'],
    ['&maxwidth=x', 200, 200, 'a-300.jpg'],
    ['&maxwidth[]=400', 200, 200, 'a-300.jpg'],
    ['&maxwidth=', 200, 200, 'a-300.jpg'],
  ])('obeys the width of %s', async (query, width, height, rendition) => {
    const { body } = await embed(`${ORIGIN}/post-1/`, query);
    expect(body).toMatchObject({ width, height, thumbnail_url: `${ORIGIN}/uploads/${rendition}` });
    expect(body.html).toContain(`width="${width}" height="${height}"`);
  });

  it('accepts addresses in all their forms', async () => {
    expect(await found(`${ORIGIN}/?p=1`)).toBe('Q &#038; <i>A</i>');
    expect(await found(`${ORIGIN}/whatever/?page_id=2`)).toBe('Le port');
    expect(await found('https://www.site.test/fr-ca/PORT?a=b#c')).toBe('Le port');
    expect(await found('site.test/en/post-1')).toBe('Q &#038; <i>A</i>');
    expect(await found(`${ORIGIN}/post-1/embed/`)).toBe('Q &#038; <i>A</i>');
    expect(await found(`${ORIGIN}/%D0%BF%D1%80%D0%B8/`)).toBe('Post 10');
    expect(await found(`${ORIGIN}/при/`)).toBe('Post 10');
  });

  it('finds untranslated records below the segment of a language, as the page does', async () => {
    expect(await found(`${ORIGIN}/fr-ca/post-1/`)).toBe('Q &#038; <i>A</i>');
    expect(await found(`${ORIGIN}/es-us/event/harbour/embed/`)).toBe('Post 8');
    expect(await found(`${ORIGIN}/fr-ca/pier/`)).toBe('Medium 92');
    expect((await embed(`${ORIGIN}/es-us/port/`)).body.code).toBe('oembed_invalid_url');
    expect((await embed(`${ORIGIN}/fr-ca/`)).body.code).toBe('oembed_invalid_url');
  });

  it('describes events, venues and media too', async () => {
    expect(await found(`${ORIGIN}/event/harbour/`)).toBe('Post 8');
    expect(await found(`${ORIGIN}/venue/quay/`)).toBe('Post 9');
    const { body } = await embed(`${ORIGIN}/?attachment_id=90`);
    expect(body).toMatchObject({ type: 'rich', title: 'Picture', thumbnail_url: `${ORIGIN}/uploads/a-1024.jpg` });
    expect(body.html).toContain(`src="${ORIGIN}/?p=90&amp;embed=true#?secret=`);
    expect((await embed(`${ORIGIN}/?p=91`)).body).toMatchObject({ type: 'video', title: 'Film' });
  });

  it('finds media by their pages, which stand below those of their posts', async () => {
    expect(await found(`${ORIGIN}/pier/`)).toBe('Medium 92');
    expect(await found(`${ORIGIN}/pier/embed/`)).toBe('Medium 92');
    expect(await found(`${ORIGIN}/post-1/part/`)).toBe('Medium 93');
    expect(await found(`${ORIGIN}/fr-ca/port/%D0%BF/`)).toBe('Medium 96');
    const { body } = await embed(`${ORIGIN}/post-1/part`);
    expect(body.html).toContain(`<a href="${ORIGIN}/post-1/part/">`);
    expect(body.html).toContain(`src="${ORIGIN}/post-1/part/embed/#?secret=`);
    expect(body.thumbnail_url).toBe(`${ORIGIN}/uploads/a-1024.jpg`);
  });

  it.each(['/part/', '/post-2/part/', '/hidden/', '/post-3/hidden/', '/own/', '/?p=94', '/?p=95', '/?p=3'])(
    'finds no medium at %s',
    async (path) => {
      expect((await embed(`${ORIGIN}${path}`)).body.code).toBe('oembed_invalid_url');
    },
  );

  it('names the site without an author, and no thumbnail without one', async () => {
    const { body } = await embed(`${ORIGIN}/fr-ca/port/`);
    expect([body.author_name, body.author_url, 'thumbnail_url' in body]).toEqual(['Riverside', ORIGIN, false]);
  });

  it.each(['hidden', 'private'])('shows no thumbnail of a %s medium', async (kind) => {
    const { status, body } = await embed(`${ORIGIN}/featuring-${kind}/`);
    expect([status, 'thumbnail_url' in body]).toEqual([200, false]);
  });

  it('shows only title and author of a protected record', async () => {
    const { body } = await embed(`${ORIGIN}/post-7/`);
    expect([body.title, body.author_name, 'thumbnail_url' in body]).toEqual(['Protected: Post 7', 'Ada & Co', false]);
    const french = await embed(`${ORIGIN}/post-7/`, '', { 'x-almanac-language': 'fr-ca' });
    expect(french.body.title).toBe('Protégé\u00a0: Post 7');
  });

  it.each([
    ['nothing', `${ORIGIN}/never-was/`],
    ['the root', `${ORIGIN}/`],
    ['a draft', `${ORIGIN}/?p=3`],
    ['a private post', `${ORIGIN}/post-4/`],
    ['a scheduled post', `${ORIGIN}/?p=5`],
    ['a status without pages', `${ORIGIN}/post-6/`],
    ['another site', 'https://other.test/post-1/'],
    ['an archive', `${ORIGIN}/category/news/`],
    ['no address', ''],
    ['a script', 'javascript:alert(1)'],
  ])('is 404 for %s', async (_kind, address) => {
    const { status, headers, body } = await embed(address);
    expect([status, headers.get('allow'), body]).toEqual([
      404,
      'GET',
      { code: 'oembed_invalid_url', message: expect.any(String), data: { status: 404 } },
    ]);
  });

  it('requires an address, and is read-only', async () => {
    const missing = await misc.ask('/oembed/1.0/embed');
    expect([missing.status, missing.body.code, missing.body.data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      ['url'],
    ]);
    const written = await misc.ask(`/oembed/1.0/embed?url=${ORIGIN}/post-1/`, { method: 'POST' });
    expect([written.status, written.body.code]).toEqual([404, 'rest_no_route']);
  });

  describe('as XML', () => {
    const xml = (query: string) => misc.ask(`/oembed/1.0/embed?format=xml&${query}`);

    it('has one element for each member', async () => {
      const { status, headers, text } = await xml(`url=${ORIGIN}/post-1/`);
      expect([status, headers.get('content-type'), headers.get('allow')]).toEqual([
        200,
        'text/xml; charset=UTF-8',
        'GET',
      ]);
      expect(text).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<oembed><version>1.0<\/version><provider_name>Riverside</,
      );
      expect(text).toContain('<author_name>Ada &amp; Co</author_name>');
      expect(text).toContain('<html>&lt;blockquote');
    });

    it('has errors in the same form', async () => {
      const missing = await xml('');
      expect([missing.status, missing.headers.get('content-type')]).toEqual([400, 'text/xml; charset=UTF-8']);
      expect(missing.text).toContain('<code>rest_missing_callback_param</code>');
      expect(missing.text).toContain('<data><status>400</status><params><oembed>url</oembed></params></data>');
      const nothing = await xml(`url=${ORIGIN}/never-was/`);
      expect([nothing.status, nothing.text]).toEqual([404, expect.stringContaining('<code>oembed_invalid_url</code>')]);
    });

    it('is 501 if there is nothing to serialize', async () => {
      const { status, text } = await xml(`url=${ORIGIN}/post-1/&_fields=nothing`);
      expect([status, text]).toEqual([501, 'Not Implemented']);
      expect((await xml(`url=${ORIGIN}/post-1/&_fields=title`)).text).toContain('<oembed><title>');
    });

    it('is JSON for other values of the format', async () => {
      for (const format of ['yaml', 'XML', '']) {
        const { headers } = await misc.ask(`/oembed/1.0/embed?url=${ORIGIN}/post-1/&format=${format}`);
        expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
      }
      const head = await misc.ask(`/oembed/1.0/embed?url=${ORIGIN}/post-1/&format=xml`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json; charset=UTF-8']);
    });
  });
});

describe('GET /oembed/1.0/embed on a site with permalinks', () => {
  let misc: TestService;
  beforeAll(async () => {
    misc = await serveMisc({ site: { settings: { permalinks: '/news/{year}/{month}/{slug}/' } } });
    await misc.deliver(
      post(1, { type: 'post' }),
      post(2, { type: 'post', language: 'fr-ca', path: '/fr-ca/port/' }),
      post(3, { type: 'page', path: '/about/team/' }),
      post(4, { type: 'page', path: '/news/2031/01/a-page/' }),
      post(5),
    );
  });
  afterAll(() => misc.stop());

  it.each([
    ['/news/2031/01/post-1/', '/news/2031/01/post-1/'],
    ['/post-1/', '/news/2031/01/post-1/'],
    ['/?p=1', '/news/2031/01/post-1/'],
    ['/fr-ca/news/2031/01/post-1/', '/news/2031/01/post-1/'],
    ['/fr-ca/news/2031/01/port/', '/fr-ca/news/2031/01/port/'],
    ['/about/team/', '/about/team/'],
    ['/news/2031/01/a-page/', '/news/2031/01/a-page/'],
    ['/news/2031/01/post-5/', '/post-5/'],
  ])('answers %s with the address %s', async (asked, path) => {
    const { body } = await misc.ask(`/oembed/1.0/embed?url=${encodeURIComponent(`${ORIGIN}${asked}`)}`);
    expect(body.html).toContain(`<a href="${ORIGIN}${path}">`);
    expect(body.html).toContain(`src="${ORIGIN}${path}embed/#?secret=`);
  });
});
