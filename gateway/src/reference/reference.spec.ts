import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeCore, FakeService, type GatewayUnderTest, startWithServices } from '../testing/fakeServices.ts';
import { startRequests } from './startRequests.ts';

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1');
let site: GatewayUnderTest;

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${site.origin}${path}`, { headers });
  const typeOf = answer.headers.get('content-type')?.split(';')[0];
  return { status: answer.status, headers: answer.headers, type: typeOf, text: await answer.text() };
};

beforeAll(async () => {
  site = await startWithServices({ core, calendar });
});
afterAll(() => site.stop());

describe('the site index in a browser', () => {
  it.each([
    [BROWSER, 'text/html'],
    ['text/html', 'text/html'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/json, text/html', 'application/json'],
    ['text/html;q=0.5, application/json', 'application/json'],
    ['image/png', 'application/json'],
    ['nonsense;;;', 'application/json'],
  ])('is answered to “Accept: %s” as %s, and caches are told', async (accept, expected) => {
    const { status, type, headers } = await get('/en/json/', { accept });
    expect([status, type]).toEqual([200, expected]);
    expect(headers.get('vary')).toBe('Origin, Accept, Accept-Encoding');
    expect(headers.get('link')).toContain(`<${site.origin}/en/json/>; rel=`);
  });

  it('stays JSON if an argument names a form', async () => {
    for (const query of ['context=help', '_fields=name', '_envelope', '_jsonp=take'])
      expect([query, (await get(`/en/json/?${query}`, { accept: BROWSER })).type]).not.toContain('text/html');
  });

  it('links the reference of each namespace, in the requested language', async () => {
    const { text, headers } = await get('/en/json/?i18n_language=fr-ca', { accept: BROWSER });
    expect(text).toContain('<html lang="fr-CA" dir="ltr">');
    expect(text).toContain('<h1>Interface : Riverside</h1>');
    for (const name of ['cal%2Fevents%2Fv1', 'core%2Fv2', '%2F'])
      expect(text).toContain(`<a href="${site.origin}/fr-ca/json/docs?namespace=${name}">`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const again = await get('/en/json/?i18n_language=fr-ca', {
      accept: BROWSER,
      'if-none-match': String(headers.get('etag')),
    });
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'Origin, Accept, Accept-Encoding']);
  });

  it('links the reference for programs', async () => {
    const { headers } = await get('/es-us/json/');
    expect(headers.get('link')).toContain(`<${site.origin}/es-us/json/docs>; rel="service-doc"; type="text/html"`);
  });
});

describe('the start page of the reference', () => {
  it('has ten requests in three languages, the namespaces and the search, in the requested language', async () => {
    const { text, headers } = await get('/fr-ca/json/docs');
    expect(text.match(/<section class="request">/g)).toHaveLength(10);
    for (const code of ['curl', 'TypeScript', 'Python'])
      expect(text.match(new RegExp(`<div class="sample" data-code="${code}">`, 'g'))).toHaveLength(10);
    expect(text).toContain('<h2 id="requests">Dix requêtes pour commencer</h2>');
    expect(text).toContain(`curl &#39;${site.origin}/fr-ca/json/cal/events/v1/events?per_page=3&#39;`);
    expect(text).toContain(`<a href="${site.origin}/fr-ca/json/docs?namespace=core%2Fv2">`);
    expect(String(headers.get('content-security-policy'))).not.toMatch(/unsafe|redoc/);
  });

  it('shows operations of the interface', () => {
    const documents = ['cal-events-v1', 'core-v2', 'site'].map((name) =>
      JSON.parse(readFileSync(join(import.meta.dirname, `../../../docs/interface/openapi/${name}.json`), 'utf8')),
    );
    const paths: Readonly<Record<string, object>> = Object.assign({}, ...documents.map((each) => each.paths));
    const operationOf = (method: string, target: string) =>
      Object.entries(paths).find(([path, methods]) => {
        const expression = path.replaceAll(/\{\w+\}/g, '[^/]+');
        return new RegExp(`^${expression}$`).test(target.split('?')[0] ?? '') && method.toLowerCase() in methods;
      });
    for (const { method, target } of startRequests)
      expect([target, operationOf(method, target)]).not.toContain(undefined);
  });
});

describe('the reference', () => {
  it('shows the requested namespace', async () => {
    const shown = async (query: string) =>
      /aria-current="page">([^<]+)</.exec((await get(`/en/json/docs${query}`)).text);
    expect((await shown('?namespace=Core/v2'))?.[1]).toBe('core/v2');
    expect((await shown('?namespace=/'))?.[1]).toBe('/');
    expect((await get('/fr-ca/json/docs/')).text).toContain('<html lang="fr-CA" dir="ltr">');
  });

  it.each(['none/v1', 'constructor', '__proto__', '"><script>'])('refuses the unknown namespace “%s”', async (name) => {
    for (const path of ['docs', 'openapi.json']) {
      const { status, text } = await get(`/en/json/${path}?${new URLSearchParams({ namespace: name })}`);
      expect([path, status, JSON.parse(text).code]).toEqual([path, 404, 'rest_invalid_namespace']);
    }
  });

  it('runs its own files alone, each under an address that changes with its content', async () => {
    const { text, headers } = await get('/en/json/docs?namespace=/');
    const policy = String(headers.get('content-security-policy'));
    expect(policy).not.toMatch(/unsafe|https?:(?!\/\/127\.0\.0\.1)|\*/);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)" integrity="(sha256-[^"]+)"/g)];
    expect(files).toHaveLength(3);
    for (const [, address = '', integrity] of files) {
      expect(policy).toContain(` ${address}`);
      const answer = await fetch(address);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(`sha256-${hash('sha256', await answer.text(), 'base64')}`).toBe(integrity);
    }
  });

  it.each(['redoc-0000000000000000.js', '../package.json', 'constructor', 'style-0000000000000000.css'])(
    'has no file “%s”',
    async (file) => {
      expect((await get(`/en/json/docs/${encodeURIComponent(file)}`)).status).toBe(404);
    },
  );

  it('shows a document of the namespace alone', async () => {
    const paths = async (path: string) => Object.keys(JSON.parse((await get(`/en/json/${path}`)).text).paths);
    for (const path of ['openapi.json?namespace=Core/v2', 'openapi/core-v2.json'])
      expect([path, await paths(path)]).toEqual([path, ['/core/v2', '/core/v2/things']]);
    for (const path of ['openapi.json?namespace=/', 'openapi/site.json'])
      expect([path, await paths(path)]).toEqual([path, ['/', '/batch/v1']]);
    const { status, text } = await get('/en/json/openapi/none-v1.json');
    expect([status, JSON.parse(text).code]).toEqual([404, 'rest_invalid_namespace']);
  });

  it('has no other method than GET', async () => {
    for (const path of ['docs', 'openapi.json'])
      expect((await fetch(`${site.origin}/en/json/${path}`, { method: 'DELETE' })).status).toBe(404);
  });
});
