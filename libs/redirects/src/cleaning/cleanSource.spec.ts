import { cleanSource } from './cleanSource.ts';

const host = 'example.org';
const clean = (url: string) => cleanSource(url, { regex: false, host });
const cleanPattern = (url: string) => cleanSource(url, { regex: true, host });

describe('the source of a rule', () => {
  it.each([
    ['http://example.org/some/url', '/some/url'],
    ['https://EXAMPLE.org:8443/some/url', '/some/url'],
    ['https://user:secret@example.org/some/url', '/some/url'],
    ['http://example.org?to=a@b', '/?to=a@b'],
    ['/some/url\nmore', '/some/url'],
    ['/some/url\rmore', '/some/url'],
    ['/some/url\r\nmore', '/some/url'],
    ['/some/url\tmore', '/some/url'],
    ['some/url', '/some/url'],
    ['/%E4%B8%AD%E5%9B%BD?%E4%B8%AD=%E5%9B%BD', '/中国?中=国'],
    [' /spaces   ', '/spaces'],
    ["/spaces'", "/spaces'"],
    ['/test(.+)', '/test(.+)'],
    ['', '/'],
    ['/a', '/a'],
    ['url', '/url'],
    ['?x=1', '/?x=1'],
    ['*', '/*'],
    ['ftp://x/y', '/ftp://x/y'],
    ['/a<b>c</b>&amp;d', '/ac&d'],
    ['/a%3Cscript%3Eb', '/ab'],
    ['/a%0Ab', '/a'],
    ['/a\u202eb', '/ab'],
    ['/100%', '/100%'],
    ['/%E4%zz', '/%E4%zz'],
    ['/n#x', '/n#x'],
    ['http://example.org', '/'],
  ])('is stored without its origin: %j becomes %j', (sent, url) => {
    expect(clean(sent)).toEqual({ url });
  });

  it('is for another host alone if it names that host', () => {
    expect(clean('http://full.com')).toEqual({ url: '/', server: 'http://full.com' });
    expect(clean('https://Full.com/a?b=1')).toEqual({ url: '/a?b=1', server: 'https://full.com' });
    expect(clean('https://user:secret@full.com:8443/a')).toEqual({ url: '/a', server: 'https://full.com' });
  });

  it('keeps its characters if it is a pattern', () => {
    expect(cleanPattern('^/a/(?<id>\\d+)%20\nmore')).toEqual({ url: '^/a/(?<id>\\d+)%20' });
    expect(cleanPattern('source/(.*)')).toEqual({ url: 'source/(.*)' });
  });

  it('is missing if it is an empty pattern', () => {
    expect(cleanPattern(' ')).toBeUndefined();
  });

  it('is cleaned in time proportional to its length', () => {
    expect(clean('<a'.repeat(50_000))).toEqual({ url: '/' });
    expect(clean(`/${'%E4'.repeat(50_000)}`)?.url).toHaveLength(150_001);
  });
});
