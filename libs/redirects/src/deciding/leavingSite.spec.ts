import fc from 'fast-check';
import { compilePattern } from '../pattern.ts';
import { ruleOf, visitOf } from '../testing/rules.ts';
import { VisitedAddress } from '../visit.ts';
import { locationOf } from './target.ts';

const ORIGIN = 'http://example.org';
const BRACED = '$'.concat('{1}');

const locate = (url: string, target: string, visited: string, isPattern = true): string | undefined =>
  locationOf(ruleOf({ url, flags: { flag_regex: isPattern, flag_query: isPattern ? 'exact' : 'pass' } }), target, {
    visit: visitOf(visited),
    visited: new VisitedAddress(visited),
  });

/** Returns the origin that a browser reaches from an address of the site. */
const originOf = (location: string, visited: string): string =>
  new URL(location, new URL(`${ORIGIN}${visited}`)).origin;

const ADDRESSES = [
  '/old//evil.example',
  '/old///evil.example',
  '/old/%2F%2Fevil.example',
  '/old/%2f/evil.example',
  '/old/%09/evil.example',
  '/old/%0d//evil.example',
  '/old/%0a%2Fevil.example',
  '/old/%250a%2Fevil.example',
  '/old/%%0a0a/evil.example',
  '/old/%00/evil.example',
  '/old/%20//evil.example',
  '/old/\\evil.example',
  '/old/%5Cevil.example',
  '/old/%5c%5cevil.example',
  '/old/%ef%bc%8fevil.example',
  '/old/%e2%80%8b/evil.example',
  '/old/%2e%2e//evil.example',
  '/old/.//evil.example',
  '/old/[lower]//evil.example[/lower]',
  '/old/https://evil.example',
  '/old/.evil.example',
  '/old/@evil.example',
  '/old/:80@evil.example',
  '/old.evil.example',
  '/old@evil.example',
  '//evil.example/old/',
  '//evil.example/old/x',
  '/https://evil.example/old/',
];

describe('a target that begins with one slash', () => {
  const rules = [
    ['^/old/(.*)$', '/$1'],
    ['^/old(.*)$', '/$1'],
    ['^/old/(.*)$', `/${BRACED}`],
    ['^/old/(.*)$', '/\\1'],
    ['/old/', '/new/'],
    ['old', '/new'],
    ['^/old/', '/'],
    ['old/', '/'],
    ['^/old/(.*)$', '/[lower]$1[/lower]'],
    ['^/old/(.*)$', '/%0a$1'],
    ['^/old/(.*)$', '/[userlogin]/$1'],
    ['^/old/(.*)$', '/%userlogin%/$1'],
    ['^/old/(.*)$', '/[lower][/lower]/$1'],
    ['^/old/(.*)$', '/[lower]/$1[/lower]'],
    ['(.*)', '/$1'],
  ] as const;

  it.each(rules.flatMap(([url, target]) => ADDRESSES.map((address) => [url, target, address] as const)))(
    'keeps the visit on the site: pattern %s to %s, address %s',
    (url, target, address) => {
      const location = locate(url, target, address) ?? '/';
      expect(location).not.toMatch(/^[/\\]{2}/);
      expect(originOf(location, address)).toBe(ORIGIN);
    },
  );

  it('keeps one slash at the start of the location', () => {
    expect(locate('^/old/(.*)$', '/$1', '/old//evil.example')).toBe('/evil.example');
    expect(locate('^/old/(.*)$', '/$1', '/old/%5Cevil.example')).toBe('/%5Cevil.example');
    expect(locate('old', '/new', '/old')).toBe('/new');
  });
});

describe('a target that names no host', () => {
  it.each([
    ['^(.*)\\.html$', '$1', '//evil.example/x.html', '/evil.example/x'],
    ['^/(.*)\\.html$', '$1', '/a/b.html', 'a/b'],
    ['^/(.*)\\.html$', '$1', '/https://evil.example/x.html', undefined],
    ['^/(.*)\\.html$', '$1', '/javascript:alert(1).html', undefined],
    ['^/go/', '', '/go//evil.example', '/evil.example'],
    ['old', 'new', '//evil.example/old', '/evil.example/new'],
    ['old$', 'https://good.example/', '//evil.example/old', '/evil.example/https://good.example/'],
  ])('keeps the visit on the site: pattern %s to %s, address %s', (url, target, address, location) => {
    expect(locate(url, target, address)).toBe(location);
  });
});

