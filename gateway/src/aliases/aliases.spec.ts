import type { RequestListener } from 'node:http';
import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { MAX_RENAMED_WHOLE_BYTES } from '../sendBody.ts';
import { FakeCore, FakeService, startWithServices } from '../testing/fakeServices.ts';
import { createAliases } from './aliases.ts';
import type { AliasProfile } from './aliasProfile.ts';

const profile: AliasProfile = {
  tag: 'p1',
  restPrefix: 'other-json',
  namespaces: { 'other/v2': 'core/v2', 'fair/events/v1': 'cal/events/v1' },
  routes: { 'tests/outside': 'tests/outside-communication' },
  types: { fair_event: 'cal_events', fair_event_cat: 'cal_events_cat' },
  params: { lang: 'i18n_language', other_language: 'i18n_language', _other_nonce: '_core_nonce' },
  members: {},
  metaMembers: { _fair_event_state: '_cal_events_state' },
  headers: { 'X-Other-Total': 'X-Core-Total', 'X-Other-Nonce': 'X-Core-Nonce' },
  paths: { '/other-sign-in.php': '/admin/sign-in', '/other-admin/': '/admin/', '/other-files/': '/uploads/' },
  answerPaths: { '/other-files/': '/uploads/' },
  forms: { '/admin/sign-in': { log: 'login', pwd: 'password' } },
  codes: { other_rest_: 'calx_rest_' },
  classes: { 'other-image-': 'core-image-' },
  relations: { 'https://other.test/': 'urn:almanac:rel:', 'other:': 'core:' },
  procedures: { path: '/calls.php', api: 'Other-API' },
};

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1');
let site: Awaited<ReturnType<typeof startWithServices>>;
beforeAll(async () => {
  site = await startWithServices({ core, calendar }, { profile });
});
afterAll(() => site.stop());
afterEach(() => {
  for (const service of [core, calendar]) {
    service.answer = undefined;
    service.seen.length = 0;
  }
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${site.origin}${path}`, { redirect: 'manual', ...init });

const received = async (path: string, init: RequestInit = {}) => {
  await ask(path, init);
  const [seen] = [...core.seen.splice(0), ...calendar.seen.splice(0)];
  return seen;
};

const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_request, response) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const own = { 'content-type': 'application/json', 'content-length': bytes.length, ...headers };
    response.writeHead(status, own).end(bytes);
  };

describe('addresses in answers', () => {
  it('have the languages of the site, whose choice may change', () => {
    const { renderJson } = createAliases(profile, 'json');
    const rendered = () =>
      renderJson({ baseUrl: 'https://a.test', isDescription: false }).push('"https://a.test/de/json/core/v2/posts"');
    expect(rendered()).toBe('"https://a.test/de/json/core/v2/posts"');
    useLanguages({ tags: ['de'], defaultLanguage: 'de', overrides: {} });
    try {
      expect(rendered()).toBe('"https://a.test/de/other-json/other/v2/posts"');
    } finally {
      useLanguages({ tags: [...DEFAULT_TAGS], defaultLanguage: 'en', overrides: {} });
    }
  });
});

describe('kept answers', () => {
  it('are dropped with the places of a host, which clients may invent', () => {
    const { renderJson, renderWhole } = createAliases(profile, 'json');
    const body = Buffer.from('[{"id":1,"type":"cal_events"}]');
    const rendered = (host: string) =>
      renderWhole(body, renderJson({ baseUrl: `https://${host}`, isDescription: false }), host);
    rendered('a.test');
    rendered('a.test');
    const kept = rendered('a.test');
    expect(rendered('a.test')).toBe(kept);
    for (let n = 0; n < 8; n++) rendered(`h${n}.test`);
    expect(rendered('a.test')).not.toBe(kept);
    expect(rendered('a.test')).toEqual(kept);
  });
});

