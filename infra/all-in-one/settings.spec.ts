import { defaultLimits } from '@almanac/service';
import { readSettings } from './settings.ts';

describe('the settings of a site in one process', () => {
  it('are those of a trial on this machine by default', () => {
    expect(readSettings({ PATH: '/bin' })).toEqual({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA: './data',
      REST_PREFIX: 'json',
      DURABILITY: 'full',
      LOG_LEVEL: 'info',
      BEGIN_ANEW: false,
      LIMITS: defaultLimits,
      EXPENSIVE_ANSWERS_PER_ADDRESS: 2,
      EXPENSIVE_ANSWERS_PER_PROCESS: 8,
      CACHE_MB: 64,
      TRUSTED_PROXIES: 0,
      ALIASES_STRICT: false,
      ALLOW_PLAIN_PASSWORDS: false,
      CLIENT_READS_PER_MINUTE: 0,
      CLIENT_WRITES_PER_MINUTE: 0,
    });
  });

  it('are read from the environment', () => {
    const settings = readSettings({
      PUBLIC_URL: 'https://site.test/',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7',
      DATA: ':memory:',
    });
    expect(settings).toMatchObject({
      PUBLIC_URL: 'https://site.test',
      TRUSTED_PROXIES: ['10.0.0.0/8', '192.0.2.7'],
      DATA: ':memory:',
    });
  });

  it.each([
    { REST_PREFIX: 'a/b' },
    { PUBLIC_URL: 'site.test' },
    { DURABILITY: 'none' },
    { LIMITS: 'sign-in-name' },
    { EXPENSIVE_ANSWERS_PER_ADDRESS: '0' },
    { TEXT_MAXIMA: 'slug=20' },
    { ANSWER_CHARACTERS: '1000' },
    { TRUSTED_PROXIES: 'maybe' },
    { TRUSTED_PROXIES: '10.0.0.0/33' },
    { TRUSTED_PROXIES: '-1' },
    { OPERATIONS_TOKEN: 'short' },
  ])('are refused by name if they are invalid: %j', (environment) => {
    expect(() => readSettings(environment)).toThrow(Object.keys(environment)[0]);
  });
});
