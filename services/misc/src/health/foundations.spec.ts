import type { FetchInternal } from '@almanac/service';
import { serveMisc, startOfSpecs, type TestService } from '../testing.contract.ts';

const GIB = 2 ** 30;
const sound = {
  store: null,
  documents: { fault: null, outdated: [] },
  disk: { fault: null, free: 50 * GIB, size: 100 * GIB },
  clock: { fault: null, at: startOfSpecs, storeAhead: 0 },
  brokers: { fault: null, embedded: false },
};

const disk = (free: number, size: number) => ({ disk: { fault: null, free, size } });
const ahead = (storeAhead: number) => ({ clock: { ...sound.clock, storeAhead } });
const setBack = (milliseconds: number) => ({ clock: { ...sound.clock, setBack: milliseconds } });
const at = (time: string) => ({ clock: { ...sound.clock, at: time } });

describe('the health tests of shared foundations', () => {
  let misc: TestService;
  let calendar: object;
  let away: string | undefined;
  let hasBucket: boolean;
  const sizesOf = (service: string) => {
    if (service !== 'core') return { store: 1_024, uploads: 0 };
    return hasBucket ? { store: 1_024, uploads: 0, uploads_elsewhere: true } : { store: 1_024, uploads: 2_621_440 };
  };
  const fetchInternal: FetchInternal = async (service, path) => {
    const body = path.endsWith('/sizes') ? sizesOf(service) : { ...sound, ...(service === 'calendar' && calendar) };
    return { status: service === away ? 500 : 200, headers: new Headers(), body };
  };

  beforeEach(async () => {
    [calendar, away, hasBucket] = [{}, undefined, false];
    misc = await serveMisc({ fetchInternal });
  });
  afterEach(() => misc.stop());

  it.each<[string, object, string, string]>([
    ['store', {}, 'good', ''],
    ['store', { store: 'read-only' }, 'critical', 'calendar: read-only'],
    ['documents', {}, 'good', ''],
    [
      'documents',
      { documents: { fault: null, outdated: ['events'] } },
      'recommended',
      'calendar: the documents of events',
    ],
    ['documents', { documents: { fault: 'gone', outdated: [] } }, 'critical', 'calendar: gone'],
    ['broker', {}, 'good', ''],
    ['broker', { brokers: { fault: null, embedded: true } }, 'good', 'calendar needs no brokers'],
    [
      'broker',
      { brokers: { fault: 'no almanac.core.v1', embedded: false } },
      'critical',
      'calendar: no almanac.core.v1',
    ],
    ['disk', disk(10 * GIB, 100 * GIB), 'good', 'calendar: 10240 MiB of 102400 MiB'],
    ['disk', disk(10 * GIB - 1, 100 * GIB), 'recommended', 'calendar: 10239 MiB'],
    ['disk', disk(GIB, 2 * GIB), 'good', 'calendar: 1024 MiB'],
    ['disk', disk(GIB - 1, 2 * GIB), 'recommended', 'calendar: 1023 MiB'],
    ['disk', disk(2 * GIB - 1, 100 * GIB), 'critical', 'calendar: 2047 MiB'],
    ['disk', disk(100 * 2 ** 20 - 1, GIB), 'critical', 'calendar: 99 MiB'],
    ['disk', { disk: { fault: null, free: null, size: null } }, 'good', 'calendar keeps its data in memory'],
    ['disk', { disk: { fault: 'no answer', free: null, size: null } }, 'critical', 'calendar: no answer'],
    ['clock', ahead(1_000), 'good', ''],
    ['clock', ahead(-1_001), 'recommended', 'calendar: clocks differ by 1 seconds'],
    ['clock', ahead(30_001), 'critical', 'calendar: clocks differ by 30 seconds'],
    ['clock', setBack(0), 'good', ''],
    ['clock', setBack(60_001), 'critical', 'calendar: the clock was set back by 60 seconds'],
    ['clock', at('2031-01-01T11:59:58Z'), 'recommended', 'calendar: clocks differ by 2 seconds'],
    ['clock', at('2031-01-01T12:01:00Z'), 'critical', 'calendar: clocks differ by 60 seconds'],
    ['clock', { clock: { ...sound.clock, fault: 'no answer' } }, 'critical', 'calendar: no answer'],
  ])('report %s for %p as %s', async (test, hurt, status, fact) => {
    calendar = hurt;
    const { body } = await misc.ask(`/health/v1/tests/${test}`, { as: 'administrator' });
    expect([body.status, body.actions === '', body.description.includes(fact)]).toEqual([
      status,
      status === 'good',
      true,
    ]);
  });

  it.each(['store', 'documents', 'broker', 'disk', 'clock'])(
    'name in %s the service that does not answer',
    async (test) => {
      away = 'redirection';
      const { body } = await misc.ask(`/health/v1/tests/${test}`, { as: 'administrator' });
      expect([body.status, body.description.includes('redirection does not answer')]).toEqual(['critical', true]);
    },
  );

  it('sum the sizes of all services', async () => {
    const { body } = await misc.ask('/health/v1/directory-sizes', { as: 'administrator' });
    expect(body).toMatchObject({
      raw: 2_626_560,
      uploads_size: { size: '2.50 MB', raw: 2_621_440 },
      database_size: { size: '5.00 KB', raw: 5_120 },
      total_size: { size: '2.50 MB', raw: 2_626_560 },
    });
  });

  it('leave out the size of media in a bucket, which nobody counts', async () => {
    hasBucket = true;
    const { body } = await misc.ask('/health/v1/directory-sizes', { as: 'administrator' });
    expect(Object.keys(body)).toEqual(['raw', 'database_size', 'total_size']);
    expect(body).toMatchObject({ raw: 5_120, total_size: { raw: 5_120 } });
  });

  it('omit the sizes if a service is away, since they would be too small', async () => {
    away = 'core';
    const { status, body } = await misc.ask('/health/v1/directory-sizes', { as: 'administrator' });
    expect([status, body.code]).toEqual([503, 'rest_service_unavailable']);
  });
});
