import type { RequestListener } from 'node:http';
import type { ServiceName, VisitBatch } from '@almanac/contracts';
import { RuleSet } from '@almanac/redirects';
import { defaultRedirectOptions, type RedirectOptions, type RedirectRule } from '@almanac/redirects/schemas';
import { ada, basic, FakeCore, FakeService, type GatewayUnderTest, startGateway } from '../testing/fakeServices.ts';

/** A redirection service that accepts visits and knows one post. */
class FakeRedirection extends FakeService {
  readonly batches: VisitBatch[];
  randomPath: string | null = '/some-post/';
  readonly named: object[] = [];

  constructor() {
    const batches: VisitBatch[] = [];
    super('redirection/v1', {
      '/internal/redirects/visits': ({ body }) => {
        batches.push(JSON.parse(body));
        return [200, {}];
      },
      '/internal/redirects/random-post': () => [200, { path: this.randomPath }],
      '/internal/redirects/named-post': ({ body }) => {
        const asked = JSON.parse(body);
        this.named.push(asked);
        const [{ slug }] = asked.posts;
        return [200, { path: slug === 'bye' ? null : `${asked.under}/${slug}/` }];
      },
    });
    this.batches = batches;
  }

  get records() {
    return this.batches.flatMap(({ records }) => records);
  }

  get counts() {
    return this.batches.flatMap(({ counts }) => counts.map(({ rule, hits }) => [rule, hits]));
  }
}

type RuleFields = Partial<Omit<RedirectRule, 'flags'>> & { readonly flags?: Partial<RedirectRule['flags']> };

const ruleOf = ({ flags, ...given }: RuleFields): RedirectRule => ({
  id: 1,
  group_id: 1,
  position: 0,
  enabled: true,
  url: '/old',
  match: { type: 'url', url: '/new' },
  action_type: 'url',
  action_code: 301,
  log_exclude: false,
  ...given,
  flags: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false, ...flags },
});

const answerPages: RequestListener = (request, response) => {
  const { pathname, search } = new URL(request.url ?? '', 'http://x');
  if (pathname === '/internal/page-of/78') response.writeHead(302, { location: '/there/' }).end();
  else if (pathname.startsWith('/internal/page-of/')) {
    response.writeHead(302, { location: 'http://core:8080/found-post/?a=1' }).end();
  } else if (pathname === '/internal/pages/moved/') response.writeHead(301, { location: '/there/' }).end();
  else if (/there|^\/uploads\/a/.test(pathname)) {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`page ${pathname}${search}`);
  } else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
};

