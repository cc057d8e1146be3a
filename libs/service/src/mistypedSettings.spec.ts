import type { Log } from './log.ts';
import { warnOfMistypedSettings } from './mistypedSettings.ts';

const ownSettings = { SITE_FILE: '', KAFKA_BROKERS: '', PORT: '' };

describe('the settings of a process', () => {
  const warned = (environment: Readonly<Record<string, string>>) => {
    const warn = jest.fn();
    warnOfMistypedSettings({ warn } as Partial<Log> as Log, environment, ownSettings);
    return warn.mock.calls.map(([{ variable, setting }]) => [variable, setting]);
  };

  it('are looked for in environment variables that nearly have their names', () => {
    expect(warned({ SITEFILE: '/site.json', KAFKA_BROKER: 'kafka:9092', MEDIA_FOLDRE: '/media' })).toEqual([
      ['SITEFILE', 'SITE_FILE'],
      ['KAFKA_BROKER', 'KAFKA_BROKERS'],
      ['MEDIA_FOLDRE', 'MEDIA_FOLDER'],
    ]);
  });

  it('are looked for in the names of files with their values too', () => {
    expect(warned({ KAFKA_BROKERS_FILE: '/run/brokers', KAFKA_BROKERS_FIEL: '/run/brokers' })).toEqual([
      ['KAFKA_BROKERS_FIEL', 'KAFKA_BROKERS_FILE'],
    ]);
  });

  it('cause no warning if they are right, foreign or short', () => {
    expect(
      warned({ SITE_FILE: '/site.json', HOME: '/root', PATH: '/bin', PORTS: '1', LANG: 'C', NODE_ENV: 'x' }),
    ).toEqual([]);
  });
});
