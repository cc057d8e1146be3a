import type { RequestListener } from 'node:http';
import { createOutgoing } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { type Asker, ORIGIN, serveMisc, type TestService } from '../testing.contract.ts';

const post = {
  type: 'core.post-changed.v1',
  key: 'post-1',
  data: {
    id: 1,
    status: 'publish',
    language: 'en',
    path: '/one/',
    title: 'Fish &amp; <i>chips</i>',
    author: 0,
    image: null,
    protected: false,
  },
};

const medium = {
  type: 'core.media-changed.v1',
  key: 'medium-7',
  data: {
    id: 7,
    status: 'inherit',
    title: 'Pier',
    slug: 'pier',
    file: { path: '/uploads/pier.jpg', width: 4, height: 3, mimeType: 'image/jpeg' },
    sizes: {},
  },
};

const HTML = { 'content-type': 'text/html; charset=UTF-8' };
const PAGE = `<!doctype html><html><head><title>  The
  Harbour &amp; the sea </title><link rel="shortcut icon" href="/icon.png">
  <meta name="Description" content="About boats"><meta property="og:image" content="//images.test/a.jpg"></head>
  <body><meta name="description" content="other"></body></html>`;

const answers = new Map<string, RequestListener>([
  ['/page', (_, response) => response.writeHead(200, HTML).end(PAGE)],
  ['/moved', (_, response) => response.writeHead(302, { location: '/page' }).end()],
  ['/inwards', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()],
  ['/to-inner-name', (_, response) => response.writeHead(301, { location: 'http://inner.test/' }).end()],
  ['/around', (_, response) => response.writeHead(302, { location: '/around' }).end()],
  ['/empty', (_, response) => response.writeHead(200, HTML).end()],
  ['/bare', (_, response) => response.writeHead(200, HTML).end('<p>no head</p>')],
  ['/image', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<title>x</title>')],
  ['/created', (_, response) => response.writeHead(201, HTML).end(PAGE)],
  ['/latin', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(LATIN)],
  [
    '/unknown-encoding',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=x-y' }).end(PAGE),
  ],
  ['/script-icon', (_, response) => response.writeHead(200, HTML).end('<link rel=icon href="javascript:x"><title>x')],
]);

const LATIN = Buffer.from('<meta charset="iso-8859-1"><meta property="og:title" content="Café">', 'latin1');

describe('GET /editor/v1/url-details', () => {
  let misc: TestService;
  let fake: FakeService;
  let asked: string[];
  /** Every name that was resolved, once per resolution. */
  let resolved: string[];
  beforeEach(async () => {
    asked = [];
    resolved = [];
    fake = await startFakeServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers.get(new URL(request.url ?? '', 'http://x').pathname);
      if (answer === undefined) response.writeHead(404, HTML).end(PAGE);
      else answer(request, response);
    });
    // turning.test resolves to the server at first and to an internal address later; inner.test is always internal
    const resolve = async (name: string) => {
      resolved.push(name);
      const again = resolved.filter((each) => each === name).length > 1;
      return name === 'inner.test' || (again && name === 'turning.test') ? ['10.0.0.1'] : ['127.0.0.1'];
    };
    misc = await serveMisc({ outgoing: createOutgoing({ ...fake, resolve }) });
    await misc.deliver(post, medium);
  });
  afterEach(async () => {
    await misc.stop();
    await fake.close();
  });

  const details = (url: string, as: Asker = 'author') =>
    misc.ask(`/editor/v1/url-details?url=${encodeURIComponent(url)}`, { as });
  const at = (path: string, host = 'other.test'): string => `http://${host}:${fake.port}${path}`;
  const codeAt = async (url: string) => {
    const { status, body } = await details(url);
    return [status, body.code];
  };

  describe('for another site', () => {
    it('reads the head of the page', async () => {
      const { status, body } = await details(at('/page'), 'contributor');
      expect([status, body]).toEqual([
        200,
        {
          title: 'The Harbour & the sea',
          icon: at('/icon.png'),
          description: 'About boats',
          image: 'http://images.test/a.jpg',
        },
      ]);
      expect((await details(at('/moved'))).body.title).toBe('The Harbour & the sea');
    });

    it('returns empty members for a page without metadata', async () => {
      const nothing = { title: '', icon: '', description: '', image: '' };
      expect((await details(at('/bare'))).body).toEqual(nothing);
      expect((await details(at('/image'))).body).toEqual(nothing);
      expect((await details(at('/script-icon'))).body.icon).toBe('');
    });

    it('reads the encoding that the page names', async () => {
      expect((await details(at('/latin'))).body.title).toBe('Café');
      expect((await details(at('/unknown-encoding'))).body.description).toBe('About boats');
    });

    it.each(['/gone', '/created', '/around', '/inwards', '/to-inner-name'])('gives one answer for %s', async (path) => {
      expect((await details(at(path))).body).toEqual({
        code: 'no_response',
        message: 'Nothing came from this address.',
        data: { status: 404 },
      });
    });

    it('reports empty metadata as missing', async () => {
      expect(await codeAt(at('/empty'))).toEqual([404, 'no_content']);
    });

    it.each([
      'http://127.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://inner.test/',
      'http://other.test:22/',
      'http://me:secret@other.test/',
    ])('does not ask %s', async (address) => {
      expect(await codeAt(address)).toEqual([404, 'no_response']);
      expect(asked).toEqual([]);
    });

    it('requests the checked address of a name, whatever it resolves to later', async () => {
      expect((await details(at('/page', 'turning.test'))).status).toBe(200);
      expect(resolved).toEqual(['turning.test']);
      expect(await codeAt(at('/moved', 'turning.test'))).toEqual([404, 'no_response']);
      expect(asked).toEqual(['/page']);
    });

    it('caches results for an hour and for everybody, and failures for five minutes', async () => {
      for (const as of ['author', 'editor'] as const) await details(`${at('/page')}#${as}`, as);
      for (let round = 0; round < 2; round++) await details(at('/gone'));
      expect(asked).toEqual(['/page', '/gone']);
      misc.advance(5 * 60 * 1_000 + 1);
      await details(at('/page'));
      await details(at('/gone'));
      expect(asked).toEqual(['/page', '/gone', '/gone']);
      misc.advance(55 * 60 * 1_000);
      await details(at('/page'));
      expect(asked).toEqual(['/page', '/gone', '/gone', '/page']);
    });

    it('asks one host at a limited rate', async () => {
      const statuses = [];
      for (let round = 0; round < 6; round++) statuses.push((await details(at(`/page?${round}`))).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect((await details(at('/page?0'))).status).toBe(200);
    });
  });

  describe('for this site', () => {
    it('returns the title as text and the featured image, and asks nobody', async () => {
      expect((await details(`${ORIGIN}/one/`)).body).toEqual({
        title: 'Fish & chips',
        icon: '',
        description: '',
        image: '',
      });
      await misc.deliver({ ...post, data: { id: 1, image: 7 } });
      expect((await details(`${ORIGIN}/one/`)).body.image).toBe(`${ORIGIN}/uploads/pier.jpg`);
      expect([asked, resolved]).toEqual([[], []]);
    });

    it('returns only the title of a protected record', async () => {
      await misc.deliver({ ...post, data: { id: 1, image: 7, protected: true } });
      expect((await details(`${ORIGIN}/one/`)).body).toMatchObject({ title: 'Protected: Fish & chips', image: '' });
    });

    it('waits longer for a record that was just written', async () => {
      const slow = await serveMisc({
        reached: async (_, patience) => {
          if (patience <= 300) return false;
          await slow.deliver(post);
          return true;
        },
      });
      const headers = { 'x-almanac-marks': 'core/9/0/post-1' };
      const { body } = await slow.ask(`/editor/v1/url-details?url=${ORIGIN}/one/`, { as: 'author', headers });
      expect(body.title).toBe('Fish & chips');
      await slow.stop();
    });

    it('returns only public records', async () => {
      await misc.deliver({ ...post, data: { id: 1, status: 'draft' } });
      for (const path of ['/one/', '/?p=1', '/never-was/', '/'])
        expect(await codeAt(`${ORIGIN}${path}`)).toEqual([404, 'no_response']);
      expect(asked).toEqual([]);
    });
  });

  it.each([
    ['', 'rest_missing_callback_param'],
    ['?url=', 'rest_invalid_param'],
    ['?url=harbour', 'rest_invalid_param'],
    ['?url=ftp://other.test/', 'rest_invalid_param'],
    ['?url[]=http://other.test/', 'rest_invalid_param'],
  ])('refuses %s before any other check', async (query, code) => {
    const { status, body } = await misc.ask(`/editor/v1/url-details${query}`);
    expect([status, body.code]).toEqual([400, code]);
  });

  it.each([
    ['visitor', 401],
    ['subscriber', 403],
  ] as const)('is refused to a %s', async (as, status) => {
    const answer = await details(at('/page'), as);
    expect([answer.status, answer.body.code, asked]).toEqual([status, 'rest_cannot_view_url_details', []]);
  });
});
