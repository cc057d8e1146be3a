import { anonymous } from '@almanac/identity';
import { embedAnswer, embedLinks } from './embedPage.ts';
import { pageAnswer, redirectTo } from './pageAnswer.ts';
import { renderContextFor } from './testing.ts';

const visitor = { principal: anonymous, headers: {} };
const editor = { principal: { kind: 'user', id: 1, login: 'a', roles: ['editor'] }, headers: {} } as const;
const renderContext = renderContextFor();
const json = { rel: 'alternate', type: 'application/json', href: 'https://site.test/en/json/core/v2/posts/7' };
const page = { title: 'A', main: 'B', links: [json, { rel: 'alternate', type: 'text/xml+oembed', href: 'x' }] };

describe('the HTTP answer of a page', () => {
  it('may be cached, and is revalidated', () => {
    const { status, headers = {}, contentType } = pageAnswer(visitor, renderContext, page);
    expect([status, contentType, headers['Cache-Control']]).toEqual([
      200,
      'text/html; charset=UTF-8',
      'public, no-cache',
    ]);
    const tag = String(headers.ETag);
    const again = (known: string) =>
      pageAnswer({ ...visitor, headers: { 'if-none-match': known } }, renderContext, page).status;
    expect([again(tag), again(`"x", W/${tag}`), again('"x"')]).toEqual([304, 304, 200]);
  });

  it('is private if credentials or a password opened it, and for refusals', () => {
    const cached = (request: typeof visitor | typeof editor, options = {}) => {
      const { headers = {} } = pageAnswer(request, renderContext, page, options);
      return [headers['Cache-Control'], headers.ETag];
    };
    const never = ['private, no-store', undefined];
    expect(cached(editor)).toEqual(never);
    expect(cached(visitor, { isPrivate: true })).toEqual(never);
    expect(cached(visitor, { status: 403 })).toEqual(never);
  });

  it('has links for signed-in people only if their principal asked for it', () => {
    const answered = (request: typeof visitor | typeof editor) =>
      String(pageAnswer(request, renderContext, { ...page, editedAt: 'content/posts/7' }).body);
    expect(answered(editor)).toContain('https://site.test/en/admin/content/posts/7');
    expect(answered(visitor)).not.toContain('content/posts/7');
  });

  it('links the interfaces, and the page’s record', () => {
    expect(pageAnswer(visitor, renderContext, { ...page, calendarRoot: 'https://site.test/x' }).headers).toMatchObject({
      'X-Cal-API-Version': 'v1',
      'X-Cal-API-Root': 'https://site.test/x',
      'X-Cal-API-Origin': 'https://site.test',
      'Content-Language': 'en',
      Link: `<${json.href}>; rel="alternate"; type="application/json"`,
    });
  });

  it('may redirect', () => {
    expect(redirectTo('https://site.test/a/', 303, { 'Set-Cookie': 'a=b' })).toMatchObject({
      status: 303,
      headers: { Location: 'https://site.test/a/', 'Set-Cookie': 'a=b', 'Cache-Control': 'private, no-store' },
    });
  });
});

describe('the embeddable form of a page', () => {
  it('may stand in every frame, and leads out of it', () => {
    const embedded = { title: 'A', address: 'https://site.test/a/', body: 'B' };
    const { body, headers = {} } = embedAnswer(visitor, renderContext, embedded);
    expect(headers['Content-Security-Policy']).toContain('frame-ancestors *');
    expect(body).toContain('<base target="_top">');
    expect(body).toContain('<h1><a class="bare" href="https://site.test/a/">A</a></h1>');
  });

  it('is found by links', () => {
    expect(embedLinks('https://site.test/é/?a=1&b', renderContext)).toMatchObject([
      {
        type: 'application/json+oembed',
        href: 'https://site.test/en/json/oembed/1.0/embed?url=https%3A%2F%2Fsite.test%2F%C3%A9%2F%3Fa%3D1%26b',
      },
      { type: 'text/xml+oembed', href: expect.stringMatching(/&format=xml$/) },
    ]);
  });
});