describe('a target that names a host', () => {
  it.each([
    ['^/old(.*)$', 'https://example.com$1', '/old/x?y=1', 'https://example.com/x?y=1'],
    ['^/old(.*)$', 'https://example.com$1', '/old?y=1', 'https://example.com?y=1'],
    ['^/old(.*)$', 'https://example.com$1', '/old', 'https://example.com'],
    ['^/old(.*)$', 'https://example.com$1', '/old.evil.example', 'https://example.com/.evil.example'],
    ['^/old(.*)$', 'https://example.com$1', '/old@evil.example', 'https://example.com/@evil.example'],
    ['^/old(.*)$', 'https://example.com:8443$1', '/old80@evil.example', 'https://example.com:8443/80@evil.example'],
    ['^/old(.*)$', 'https://example.com:$1', '/old80@evil.example', 'https://example.com:/80@evil.example'],
    ['^/old(.*)$', '//example.com$1', '/old.evil.example', '//example.com/.evil.example'],
    ['^/old(.*)$', '[lower]HTTPS://Example.COM$1[/lower]', '/old.Evil', 'https://example.com/.evil'],
    ['^/old', 'https://example.com', '/old.evil.example', 'https://example.com/.evil.example'],
    ['^/old', 'https://example.com', '/old/x', 'https://example.com/x'],
    ['^/to/(.*)$', 'https://$1.example.com/', '/to/ada', 'https://ada.example.com/'],
    ['^/to/(.*)$', 'https://$1.example.com/', '/to/evil.example/', undefined],
    ['^/to/(.*)$', 'https://$1.example.com/', '/to/evil.example%5C', undefined],
    ['^/to/(.*)$', 'https://$1.example.com/', '/to/evil.example%23', undefined],
    ['^/to/(\\w+)', 'https://$1.example.com', '/to/ada.evil.example', undefined],
    ['^/to/(.*)$', 'https://$1/', '/to/anywhere.example', 'https://anywhere.example/'],
    ['^/to/(.*)$', 'https://www.$1', '/to/anywhere.example/x', 'https://www.anywhere.example/x'],
    ['^/old(.*)$', 'https:/example.com$1', '/old.evil.example', 'https:/example.com/.evil.example'],
    ['^/old(.*)$', 'https:example.com$1', '/old@evil.example', 'https:example.com/@evil.example'],
    ['^/mail/(.*)$', 'mailto:$1@example.com', '/mail/ada', 'mailto:ada@example.com'],
  ])('leads to its host: pattern %s to %s, address %s', (url, target, address, location) => {
    expect(locate(url, target, address)).toBe(location);
  });
});

/** Parts of addresses with a meaning for browsers, servers or rules. */
const part = fc.oneof(
  fc.constantFrom('/', '//', '\\', '%2F', '%5C', '%09', '%0d', '%0a', '%250a', '.', '..', '%2e', '@', ':', '?', '#'),
  fc.constantFrom('evil.example', 'https:', 'old', '／', '\u200b', '[lower]', '[/lower]', '[dashes]', '$1', ' ', '%'),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
const address = text.map((rest) => `/${rest}`);
const pattern = fc
  .constantFrom('^/(.*)$', '(.*)', '^/old(.*)$', 'old', '/', '^/', '[^/]+$', '(o)(l)?', 'evil', '^(/*)(.*)$', '')
  .filter((url) => compilePattern(url, { ignoreCase: false }) !== undefined);
const path = fc.oneof(text, fc.constantFrom('$1', BRACED, '\\1', '$0', 'x$2', '[lower]$1[/lower]', '[userlogin]', ''));

describe('the location of any rule', () => {
  const runs = { numRuns: 3_000 };

  it('is on the site if the target begins with one slash', () => {
    fc.assert(
      fc.property(pattern, path, address, fc.boolean(), (url, rest, visited, isPattern) => {
        const target = `/${rest.replace(/^\/+/, '')}`;
        const location = locate(url, target, visited, isPattern);
        if (location === undefined) return;
        expect(location).toMatch(/^\/(?![/\\])/);
        expect(originOf(location, visited)).toBe(ORIGIN);
      }),
      runs,
    );
  });

  it('has the host of a target that begins with a whole one', () => {
    const hosts = fc.constantFrom('https://example.com', 'http://example.com:8080', 'https://ada@example.com');
    const references = fc.constantFrom('', '$1', BRACED, '\\1', '$0', '$1$2');
    fc.assert(
      fc.property(pattern, hosts, references, path, address, (url, host, referred, rest, visited) => {
        const tail = /^(?:[/?#]|$)/.test(rest) ? rest : `/${rest}`;
        const location = locate(url, `${host}${referred}${tail}`, visited);
        if (location === undefined) return;
        expect([ORIGIN, new URL(host).origin]).toContain(originOf(location, visited));
      }),
      runs,
    );
  });

  it('is on the site if the target names no host', () => {
    fc.assert(
      fc.property(pattern, path, address, (url, target, visited) => {
        fc.pre(!/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target));
        const location = locate(url, target, visited);
        if (location !== undefined) expect(originOf(location, visited)).toBe(ORIGIN);
      }),
      runs,
    );
  });
});