describe('a request with the names of a profile', () => {
  it.each([
    ['/other-json/other/v2/posts/7', '/core/v2/posts/7'],
    ['/fr-ca/other-json/other/v2/posts/', '/core/v2/posts'],
    ['//other-json/other/v2/posts', '/core/v2/posts'],
    ['/fr-ca//other-json/other/v2/posts', '/core/v2/posts'],
    ['/index.php/other-json/other/v2/types/fair_event', '/core/v2/types/cal_events'],
    ['//?rest_route=/other/v2/posts', '/core/v2/posts'],
    ['/other-json/OTHER/v2/posts', '/core/v2/posts'],
    ['/other-json/other/v2/fair_event/7/fair_event', '/core/v2/cal_events/7/fair_event'],
    ['/other-json/other/v2/types/fair_event', '/core/v2/types/cal_events'],
    [
      '/other-json/other/v2/fair_event?type=fair_event&search=fair_event',
      '/core/v2/cal_events?type=cal_events&search=fair_event',
    ],
    ['/other-json/other/v2/posts?fair_event_cat%5B%5D=7', '/core/v2/posts?cal_events_cat%5B%5D=7'],
    ['/other-json/other/v2/posts?_fields=id,_links.other:term', '/core/v2/posts?_fields=id%2C_links.core%3Aterm'],
    ['/other-json/other/v2/posts?_embed', '/core/v2/posts?_embed'],
    ['/?rest_route=/other/v2/posts&page=2', '/core/v2/posts?page=2'],
    ['/index.php?rest_route=%2Fother%2Fv2%2Ftypes%2Ffair_event', '/core/v2/types/cal_events'],
    ['/en/json/core/v2/posts?type=fair_event', '/core/v2/posts?type=fair_event'],
    ['/?rest_route=/core/v2/posts', '/core/v2/posts'],
    ['/other-files/2026/07/harbour.png', '/uploads/2026/07/harbour.png'],
    ['/other-admin/authorize.php?app_name=X', '/internal/admin/authorize.php?app_name=X'],
    ['/other-admin', '/internal/admin/'],
  ])('reaches its service with Almanac’s names: %s', async (address, url) => {
    expect((await received(address))?.url).toBe(url);
  });

  it.each(['lang', 'other_language', 'i18n_language'])('chooses its language by %s', async (name) => {
    const seen = await received(`/other-json/other/v2/posts?${name}=fr-ca`);
    expect(seen?.headers['x-almanac-language']).toBe('fr-ca');
  });

  it.each([
    ['lang=fr-CA', 'fr-ca'],
    ['lang=fr', 'fr-ca'],
    ['lang=en_US', 'en'],
    ['lang=xx', undefined],
    ['lang=all', undefined],
    ['lang=', undefined],
    ['i18n_language=fr', undefined],
  ])('chooses the language of the site that its tag means: %s', async (query, language) => {
    const seen = await received(`/other-json/other/v2/posts?${query}`);
    expect([seen?.headers['x-almanac-language'], seen?.url]).toEqual(
      language === undefined ? [undefined, undefined] : [language, `/core/v2/posts?i18n_language=${language}`],
    );
  });

  it('has its body read with the names, except for people’s texts', async () => {
    const body = JSON.stringify({
      title: 'fair_event',
      fair_event_cat: [7],
      type: 'fair_event',
      meta: {
        fair_event: 'type',
        type: 'fair_event',
        nested: { code: 'other_rest_x', fair_event: [{ type: 'fair_event' }] },
      },
      status: 'fair_event',
    });
    const headers = { 'content-type': 'application/json' };
    const seen = await received('/other-json/other/v2/posts', { method: 'POST', body, headers });
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      title: 'fair_event',
      cal_events_cat: [7],
      type: 'cal_events',
      meta: {
        fair_event: 'type',
        type: 'fair_event',
        nested: { code: 'other_rest_x', fair_event: [{ type: 'fair_event' }] },
      },
      status: 'cal_events',
    });
  });

  it('has the requests of its batch read with the names', () => {
    const item = {
      path: '/other/v2/fair_event',
      headers: { 'x-other-nonce': '1' },
      body: { lang: 'fr', type: 'fair_event', list: [{ lang: 'fr' }], meta: { lang: 'fr' } },
    };
    const read = createAliases(profile, 'json').readBody(Buffer.from(JSON.stringify({ requests: [item] })), {
      path: '/batch/v1',
      contentType: 'application/json',
    });
    expect(JSON.parse(read.toString())).toEqual({
      requests: [
        {
          path: '/core/v2/cal_events',
          headers: { 'x-core-nonce': '1' },
          body: { i18n_language: 'fr-ca', type: 'cal_events', list: [{ lang: 'fr' }], meta: { lang: 'fr' } },
        },
      ],
    });
  });

  it('has its form read with the names', async () => {
    const body = new URLSearchParams({ title: 'fair_event & more', 'fair_event_cat[]': '7' });
    const seen = await received('/other-json/other/v2/posts', { method: 'POST', body });
    expect([...new URLSearchParams(seen?.body)]).toEqual([
      ['title', 'fair_event & more'],
      ['cal_events_cat[]', '7'],
    ]);
  });

  it('has the form of a page read with the fields of that page alone', async () => {
    const body = () => new URLSearchParams({ log: 'ada', pwd: 'log&pwd', redirect_to: '/other-admin/' });
    const sent = async (path: string) => {
      const seen = await received(path, { method: 'POST', body: body() });
      return [seen?.url, Object.fromEntries(new URLSearchParams(seen?.body))];
    };
    expect(await sent('/other-sign-in.php')).toEqual([
      '/internal/admin/sign-in',
      { login: 'ada', password: 'log&pwd', redirect_to: '/admin/' },
    ]);
    expect((await sent('/fr-ca/other-sign-in.php'))[1]).toMatchObject({ login: 'ada', password: 'log&pwd' });
    expect(await sent('/other-admin/code')).toEqual(['/internal/admin/code', Object.fromEntries(body())]);
    expect(await sent('/admin/sign-in')).toEqual(['/internal/admin/sign-in', Object.fromEntries(body())]);
  });

  it('has the form of a page read with its fields as multipart too, and with a boundary within its values', async () => {
    const body = new FormData();
    for (const [name, value] of [
      ['log', 'ad\u00e4'],
      ['pwd', 'x\r\nContent-Disposition: form-data; name="log"\r\n\r\ny--z'],
      ['other', 'log'],
    ] as const)
      body.append(name, value);
    const seen = await received('/other-sign-in.php', { method: 'POST', body });
    const headers = { 'content-type': String(seen?.headers['content-type']) };
    const read = await new Response(seen?.body, { headers }).formData();
    expect([...read]).toEqual([
      ['login', 'ad\u00e4'],
      ['password', body.get('pwd')],
      ['other', 'log'],
    ]);
  });

  it('has the address of the next page in a form read with the path of the site, of whatever site it is', async () => {
    const next = async (redirect_to: string) => {
      const query = new URLSearchParams({ redirect_to });
      const sent = await received('/other-sign-in.php', { method: 'POST', body: query });
      const shown = await received(`/other-sign-in.php?${query}`);
      const [fromBody, fromQuery] = [
        new URLSearchParams(sent?.body),
        new URL(shown?.url ?? '', site.origin).searchParams,
      ];
      expect(fromQuery.get('redirect_to')).toBe(fromBody.get('redirect_to'));
      const form = new FormData();
      form.append('redirect_to', redirect_to);
      const inParts = await received('/other-sign-in.php', { method: 'POST', body: form });
      const headers = { 'content-type': String(inParts?.headers['content-type']) };
      const fromParts = await new Response(inParts?.body, { headers }).formData();
      expect(fromParts.get('redirect_to')).toBe(fromBody.get('redirect_to'));
      return fromBody.get('redirect_to');
    };
    expect(await next('https://a.test/other-admin/apply.php?to=x%3A%2F%2Fy&lang=fr')).toBe(
      'https://a.test/admin/apply.php?to=x%3A%2F%2Fy&lang=fr',
    );
    expect(await next('/fr-ca/other-admin/apply.php')).toBe('/fr-ca/admin/apply.php');
    for (const other of [
      '//a.test/other-admin/',
      '/\\a.test/other-admin/',
      'apply.php?a=/other-admin/',
      '',
      'x:/other-admin/',
    ])
      expect(await next(other)).toBe(other);
  });

  it('has its headers read with the names', async () => {
    const seen = await received('/other-json/other/v2/posts', { headers: { 'x-other-total': '3' } });
    expect(seen?.headers).toMatchObject({ 'x-core-total': '3' });
  });
});