describe('a gateway with redirect rules', () => {
  const core = new FakeCore();
  let redirection: FakeRedirection;
  let site: GatewayUnderTest;
  let rules: RuleSet;
  let options: RedirectOptions;
  const waited: (string | undefined)[] = [];

  const startSite = async (more: Parameters<typeof startGateway>[1] = {}): Promise<void> => {
    const addresses = new Map<ServiceName, string>([
      ['core', core.address],
      ['redirection', redirection.address],
    ]);
    const following = {
      get rules() {
        return rules;
      },
      get options() {
        return options;
      },
      waitFor: async (token: string | undefined) => void waited.push(token),
      unready: () => ({}),
    };
    let ids = 0;
    const newId = (): string => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
    site = await startGateway(addresses, { rules: following, newId, ...more });
  };

  const put = (...given: RuleFields[]): void => {
    given.forEach((rule, at) => {
      rules.put(ruleOf({ id: at + 1, ...rule }));
    });
  };

  const visit = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${site.origin}${path}`, { redirect: 'manual', ...init });

  beforeAll(async () => {
    core.answer = answerPages;
    await core.start();
  });
  afterAll(() => core.stop());
  beforeEach(async () => {
    redirection = new FakeRedirection();
    await redirection.start();
    options = defaultRedirectOptions;
    rules = new RuleSet();
    rules.putGroup({ id: 1, module_id: 1, enabled: true });
    await startSite();
  });
  afterEach(async () => {
    await site.stop();
    await redirection.stop();
  });

  it('redirects before a service is asked', async () => {
    put({ url: '/there/' });
    const answer = await visit('/there/');
    const { location, 'x-redirect-by': by, 'cache-control': cache, expires } = Object.fromEntries(answer.headers);
    expect([answer.status, location, by, cache]).toEqual([301, '/new', 'redirection', 'max-age=3600']);
    expect(expires).toBe('Wed, 01 Jul 2026 13:00:00 GMT');
    expect(await answer.text()).toBe('');
  });

  it('redirects files, and in every method', async () => {
    put({ url: '/uploads/a.jpg', match: { type: 'url', url: '/uploads/b.jpg' }, action_code: 308 });
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      expect((await visit('/uploads/a.jpg', { method })).status).toBe(308);
    }
  });

  it('leads to another site only if a rule names it', async () => {
    put({ url: '^/old/(.*)$', flags: { flag_regex: true }, match: { type: 'url', url: '/$1' } });
    for (const path of [
      '/old//evil.example',
      '/old/%2F%2Fevil.example',
      '/old/%09/evil.example',
      '/old/%0d//evil.example',
    ])
      expect((await visit(path)).headers.get('location')).toBe('/evil.example');
    expect((await visit('/old/%5Cevil.example')).headers.get('location')).toBe('/%5Cevil.example');
  });

  it('does not lead back, neither by rules nor by the right address of a page', async () => {
    const target = (url: string) => ({ type: 'url', url }) as const;
    put(
      { url: '/there/', match: target('/there') },
      { url: '/there-a/', match: target('/there-b/') },
      { url: '/there-b/', match: target('/there-a/') },
      { url: '^/there-grow/(.*)', flags: { flag_regex: true }, match: target('/there-grow/a$1') },
      { url: '/there-admin/', match: target('/admin/') },
    );
    for (const path of ['/there/', '/there-a/', '/there-b/', '/there-grow/x/'])
      expect([path, (await visit(path)).status]).toEqual([path, 200]);
    expect((await visit('/there-admin/')).headers.get('location')).toBe('/admin/');
  });

  it('does not lead to a post, or to a random one, whose page leads back', async () => {
    put(
      { url: '/there-post/', match: { type: 'url', url: '77' } },
      { url: '/found-post/', flags: { flag_query: 'ignore' }, match: { type: 'url', url: '/there-post/' } },
      { url: '/there-some/', action_type: 'random', match: { type: 'url' } },
      { url: '/some-post/', match: { type: 'url', url: '/there-some/' } },
      { url: '^/(?:there-78|there)/$', flags: { flag_regex: true }, match: { type: 'url', url: '78' } },
    );
    for (const path of ['/there-post/', '/there-some/'])
      expect([path, (await visit(path)).status]).toEqual([path, 200]);
    expect((await visit('/there-78/')).headers.get('location')).toBe(`${site.origin}/there/`);
    expect((await visit('/there/')).status).toBe(200);
  });

  it('never redirects the interface or the administration', async () => {
    put({ url: '/', flags: { flag_regex: true }, match: { type: 'url', url: 'https://elsewhere.org/' } });
    const paths = ['/json/', '/en/json/core/v2/posts', '/index.php?rest_route=/core/v2/posts', '/admin', '/admin/x'];
    const statuses = await Promise.all(paths.map(async (path) => (await visit(path)).status));
    expect(statuses).not.toContain(301);
    expect((await visit('/there/')).status).toBe(301);
  });

  it('passes a page on unchanged if no rule matches', async () => {
    put({});
    expect(await (await visit('/there/?a=1')).text()).toBe('page /internal/pages/there/?a=1');
  });

  it('adds a missing slash to an existing page only', async () => {
    const there = await visit('/there?a=1');
    expect([there.status, there.headers.get('location')]).toEqual([301, `${site.origin}/there/?a=1`]);
    expect((await visit('/nowhere')).status).toBe(404);
  });

  it('answers errors with their page', async () => {
    put({ action_type: 'error', action_code: 410, match: { type: 'url' } });
    const answer = await visit('/old');
    const { 'cache-control': cache, 'x-redirect-by': by } = Object.fromEntries(answer.headers);
    expect([answer.status, cache, by]).toEqual([410, 'no-store', 'redirection']);
    expect(await answer.text()).toContain('<html');
  });

  it('answers with another page, which then shows its own address', async () => {
    const to = (url: string): RedirectRule['match'] => ({ type: 'url', url });
    put(
      { action_type: 'pass', action_code: 0, match: to('/there?thing=1') },
      { url: '/odd', action_type: 'pass', action_code: 0, match: to('/en/json/core/v2/things') },
    );
    expect(await (await visit('/old')).text()).toBe('page /internal/pages/there/?thing=1');
    expect((await visit('/odd')).status).toBe(404);
  });

  it('leads to a post by its id, and to a random post, at the address of the site', async () => {
    put({ match: { type: 'url', url: '77' } }, { url: '/any', action_type: 'random', match: { type: 'url' } });
    const places = async () =>
      Promise.all(
        ['/old', '/any'].map(async (path) => {
          const { headers } = await visit(path);
          return [headers.get('location'), headers.get('cache-control')];
        }),
      );
    expect(await places()).toEqual([
      [`${site.origin}/found-post/?a=1`, 'no-store'],
      [`${site.origin}/some-post/`, 'no-store'],
    ]);
    redirection.randomPath = null;
    expect((await visit('/any')).status).toBe(404);
    redirection.randomPath = '/some-post/';
    await site.stop();
    await startSite({ publicUrl: 'https://example.org' });
    expect(await places()).toEqual([
      ['https://example.org/found-post/?a=1', 'max-age=3600'],
      ['https://example.org/some-post/', 'max-age=3600'],
    ]);
  });

  it('shows a page if a rule leads to that same page', async () => {
    put(
      { url: '/there/', match: { type: 'url', url: '78' } },
      { url: '/there-too/', action_type: 'random', match: { type: 'url' } },
    );
    redirection.randomPath = '/there-too/';
    expect(await (await visit('/there/')).text()).toBe('page /internal/pages/there/');
    expect(await (await visit('/there-too/')).text()).toBe('page /internal/pages/there-too/');
  });

  it('asks who is signed in only for rules that need it', async () => {
    put({ match: { type: 'login', logged_in: '/in', logged_out: '/out' } });
    expect((await visit('/old')).headers.get('location')).toBe('/out');
    const before = core.asked;
    await visit('/there/', { headers: { authorization: basic(ada.login, 'right') } });
    expect(core.asked).toBe(before);
  });

  it('applies rules for missing pages once a page is known to be missing', async () => {
    put({ url: '.*', flags: { flag_regex: true }, match: { type: 'page', page: '404', url: '/instead' } });
    expect((await visit('/there/')).status).toBe(200);
    expect((await visit('/nowhere/')).headers.get('location')).toBe('/instead');
    expect((await visit('/uploads/none.jpg')).headers.get('location')).toBe('/instead');
  });

  it('leads from addresses of a former structure to posts, if nothing else is found', async () => {
    options = { ...defaultRedirectOptions, permalinks: ['/%year%/%monthnum%/%postname%/'] };
    const answer = await visit('/2019/05/hello/?page=2');
    expect([answer.status, answer.headers.get('location'), answer.headers.get('x-redirect-by')]).toEqual([
      301,
      `${site.origin}/hello/`,
      'redirection',
    ]);
    expect((await visit('/fr-ca/2019/05/hello')).headers.get('location')).toBe(`${site.origin}/fr-ca/hello/`);
    expect((await visit('/2019/05/bye/')).status).toBe(404);
    for (const written of ['/2019/05/%D0%B4%D0%B0-x/', '/2019/05/%d0%b4%d0%b0-X'])
      expect((await visit(written)).headers.get('location')).toBe(`${site.origin}/%d0%b4%d0%b0-x/`);
    expect(redirection.named).toEqual([
      { posts: [{ slug: 'hello' }], under: '' },
      { posts: [{ slug: 'hello' }], under: '/fr-ca' },
      { posts: [{ slug: 'bye' }], under: '' },
      { posts: [{ slug: '%d0%b4%d0%b0-x' }], under: '' },
      { posts: [{ slug: '%d0%b4%d0%b0-x' }], under: '' },
    ]);
    expect((await visit('/2019/hello/')).status).toBe(404);
    expect((await visit('/2019/05/%ff/')).status).toBe(404);
    options = { ...options, permalinks: ['/%postname%/'] };
    expect((await visit('/hello/')).status).toBe(404);
    expect((await visit('/there/')).status).toBe(200);
    put({ url: '.*', flags: { flag_regex: true }, match: { type: 'page', page: '404', url: '/instead' } });
    expect((await visit('/hello/')).headers.get('location')).toBe('/instead');
    await site.stop();
    expect(redirection.records.filter(({ code }) => code === 301)).toMatchObject([
      { rule: 0, by: 'redirection', target: `${site.origin}/hello/` },
      { rule: 0, by: 'redirection', target: `${site.origin}/fr-ca/hello/` },
      { rule: 0, target: `${site.origin}/%d0%b4%d0%b0-x/` },
      { rule: 0, target: `${site.origin}/%d0%b4%d0%b0-x/` },
      { rule: 1, target: '/instead' },
    ]);
  });

  it('waits for rules that its client has just saved', async () => {
    waited.length = 0;
    core.answer = (request, response) => {
      if (request.url?.startsWith('/core/v2')) {
        response
          .writeHead(200, { 'content-type': 'application/json', 'x-almanac-told': 'redirection/9/0/rule-1' })
          .end('{}');
      } else answerPages(request, response);
    };
    await visit('/json/core/v2/things', { method: 'POST' });
    await visit('/there/');
    core.answer = answerPages;
    expect(waited).toEqual(['redirection/9/0/rule-1']);
  });

  it('sets the headers of the options on pages and redirects', async () => {
    const headers = [
      { headerName: 'X-Robots-Tag', headerValue: 'nofollow', location: 'site' },
      { headerName: 'X-Robots-Tag', headerValue: 'nofollow,noindex', location: 'redirect' },
    ];
    options = { ...defaultRedirectOptions, headers };
    put({});
    const robots = async (path: string) => (await visit(path)).headers.get('x-robots-tag');
    expect([await robots('/there/'), await robots('/nowhere/'), await robots('/old')]).toEqual([
      'nofollow',
      'nofollow',
      'nofollow,noindex',
    ]);
    expect(await robots('/en/json/')).toBe('noindex');
  });

  it('sends requests for another host to the site', async () => {
    await site.stop();
    await startSite({ publicUrl: 'https://example.org' });
    options = { ...defaultRedirectOptions, aliases: ['localhost'] };
    const answer = await fetch(`${site.origin.replace('127.0.0.1', 'localhost')}/a?b=1`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('https://example.org/a?b=1');
    expect((await visit('/there/')).status).toBe(200);
  });

  describe('and its reports to the service', () => {
    const told = async () => {
      await site.stop();
      await startSite();
      return redirection.records.map(({ rule, by, code, url, target }) => ({ rule, by, code, url, target }));
    };

    it('report every action of a rule', async () => {
      const match: RuleFields['match'] = { type: 'url' };
      put(
        { url: '/1' },
        { url: '/2', action_type: 'error', action_code: 404, match },
        { url: '/3', action_type: 'nothing', action_code: 0, match },
        { url: '/4', action_type: 'pass', action_code: 0, match: { type: 'url', url: '/there/' } },
        { url: '/5', action_type: 'random', action_code: 302, match },
        { url: '/6', log_exclude: true },
      );
      for (const path of ['/1', '/1', '/2', '/3', '/4', '/5', '/6']) await visit(path);
      const by = 'redirection';
      const target = `${site.origin}/some-post/`;
      expect(await told()).toEqual([
        { rule: 1, by, code: 301, url: '/1', target: '/new' },
        { rule: 1, by, code: 301, url: '/1', target: '/new' },
        { rule: 2, by, code: 404, url: '/2', target: '' },
        { rule: 3, by, code: 0, url: '/3', target: '' },
        { rule: 4, by, code: 0, url: '/4', target: '/there/' },
        { rule: 5, by, code: 302, url: '/5', target },
      ]);
      expect(redirection.counts).toEqual([
        [1, 2],
        [2, 1],
        [3, 1],
        [4, 1],
        [5, 1],
        [6, 1],
      ]);
    });

    it('name missing pages and files, but no answer of the interface', async () => {
      for (const path of ['/nowhere/', '/uploads/none.jpg', '/json/none', '/there/']) await visit(path);
      expect(await told()).toEqual([
        { rule: 0, by: '', code: 404, url: '/nowhere/', target: '' },
        { rule: 0, by: '', code: 404, url: '/uploads/none.jpg', target: '' },
      ]);
    });

    it('report redirects of the site itself if the options ask for it', async () => {
      await visit('/there');
      options = { ...defaultRedirectOptions, log_external: true };
      await visit('/there');
      await visit('/moved/');
      expect(await told()).toEqual([
        { rule: 0, by: 'core', code: 301, url: '/there', target: expect.stringMatching(/\/there\/$/) },
        { rule: 0, by: 'core', code: 301, url: '/moved/', target: '/there/' },
      ]);
    });

    it('leave out what the options exclude', async () => {
      options = { ...defaultRedirectOptions, track_hits: false, expire_redirect: -1, expire_404: -1 };
      put({});
      for (const path of ['/old', '/nowhere/']) await visit(path);
      expect([await told(), redirection.counts]).toEqual([[], []]);
    });
  });
});
