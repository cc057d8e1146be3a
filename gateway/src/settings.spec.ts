import { defaultSite, readSite } from '@almanac/service';
import { profileNames, readProfile } from './aliases/aliasProfile.ts';
import { publicOptions, readSettings } from './settings.ts';

const needed = {
  SERVICE_ADDRESSES: 'core=http://core:8080',
  PRINCIPAL_SECRET: 'x'.repeat(32),
  KAFKA_BROKERS: 'broker:9092',
};

describe('the settings of a gateway', () => {
  it('require only the services, the secret and the brokers', () => {
    const settings = readSettings(needed);
    expect([...settings.SERVICE_ADDRESSES]).toEqual([['core', 'http://core:8080']]);
    expect(publicOptions(settings, defaultSite)).toEqual({
      prefix: 'json',
      trustedProxies: 0,
      allowPlainPasswords: false,
      clientLimits: { reads: 0, writes: 0 },
      cacheBytes: 64 * 1024 ** 2,
    });
  });

  it('are passed on', () => {
    const token = 'a token of operators';
    const settings = readSettings({
      ...needed,
      PUBLIC_URL: 'https://site.test/',
      REST_PREFIX: 'api',
      TRUSTED_PROXIES: '1',
      ALLOW_PLAIN_PASSWORDS: 'true',
      CLIENT_READS_PER_MINUTE: '600',
      CLIENT_WRITES_PER_MINUTE: '60',
      OPERATIONS_TOKEN: token,
      CACHE_MB: '1',
    });
    expect(publicOptions(settings, defaultSite)).toEqual({
      prefix: 'api',
      publicUrl: 'https://site.test',
      trustedProxies: 1,
      allowPlainPasswords: true,
      clientLimits: { reads: 600, writes: 60 },
      operationsToken: token,
      cacheBytes: 1024 ** 2,
    });
  });

  it.each([
    [{ ...needed, SERVICE_ADDRESSES: undefined }, 'SERVICE_ADDRESSES'],
    [{ ...needed, PRINCIPAL_SECRET: 'short' }, 'PRINCIPAL_SECRET'],
    [{ ...needed, KAFKA_BROKERS: undefined }, 'KAFKA_BROKERS'],
    [{ ...needed, PUBLIC_URL: 'site.test' }, 'PUBLIC_URL'],
    [{ ...needed, OPERATIONS_TOKEN: 'short' }, 'OPERATIONS_TOKEN'],
    [{ ...needed, CLIENT_READS_PER_MINUTE: '-1' }, 'CLIENT_READS_PER_MINUTE'],
    [{ ...needed, CLIENT_WRITES_PER_MINUTE: 'many' }, 'CLIENT_WRITES_PER_MINUTE'],
    [{ ...needed, CACHE_MB: '-1' }, 'CACHE_MB'],
  ])('are refused by name if they are invalid: %j', (variables, name) => {
    expect(() => readSettings(variables)).toThrow(`${name}: `);
  });

  it('are refused if the prefix is a language of the site', () => {
    const settings = readSettings({ ...needed, REST_PREFIX: 'en' });
    expect(() => publicOptions(settings, defaultSite)).toThrow('REST_PREFIX: en is a language of the site');
    expect(publicOptions(settings, readSite({ languages: ['de'] }))).toMatchObject({ prefix: 'en' });
  });

  it('select a profile of names, whose prefix is not the site’s own', () => {
    const [name = ''] = profileNames();
    const { profile } = publicOptions(readSettings({ ...needed, ALIASES: name }), defaultSite);
    expect(profile).toEqual({ ...readProfile(name), clearsUnsent: false });
    const strict = publicOptions(readSettings({ ...needed, ALIASES: name, ALIASES_STRICT: '1' }), defaultSite);
    expect(strict.profile?.clearsUnsent).toBe(true);
    const settings = readSettings({ ...needed, ALIASES: name, REST_PREFIX: profile?.restPrefix });
    expect(() => publicOptions(settings, defaultSite)).toThrow('is the prefix of the profile');
    const unknown = readSettings({ ...needed, ALIASES: 'unknown' });
    expect(() => publicOptions(unknown, defaultSite)).toThrow('ALIASES: "unknown" is no profile');
  });
});
