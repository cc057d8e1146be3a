import { defaultLimits } from '@almanac/service';
import { readSettings } from './settings.ts';

describe('the settings', () => {
  it('without any are those of a trial on this machine', () => {
    expect(readSettings({ PATH: '/bin' })).toEqual({
      PORT: 8080,
      DATA: './data',
      REST_PREFIX: 'json',
      DURABILITY: 'full',
      LOG_LEVEL: 'info',
      LIMITS: defaultLimits,
      TRUST_PROXY: false,
      ALLOW_PLAIN_PASSWORDS: false,
    });
  });

  it('are read from the environment', () => {
    const settings = readSettings({ PUBLIC_URL: 'https://site.test/', TRUST_PROXY: '1', DATA: ':memory:' });
    expect(settings).toMatchObject({ PUBLIC_URL: 'https://site.test', TRUST_PROXY: true, DATA: ':memory:' });
  });

  it.each([
    { REST_PREFIX: 'en' },
    { REST_PREFIX: 'a/b' },
    { PUBLIC_URL: 'site.test' },
    { DURABILITY: 'none' },
    { LIMITS: 'sign-in-name' },
    { TRUST_PROXY: 'maybe' },
    { OPERATIONS_TOKEN: 'short' },
  ])('that cannot be used are refused by name: %j', (environment) => {
    expect(() => readSettings(environment)).toThrow(Object.keys(environment)[0]);
  });
});
