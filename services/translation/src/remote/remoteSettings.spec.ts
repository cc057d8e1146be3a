import { readOutsideSettings } from './remoteSettings.ts';

const now = () => new Date('2031-01-01T12:00:00Z');
const KEY = 'the key of both sides, 32 letters';
const read = (own: Record<string, string>) => readOutsideSettings(own, now);

describe('the operator’s settings for outside services', () => {
  it('are empty by default', () =>
    expect(read({})).toEqual({ remote: undefined, publicUrl: undefined, restPrefix: 'json' }));

  it('are an address with its key, and the site’s address', () => {
    const given = {
      TRANSLATION_ENGINE: 'https://engine.test/',
      TRANSLATION_ENGINE_KEY: KEY,
      PUBLIC_URL: 'https://Site.test:443/',
    };
    const { remote, publicUrl } = read(given);
    expect([remote?.covers(new URL('https://engine.test/v1/jobs')), publicUrl]).toEqual([true, 'https://site.test']);
  });

  it.each<[string, Record<string, string>]>([
    ['no key', { TRANSLATION_ENGINE: 'https://engine.test/' }],
    ['a short key', { TRANSLATION_ENGINE: 'https://engine.test/', TRANSLATION_ENGINE_KEY: 'short' }],
    ['credentials', { TRANSLATION_ENGINE: 'https://a:b@engine.test/', TRANSLATION_ENGINE_KEY: KEY }],
    ['another scheme', { TRANSLATION_ENGINE: 'file:///etc/passwd', TRANSLATION_ENGINE_KEY: KEY }],
    ['what starters alone understand', { TRANSLATION_ENGINE: 'embedded', TRANSLATION_ENGINE_KEY: KEY }],
  ])('are refused with %s', (_what, own) => expect(() => read(own)).toThrow(/TRANSLATION_ENGINE/));
});
