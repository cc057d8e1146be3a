import { completeSettings } from '@almanac/contracts';
import { cleanAddress, pageOf, readSiteAddress } from './siteAddress.ts';

const read = (address: string, site = 'https://site.test', settings = completeSettings({})) =>
  readSiteAddress(cleanAddress(address), { site, settings });

describe('an address of the site', () => {
  it.each([
    ['https://site.test/harbour/', 'harbour'],
    ['https://site.test/harbour', 'harbour'],
    ['http://site.test/harbour/', 'harbour'],
    ['https://www.site.test/harbour/', 'harbour'],
    ['https://SITE.test/HARBOUR/', 'harbour'],
    ['https://site.test/harbour/?utm=1#top', 'harbour'],
    ['https://site.test:443/harbour/', 'harbour'],
    ['site.test/harbour/', 'harbour'],
    ['//site.test/harbour/', 'harbour'],
    [' https://site.test/har\nbour/ ', 'harbour'],
    ['https://site.test/event/harbour/', 'event/harbour'],
    ['https://site.test/fr-ca/event/port/', 'fr-ca/event/port'],
    ['https://site.test/en/harbour/', 'harbour'],
    ['https://site.test/caf%C3%A9/', 'café'],
    ['https://site.test/café/', 'café'],
    ['https://site.test/100%/', '100%'],
    ['https://site.test/enough/', 'enough'],
  ])('is resolved: %j names the page %s', (address, page) => {
    expect(read(address)).toEqual({ page });
  });

  it.each([
    ['2026/05/harbour', 'harbour'],
    ['2026/05/harbour/embed', 'harbour/embed'],
    ['fr-ca/news/port', 'fr-ca/port'],
    ['2026/harbour', undefined],
    ['event/harbour', undefined],
  ])('may be a permalink, present or former: %s leads to the plain path %s', (page, plain) => {
    const settings = {
      ...completeSettings({ permalinks: '/{year}/{month}/{slug}/' }),
      former_permalinks: ['/news/{slug}/'],
    };
    expect(read(`https://site.test/${page}/`, undefined, settings)).toEqual({ page, ...(plain && { plain }) });
  });

  it.each([
    ['https://site.test/?p=12', 12],
    ['https://site.test/harbour/?a=b&p=12', 12],
    ['https://site.test/?page_id=12', 12],
    ['https://site.test/fr-ca/?attachment_id=12#x', 12],
    ['https://site.test/?p=12abc', 12],
  ])('is resolved: %s names a record', (address, id) => {
    expect(read(address)).toEqual({ id });
  });

  it.each([
    '',
    'nonsense',
    'https://other.test/harbour/',
    'https://site.test.other.test/harbour/',
    'https://site.test:8443/harbour/',
    'https://www.www.site.test/harbour/',
    'https://site.test/',
    'https://site.test/en/',
    'https://site.test/?p=0',
    'https://other.test/?p=12',
    '/harbour/',
    'http://[',
  ])('is unknown: %j', (address) => {
    expect(read(address)).toBeUndefined();
  });

  it('may have a port of its own, and a path of its own', () => {
    expect(read('http://127.0.0.1:8080/harbour/', 'http://127.0.0.1:8080')).toEqual({ page: 'harbour' });
    expect(read('http://127.0.0.1:8081/harbour/', 'http://127.0.0.1:8080')).toBeUndefined();
    expect(read('https://site.test/almanac/harbour/', 'https://site.test/almanac')).toEqual({ page: 'harbour' });
    expect(read('https://site.test/almanac/', 'https://site.test/almanac')).toBeUndefined();
  });
});

describe('two pages', () => {
  it('are compared decoded and without case', () => {
    expect(pageOf('/%D0%BF%D1%80%D0%B8/')).toBe(pageOf('/%d0%bf%d1%80%d0%b8'));
  });
});
