import { askedLanguage, readAddress } from './address.ts';

const rest = (segment: string | undefined, path: string, query = '') => ({ kind: 'rest', segment, path, query });
const page = (segment: string | undefined, path: string, query = '') => ({ kind: 'page', segment, path, query });

describe('the address', () => {
  it.each([
    ['/en/json/cal/events/v1/events', rest('en', '/cal/events/v1/events')],
    ['/fr-ca/json/core/v2/posts?page=2&search=a?b', rest('fr-ca', '/core/v2/posts', 'page=2&search=a?b')],
    ['/json/core/v2', rest(undefined, '/core/v2')],
    ['/en/json', rest('en', '/')],
    ['/en/json/', rest('en', '/')],
    ['/en/json//', rest('en', '/')],
    ['/en/json?context=help', rest('en', '/', 'context=help')],
    ['/en/json/core/v2/posts/', rest('en', '/core/v2/posts')],
    ['/en/json/a%2Fb', rest('en', '/a%2Fb')],
    ['/index.php?rest_route=/core/v2/posts/&page=2', rest(undefined, '/core/v2/posts', 'page=2')],
    [
      '/es-us/?a=1&rest_route=%2Fcal%2Fevents%2Fv1%2Fevents%2Fby-slug%2Fa%20b',
      rest('es-us', '/cal/events/v1/events/by-slug/a%20b', 'a=1'),
    ],
    ['/?rest_route=', rest(undefined, '/')],
    ['/index.php?rest_route[]=/core/v2', { kind: 'invalid-route', segment: undefined }],
    ['/index.php?my_rest_route=/core/v2', page(undefined, '/index.php', 'my_rest_route=/core/v2')],
    ['/', page(undefined, '/')],
    ['/fr-ca', page('fr-ca', '/')],
    ['/fr-ca/event/harbour/?x=1', page('fr-ca', '/event/harbour/', 'x=1')],
    ['/EN/json', page(undefined, '/EN/json')],
    ['/jsonp/a', page(undefined, '/jsonp/a')],
    ['/en/en/json', page('en', '/en/json')],
    ['//json/core/v2/posts?page=2', rest(undefined, '/core/v2/posts', 'page=2')],
    ['//en/json/core/v2', rest('en', '/core/v2')],
    ['/en//json/core/v2', rest('en', '/core/v2')],
    ['/index.php/json/core/v2', rest(undefined, '/core/v2')],
    ['//index.php/en/json/core/v2', rest('en', '/core/v2')],
    ['/index.php//json', rest(undefined, '/')],
    ['//?rest_route=/core/v2', rest(undefined, '/core/v2')],
    ['//index.php?rest_route=/core/v2', rest(undefined, '/core/v2')],
    ['/json//core/v2', rest(undefined, '//core/v2')],
    ['//other.test/json', page(undefined, '//other.test/json')],
    ['//en/event/harbour/', page(undefined, '//en/event/harbour/')],
    ['//?my_rest_route=/core/v2', page(undefined, '//', 'my_rest_route=/core/v2')],
    ['/index.php/event/harbour/', page(undefined, '/index.php/event/harbour/')],
  ])('%s is split into its parts', (target, expected) => {
    expect(readAddress(target, 'json')).toEqual(expected);
  });

  it('has the prefix that is configured', () => {
    expect(readAddress('/en/api/core/v2', 'api')).toEqual(rest('en', '/core/v2'));
    expect(readAddress('/en/json/core/v2', 'api').kind).toBe('page');
  });
});

describe('the requested language', () => {
  it.each([
    [undefined, '', 'en'],
    ['es-us', '', 'es-us'],
    ['es-us', 'i18n_language=fr-ca', 'fr-ca'],
    ['es-us', 'i18n_language=fr-ca&i18n_language=en', 'en'],
    ['es-us', 'search=i18n_language', 'es-us'],
    ['es-us', 'i18n_language=de', undefined],
    ['es-us', 'i18n_language=', undefined],
    ['es-us', 'i18n_language[]=en', undefined],
    ['es-us', 'i18n_language%5Bx%5D=en', undefined],
    ['es-us', 'i18n_language=FR-CA', undefined],
  ] as const)('%s with "%s" is %s', (segment, query, expected) => {
    expect(askedLanguage({ segment, query }, 'en')).toBe(expected);
  });
});