describe('an answer under a profile', () => {
  const root = (): string => `${site.origin}/en/json`;

  it('has the names in its members, links and headers', async () => {
    calendar.answer = json(
      {
        type: 'cal_events',
        cal_events_cat: [7],
        link: `${site.origin}/uploads/a.png`,
        _links: {
          self: [{ href: `${root()}/core/v2/cal_events/7?i18n_language=fr-ca` }],
          'core:term': [{ taxonomy: 'cal_events_cat', href: `${root()}/core/v2/tags?post=7` }],
          'core:action-assign-cal_events_cat': [{ href: `${root()}/core/v2/cal_events/7` }],
          curies: [{ name: 'core', href: 'urn:almanac:rel:{rel}', templated: true }],
        },
      },
      { 'x-core-total': '3', link: `<${root()}/core/v2/posts?page=2&search=cal_events>; rel="next"` },
    );
    const answer = await ask('/other-json/other/v2/fair_event/7');
    const other = `${site.origin}/en/other-json`;
    expect(await answer.json()).toEqual({
      type: 'fair_event',
      fair_event_cat: [7],
      link: `${site.origin}/other-files/a.png`,
      _links: {
        self: [{ href: `${other}/other/v2/fair_event/7?lang=fr-ca` }],
        'other:term': [{ taxonomy: 'fair_event_cat', href: `${other}/other/v2/tags?post=7` }],
        'other:action-assign-fair_event_cat': [{ href: `${other}/other/v2/fair_event/7` }],
        curies: [{ name: 'other', href: 'https://other.test/{rel}', templated: true }],
      },
    });
    expect(answer.headers.get('x-other-total')).toBe('3');
    expect(answer.headers.get('x-core-total')).toBeNull();
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Other-Total');
    expect(answer.headers.get('link')).toBe(
      `<${other}/>; rel="https://other.test/", <${other}/other/v2/posts?page=2&search=cal_events>; rel="next"`,
    );
  });

  it('leaves people’s texts as they are', async () => {
    const texts = {
      title: { raw: 'cal_events in core/v2', rendered: 'cal_events in core/v2' },
      content: { raw: '<img class="core-image-7">', rendered: '<p>core-image-7 <code>class</code></p>' },
      meta: {
        cal_events: 'core:term',
        type: 'cal_events',
        file: `${site.origin}/uploads/a.png`,
        nested: { type: 'cal_events' },
      },
      excerpt: { raw: `${site.origin}/uploads/a.png shows the harbour` },
    };
    core.answer = json(texts);
    expect(await (await ask('/other-json/other/v2/posts/7')).json()).toEqual(texts);
  });

  it('has the names of members of meta, in requests too', async () => {
    core.answer = json({ meta: { _cal_events_state: '_cal_events_state', nested: { _cal_events_state: 1 } } });
    const answer = await ask('/other-json/other/v2/posts/7');
    const meta = { _fair_event_state: '_cal_events_state', nested: { _cal_events_state: 1 } };
    expect(await answer.json()).toEqual({ meta });
    core.answer = undefined;
    core.seen.length = 0;
    const headers = { 'content-type': 'application/json' };
    const seen = await received('/other-json/other/v2/posts/7', {
      method: 'POST',
      headers,
      body: JSON.stringify({ meta }),
    });
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      meta: { _cal_events_state: '_cal_events_state', nested: { _cal_events_state: 1 } },
    });
  });

  it('has the classes in rendered content', async () => {
    core.answer = json({ rendered: '<img class="big core-image-7" alt="core-image-7">' });
    const answer = await ask('/other-json/other/v2/posts/7');
    expect(await answer.json()).toEqual({ rendered: '<img class="big other-image-7" alt="core-image-7">' });
  });

  it('has the classes in content that begins with an address, which stays as it is', async () => {
    const address = `${site.origin}/uploads/a.png`;
    core.answer = json({ rendered: `${address} <img class="core-image-7">` });
    const answer = await ask('/other-json/other/v2/posts/7');
    expect(await answer.json()).toEqual({ rendered: `${address} <img class="other-image-7">` });
  });

  it.each(['posts/7', 'types/fair_event'])('names the short form of relations: %s', async (path) => {
    core.answer = json({ _links: { 'core:items': [], curies: [{ name: 'core', href: 'urn:almanac:rel:{rel}' }] } });
    expect(await (await ask(`/other-json/other/v2/${path}`)).json()).toEqual({
      _links: { 'other:items': [], curies: [{ name: 'other', href: 'https://other.test/{rel}' }] },
    });
  });

  it('keeps its length if it is in one piece, and arrives whole in many', async () => {
    const body = { title: 'Ä'.repeat(MAX_RENAMED_WHOLE_BYTES), type: 'cal_events' };
    core.answer = json(body);
    expect(await (await ask('/other-json/other/v2/posts/7')).json()).toEqual({ ...body, type: 'fair_event' });
    core.answer = json({ type: 'cal_events' });
    expect((await ask('/other-json/other/v2/posts/7')).headers.get('content-length')).toBe('21');
  });

  it('is rendered anew when it has changed', async () => {
    for (const id of [1, 1, 2]) {
      core.answer = json({ id, type: 'cal_events' });
      expect(await (await ask('/other-json/other/v2/posts/9')).json()).toEqual({ id, type: 'fair_event' });
    }
  });

  it('has the names in errors of services and of the gateway', async () => {
    const body = {
      code: 'calx_rest_x',
      message: 'Invalid parameter(s): i18n_language',
      data: { params: { i18n_language: 'x' } },
    };
    core.answer = json(body, {}, 400);
    expect(await (await ask('/other-json/other/v2/posts')).json()).toEqual({
      code: 'other_rest_x',
      message: 'Invalid parameter(s): lang',
      data: { params: { lang: 'x' } },
    });
    expect(await (await ask('/other-json/other/v2/posts?lang=xx')).json()).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { lang: expect.any(String) } },
    });
  });

  it('has the names in the index and in the OpenAPI document', async () => {
    const index = (await (await ask('/other-json/')).json()) as { routes: object; namespaces: string[] };
    expect(Object.keys(index.routes)).toContain('/other/v2/things');
    expect(index.namespaces).toContain('fair/events/v1');
    const document = (await (await ask('/other-json/openapi.json')).json()) as { paths: object; servers: object[] };
    expect(Object.keys(document.paths)).toContain('/other/v2/things');
    expect(document.servers).toEqual([{ url: `${site.origin}/en/other-json` }]);
  });

  it('has an ETag of its own', async () => {
    const seen: (string | undefined)[] = [];
    core.answer = (request, response) => {
      seen.push(request.headers['if-none-match'], request.headers['if-match']);
      json({}, { etag: '"1-a-b"' })(request, response);
    };
    const etag = (await ask('/other-json/other/v2/posts/7')).headers.get('etag') ?? '';
    expect(etag).toBe('"1-a-b.p1"');
    const plain = { headers: { 'accept-encoding': 'identity' } };
    expect((await ask('/en/json/core/v2/posts/7', plain)).headers.get('etag')).toBe('"1-a-b"');
    seen.length = 0;
    await ask('/other-json/other/v2/posts/7', { headers: { 'if-none-match': `"1-a-b", ${etag}`, 'if-match': etag } });
    expect(seen).toEqual(['"1-a-b"', '"1-a-b"']);
    seen.length = 0;
    await ask('/other-json/other/v2/posts/7', { headers: { 'if-none-match': '"1-a-b"', 'if-match': '"1-a-b"' } });
    expect(seen).toEqual([undefined, '"1-a-b"']);
  });

  it('allows the origin of its request, even if its host is like a name', async () => {
    core.answer = json({});
    const answer = await ask('/other-json/other/v2/posts', { headers: { origin: 'http://core:3000' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://core:3000');
  });

  it('has no body in answer to HEAD, and the same headers', async () => {
    core.answer = json({ type: 'cal_events' }, { 'x-core-total': '3' });
    const answer = await ask('/other-json/other/v2/posts', { method: 'HEAD' });
    expect(answer.headers.get('x-other-total')).toBe('3');
    expect(await answer.text()).toBe('');
  });

  it('is rendered with Almanac’s names at Almanac’s addresses', async () => {
    const body = { type: 'cal_events', _links: { 'core:term': [] } };
    core.answer = json(body, { 'x-core-total': '3' });
    const answer = await ask('/en/json/core/v2/posts/7');
    expect(await answer.json()).toEqual(body);
    expect(answer.headers.get('x-core-total')).toBe('3');
  });
});

describe('a compressed answer under a profile', () => {
  const path = '/other-json/other/v2/posts/7';
  const long = { type: 'cal_events', title: 'River '.repeat(400) };
  const renamed = { ...long, type: 'fair_event' };

  /** Answers as a service does: conditionally, with a tag and a length. */
  const conditionally: RequestListener = (request, response) => {
    if (request.headers['if-none-match'] === '"1-a-b"') {
      response.writeHead(304, { etag: '"1-a-b"' }).end();
      return;
    }
    json(long, { etag: '"1-a-b"' })(request, response);
  };
  const coded = (headers: Record<string, string> = {}, method = 'GET') =>
    ask(path, { method, headers: { 'accept-encoding': 'br', ...headers } });

  it('has the names, its length, and the coding outermost in its ETag', async () => {
    core.answer = conditionally;
    const answer = await coded();
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toMatch(/\bAccept-Encoding$/);
    expect(answer.headers.get('etag')).toBe('"1-a-b.p1-br"');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(200);
    expect(await answer.json()).toEqual(renamed);
  });

  it('has the same headers in answer to HEAD', async () => {
    core.answer = conditionally;
    const answer = await coded({}, 'HEAD');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('etag')).toBe('"1-a-b.p1-br"');
    expect(await answer.text()).toBe('');
  });

  it.each([
    ['"1-a-b.p1-br"', 304, '"1-a-b.p1-br"'],
    ['"1-a-b.p1"', 304, '"1-a-b.p1"'],
    ['"1-a-b.p1-gzip"', 200, '"1-a-b.p1-br"'],
    ['"1-a-b-br"', 200, '"1-a-b.p1-br"'],
    ['"1-a-b"', 200, '"1-a-b.p1-br"'],
  ])('is current for a client that has stored %s: %i', async (tag, status, etag) => {
    core.answer = conditionally;
    const answer = await coded({ 'if-none-match': tag });
    expect([answer.status, answer.headers.get('etag')]).toEqual([status, etag]);
  });

  it('has its tag taken off in the reverse order by writes', async () => {
    await coded({ 'if-match': '"1-a-b.p1-br"' }, 'PUT');
    expect(core.seen.at(-1)?.headers['if-match']).toBe('"1-a-b"');
  });

  it('arrives whole if it is sent in parts', async () => {
    core.answer = (_request, response) => {
      const text = JSON.stringify(long);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(text.slice(0, 10));
      setImmediate(() => response.end(text.slice(10)));
    };
    const answer = await coded();
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.json()).toEqual(renamed);
  });

  it('reaches no client as a whole one if its service breaks it off', async () => {
    core.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 });
      response.write('{"type":');
      setImmediate(() => response.destroy());
    };
    await expect(coded().then((answer) => answer.text())).rejects.toThrow();
  });

  it('may be the index, an error or a text without names', async () => {
    const codingOf = async (address: string) =>
      (await ask(address, { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding');
    expect(await codingOf('/other-json/')).toBe('gzip');
    core.answer = json({ code: 'calx_rest_x', message: 'River '.repeat(400), data: {} }, {}, 400);
    expect(await codingOf(path)).toBe('gzip');
    core.answer = json(long, { 'content-type': 'text/calendar' });
    expect(await codingOf(path)).toBe('gzip');
  });
});

describe('a page of a site with a profile', () => {
  const page = '<!doctype html><head><link rel="urn:almanac:rel:" href="ROOT"></head>cal_events';

  it('links to the interface under both names', async () => {
    const own = `${site.origin}/en/json/`;
    const other = `${site.origin}/en/other-json/`;
    core.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', etag: '"p"' }).end(page.replace('ROOT', own));
    };
    const answer = await ask('/harbour/', { headers: { 'accept-encoding': 'identity' } });
    expect(answer.headers.get('link')).toBe(`<${own}>; rel="urn:almanac:rel:", <${other}>; rel="https://other.test/"`);
    expect(answer.headers.get('etag')).toBe('"p.p1"');
    expect(await answer.text()).toBe(
      page.replace(
        '"ROOT">',
        `"${own}">\n<link rel="https://other.test/" href="${other}">\n<link rel="EditURI" type="application/rsd+xml" href="${site.origin}/calls.php?rsd">`,
      ),
    );
  });
});

