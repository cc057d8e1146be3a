import { createOutgoing } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { foreignApiRelation, foreignPath, foreignRestPrefix } from '../aliases/foreignInterface.ts';
import { findOldSite } from './oldSite.ts';

/** The list of posts in the interface of an old site. */
const POSTS = foreignPath('/core/v2/posts');

/** The pages of a site, and the bodies of its interface, by their addresses without the host. */
type Answers = Readonly<Record<string, string | { readonly location: string } | { readonly link: string }>>;

describe('the interface of an old site', () => {
  let server: FakeService;
  let answers: Answers = {};
  let asked: { readonly url: string; readonly hasPassword: boolean }[] = [];
  beforeAll(async () => {
    server = await startFakeServer((request, response) => {
      const url = request.url ?? '';
      asked.push({ url, hasPassword: request.headers.authorization !== undefined });
      const answer = answers[url];
      if (answer === undefined) return void response.writeHead(404).end('<h1>Not found</h1>');
      if (typeof answer === 'string') return void response.writeHead(200).end(answer);
      response.writeHead('location' in answer ? 302 : 200, answer).end();
    });
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => server.close());

  const find = (path = '') =>
    findOldSite({
      address: `http://old.test:${server.port}${path}`,
      user: 'ada',
      password: 'secret',
      outgoing: createOutgoing(server),
      retryAfter: 1,
    });
  const posts = async (path?: string) => (await (await find(path)).get('/core/v2/posts', { page: '1' })).body;
  const linkTo = (root: string): string => `<${root}>; rel="${foreignApiRelation}", </>; rel="shortlink"`;

  it.each([
    ['is below its address by default', '', { '/': 'Home', [`/${foreignRestPrefix}${POSTS}?page=1`]: '[7]' }],
    [
      'is at the root in the header of its front page',
      '/blog',
      { '/blog/': { link: linkTo('https://old.test/blog/api/') }, [`/blog/api${POSTS}?page=1`]: '[7]' },
    ],
    [
      'is read with the password beside the folder of a language',
      '/en',
      { '/en/': { link: linkTo('https://old.test/api/') }, [`/api${POSTS}?page=1`]: '[7]' },
    ],
    [
      'is in the query of a site without permalinks',
      '',
      {
        '/': `<link rel='${foreignApiRelation}' href='http://old.test/index.php?rest_route=/&#038;x=1' />`,
        [`/index.php?rest_route=${encodeURIComponent(POSTS)}&x=1&page=1`]: '[7]',
      },
    ],
    ['is found though nobody may read the front page', '', { [`/${foreignRestPrefix}${POSTS}?page=1`]: '[7]' }],
    [
      'is read behind a byte order mark and warnings',
      '',
      { '/': 'Home', [`/${foreignRestPrefix}${POSTS}?page=1`]: '\uFEFF<br />\n<b>Notice</b>: [x] is {y}<br />\n[7]' },
    ],
    [
      'is not on another host',
      '',
      { '/': { link: linkTo('https://evil.test/') }, [`/${foreignRestPrefix}${POSTS}?page=1`]: '[7]' },
    ],
  ] as const)('%s', async (_what, path, given) => {
    answers = given;
    expect(await posts(path)).toEqual([7]);
    expect(asked.at(-1)).toMatchObject({ hasPassword: true });
  });

  it('is not asked if the front page redirects to another host', async () => {
    answers = { '/': { location: `http://www.old.test:${server.port}/home` }, '/home': 'Home' };
    await expect(find()).rejects.toThrow('redirects to another host');
    expect(asked.map(({ hasPassword }) => hasPassword)).toEqual([true, false]);
  });
});
