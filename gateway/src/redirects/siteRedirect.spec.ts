import { defaultRedirectOptions, type RedirectOptions } from '@almanac/redirects/schemas';
import { type SiteRequest, siteRedirect } from './siteRedirect.ts';

const target = '/this/is/a/path?arr[]=1&arr[]=2&%E4%B8%AD=1';
const plain = { secure: false, target, kind: 'page' } as const;

const sent = (
  request: Partial<SiteRequest> & { host: string },
  options: Partial<RedirectOptions>,
  publicUrl: string | undefined = 'https://example.org',
) =>
  siteRedirect({ ...plain, ...request }, { ...defaultRedirectOptions, ...options }, { publicUrl, behindProxy: true });

describe('the right site of a request', () => {
  it('is the requested one if no option says otherwise', () => {
    expect(sent({ host: 'any.org' }, {})).toBeUndefined();
  });

  it.each([
    ['plain', 'example.org', { https: true }, 'https://example.org'],
    ['plain, bare host', 'example.org', { https: true, preferred_domain: 'www' }, 'https://www.example.org'],
    ['plain, right host', 'www.example.org', { https: true, preferred_domain: 'www' }, 'https://www.example.org'],
    ['with www', 'www.example.org', { preferred_domain: 'nowww' }, 'https://example.org'],
    ['with www of another', 'www.other.org', { preferred_domain: 'nowww' }, 'https://example.org'],
    ['an alias', 'cat.com', { aliases: ['cat.com', 'dog.com'] }, 'https://example.org'],
    ['another alias', 'dog.com', { aliases: ['cat.com', 'dog.com'], https: true }, 'https://example.org'],
    ['with many w', 'wow.org', { preferred_domain: 'www' }, 'https://www.wow.org'],
  ])('is found for %s: %s goes to the site', (_what, host, options, site) => {
    expect(sent({ host }, options, site)).toBe(`${site}${target}`);
  });

  it.each([
    ['www preferred on a bare site', { host: 'other.org' }, { preferred_domain: 'www' }, 'https://example.org'],
    [
      'a bare host preferred on a www site',
      { host: 'www.example.org' },
      { preferred_domain: 'nowww' },
      'https://www.example.org',
    ],
    ['https on a plain site', { host: 'example.org' }, { https: true }, 'http://example.org'],
    ['https that it has', { host: 'example.org', secure: true }, { https: true }, 'https://example.org'],
    ['an alias that is the site', { host: 'example.org' }, { aliases: ['example.org'] }, 'https://example.org'],
    [
      'the interface',
      { host: 'www.example.org', kind: 'rest' },
      { https: true, preferred_domain: 'nowww' },
      'https://example.org',
    ],
    [
      'the administration',
      { host: 'www.example.org', kind: 'administration' },
      { preferred_domain: 'nowww' },
      'https://example.org',
    ],
  ] as [string, Partial<SiteRequest> & { host: string }, Partial<RedirectOptions>, string][])(
    'is unchanged for %s',
    (_what, request, options, site) => {
      expect(sent(request, options, site)).toBeUndefined();
    },
  );

  it('needs the site’s address, and a proxy that reports plain HTTP', () => {
    const own = { behindProxy: false, publicUrl: 'https://example.org' };
    const options = { ...defaultRedirectOptions, https: true, aliases: ['cat.com'] };
    expect(siteRedirect({ ...plain, host: 'example.org' }, options, own)).toBeUndefined();
    expect(siteRedirect({ ...plain, host: 'cat.com' }, options, { behindProxy: true })).toBeUndefined();
  });

  it.each(['*', 'ftp://evil.example/x'])('is unchanged for %s, which is no path', (other) => {
    expect(sent({ host: 'cat.com', target: other }, { aliases: ['cat.com'] })).toBeUndefined();
  });

  it('is that of an alias for the interface too', () => {
    expect(sent({ host: 'cat.com', kind: 'rest' }, { aliases: ['cat.com'] })).toBe(`https://example.org${target}`);
  });

  it.each(['https://relocate.org', 'https://relocate.org/'])(
    'is the new site, %s, whatever other options say',
    (relocate) => {
      const options = { relocate, aliases: ['cat.com'], preferred_domain: 'www', https: true };
      expect(sent({ host: 'cat.com' }, options)).toBe(`https://relocate.org${target}`);
      expect(sent({ host: 'relocate.org' }, options)).toBeUndefined();
      expect(sent({ host: 'cat.com', kind: 'rest' }, options)).toBeUndefined();
      expect(sent({ host: 'cat.com', kind: 'administration' }, options)).toBeUndefined();
    },
  );
});