describe('the address of remote procedures', () => {
  it('refuses every call with one sentence, in the language of the site', async () => {
    for (const init of [{}, { method: 'POST', body: '<methodCall/>' }]) {
      const answer = await ask('/calls.php', init);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain; charset=UTF-8']);
      expect(await answer.text()).toBe('This site has no remote procedures; use its REST interface.');
    }
    expect(await (await ask('/fr-ca/calls.php')).text()).toMatch(/^Ce site n’a pas/);
    expect(core.seen).toEqual([]);
  });

  it('describes the REST interface by its name under the profile', async () => {
    const answer = await ask('/calls.php?rsd');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/rsd+xml; charset=UTF-8']);
    expect(await answer.text()).toContain(
      `<api name="Other-API" blogID="1" preferred="true" apiLink="${site.origin}/en/other-json/"/>`,
    );
  });
});

describe('an address with the names of a profile', () => {
  afterEach(() => useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} }));

  it('is read anew when the languages of the site have changed', () => {
    const { read } = createAliases(profile, 'json');
    const target = '/it/other-json/other/v2/posts?lang=it-IT';
    const unknown = { target, isAliased: false };
    expect([read(target), read(target)]).toEqual([unknown, unknown]);
    useLanguages({ tags: [...DEFAULT_TAGS, 'it'], defaultLanguage: 'en', overrides: {} });
    const known = { target: '/it/json/core/v2/posts?i18n_language=it', isAliased: true };
    expect([read(target), read(target)]).toEqual([known, known]);
  });
});

describe('a strict profile', () => {
  it.each([
    [true, 'unsent=clear'],
    [false, undefined],
  ])('tells services to clear unsent members: %s', (clearsUnsent, prefer) => {
    expect(createAliases({ ...profile, clearsUnsent }, 'json').readHeaders({}).prefer).toBe(prefer);
  });

  it('leaves the headers of the request itself as they are', () => {
    const headers = { host: 'site.example', 'if-none-match': '"1-a-b"' };
    const { readHeaders } = createAliases({ ...profile, clearsUnsent: true }, 'json');
    expect(readHeaders(headers)).toEqual({ host: 'site.example', prefer: 'unsent=clear' });
    expect(headers).toEqual({ host: 'site.example', 'if-none-match': '"1-a-b"' });
  });
});
