import { createKey } from '@almanac/identity';
import { requireOwnKey } from '../processSettings.ts';
import { databaseName } from './mongodb.ts';
import { readServiceSettings } from './settings.ts';

const needed = {
  MONGODB_URL: 'mongodb://store:27017',
  KAFKA_BROKERS: 'one:9092, two:9092',
  SERVICE_ADDRESSES: 'core=http://core:8080,calendar=http://calendar:8080',
  PRINCIPAL_SECRET: 'x'.repeat(32),
};

describe('the settings of a service', () => {
  it('require only the store, the brokers, the services and the secret', () => {
    const settings = readServiceSettings(needed);
    expect(settings).toMatchObject({
      PORT: 8080,
      TOPIC_PREFIX: 'almanac',
      TOPIC_PARTITIONS: 12,
      DRAIN_MS: 0,
      READY_LAG: 1_000,
    });
    expect(settings.KAFKA_BROKERS).toEqual(['one:9092', 'two:9092']);
    expect(databaseName(settings, 'calendar')).toBe('almanac-calendar');
  });

  it('name the database, or the common prefix of all', () => {
    expect(databaseName(readServiceSettings({ ...needed, DATABASE_PREFIX: 'two' }), 'core')).toBe('two-core');
    expect(databaseName(readServiceSettings({ ...needed, DATABASE: 'records' }), 'core')).toBe('records');
  });

  it.each(Object.keys(needed))('are refused without %s', (name) => {
    expect(() => readServiceSettings({ ...needed, [name]: '' })).toThrow(`${name}: `);
  });

  it.each([
    { MONGODB_URL: 'http://store' },
    { MONGODB_URL: 'mongodb://almanac-core:<password>@store' },
    { PRINCIPAL_SECRET: 'short' },
    { PRINCIPAL_SECRET: '<32 letters or more, the same for all>' },
    { OPERATIONS_TOKEN: '<16 letters or more>' },
    { DATABASE: 'a/b' },
    { TOPIC_REPLICAS: '0' },
    { READY_LAG: '-1' },
    { SIGNING_KEY: '{}' },
    { SIGNING_PUBLIC_KEYS: '{"keys":[]}' },
  ])('are refused by name if they are invalid: %j', (wrong) => {
    expect(() => readServiceSettings({ ...needed, ...wrong })).toThrow(`${Object.keys(wrong)[0]}: `);
  });

  it('accept the key of the process, and require it with public keys', () => {
    const [own, other] = [createKey('core:1'), createKey('calendar:1')];
    const set = (...keys: object[]) => JSON.stringify({ keys });
    const checked = (more: Readonly<Record<string, string>>) => () =>
      requireOwnKey(readServiceSettings({ ...needed, ...more }), 'core');
    const SIGNING_KEY = JSON.stringify(own.private);
    expect(checked({})).not.toThrow();
    expect(checked({ SIGNING_KEY })).not.toThrow();
    expect(checked({ SIGNING_KEY, SIGNING_PUBLIC_KEYS: set(own.public, other.public) })).not.toThrow();
    expect(checked({ SIGNING_PUBLIC_KEYS: set(own.public) })).toThrow('SIGNING_KEY: is required');
    expect(checked({ SIGNING_KEY, SIGNING_PUBLIC_KEYS: set(other.public) })).toThrow('lacks the public key of core:1');
    expect(checked({ SIGNING_KEY: JSON.stringify(other.private) })).toThrow('calendar:1 does not belong to core');
  });
});
