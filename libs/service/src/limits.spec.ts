import type { Counters } from '@almanac/documents';
import { createSqliteCounters, openDatabase } from '@almanac/documents/sqlite';
import { runWithLimits, UsedLimits } from '@almanac/rest';
import { runForRequest } from '@almanac/telemetry';
import { defaultLimits, limitSettings } from './limitSettings.ts';
import { createLimits, LimitReachedError, MAX_COUNTERS_PER_LIMIT } from './limits.ts';
import type { Log } from './log.ts';

const settings = { ...defaultLimits, 'look-up-user': { most: 3, seconds: 60 } };

describe('a rate limit', () => {
  let clock: number;
  let writes: number;
  let names: string[];
  let said: unknown[];
  let refusals: string[];
  let counters: Counters;
  beforeEach(() => {
    [clock, writes, names, said, refusals] = [1_000_000, 0, [], [], []];
    const stored = createSqliteCounters(openDatabase(':memory:', { durability: 'normal' }), { now: () => clock });
    counters = {
      ...stored,
      add: (name, ...more) => {
        writes++;
        names.push(name);
        return stored.add(name, ...more);
      },
    };
  });

  const log = {
    info: (details: object) => void said.push(['info', details]),
    warn: (details: object) => void said.push(['warn', details]),
  } as unknown as Log;
  const onRefused = (name: string) => void refusals.push(name);
  const limits = (secret = 'a secret') =>
    createLimits({ counters, settings, secret, now: () => new Date(clock), log, onRefused });
  /** The limiter of one replica. */
  const replica = (secret?: string) => limits(secret)('look-up-user');
  const spent = async (times: number, limiter = replica(), who = 'ada') => {
    for (let turn = 0; turn < times; turn++) await limiter.spend(who);
  };

  it('lets its number of requests through, then returns the seconds until the next', async () => {
    const limiter = replica();
    await spent(3, limiter);
    clock += 20_500;
    const refusal = await limiter.spend('ada').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LimitReachedError);
    expect(refusal).toMatchObject({ seconds: 40 });
    await limiter.spend('bob');
    clock += 39_500;
    await spent(3, limiter);
  });

  it('tells the request how many are left', async () => {
    const limits = new UsedLimits();
    const told = () => limits.headers().RateLimit;
    await runWithLimits(limits, async () => {
      const limiter = replica();
      await spent(2, limiter);
      expect([limits.headers()['RateLimit-Policy'], told()]).toEqual([
        '"look-up-user";q=3;w=60',
        '"look-up-user";r=1;t=60',
      ]);
      await limiter.giveBack('ada');
      expect(told()).toBe('"look-up-user";r=2;t=60');
      await spent(2, limiter);
      for (let round = 0; round < 2; round++) {
        clock += 1_000;
        await expect(limiter.spend('ada')).rejects.toBeInstanceOf(LimitReachedError);
        expect(told()).toBe(`"look-up-user";r=0;t=${59 - round}`);
      }
      await limiter.forget('ada');
      expect(told()).toBe('"look-up-user";r=3');
    });
  });

  it('tells nobody about a limit of all clients together', async () => {
    const limits = new UsedLimits();
    await runWithLimits(limits, () => replica().spend());
    expect(limits.headers()).toEqual({});
  });

  it('is counted by all replicas together', async () => {
    await spent(2, replica());
    await spent(1, replica());
    await expect(replica().spend('ada')).rejects.toBeInstanceOf(LimitReachedError);
  });

  it('costs less than one write for each request of a flood', async () => {
    const limiter = replica();
    await spent(3, limiter);
    const refusals = await Promise.allSettled(Array.from({ length: 500 }, () => limiter.spend('ada')));
    expect(refusals.every(({ status }) => status === 'rejected')).toBe(true);
    writes = 0;
    for (let turn = 0; turn < 500; turn++) await expect(limiter.spend('ada')).rejects.toThrow();
    expect(writes).toBe(0);
  });

  it('can be queried without counting', async () => {
    const limiter = replica();
    await spent(3, limiter);
    limiter.throwIfRefused('ada');
    await expect(limiter.spend('ada')).rejects.toThrow();
    writes = 0;
    expect(() => limiter.throwIfRefused('ada')).toThrow(LimitReachedError);
    limiter.throwIfRefused('bob');
    clock += 5_000;
    limiter.throwIfRefused('ada');
    expect(writes).toBe(0);
  });

  it('reports every refusal', async () => {
    const limiter = replica();
    await spent(3, limiter);
    for (let turn = 0; turn < 2; turn++) await expect(limiter.spend('ada')).rejects.toThrow();
    expect(() => limiter.throwIfRefused('ada')).toThrow();
    expect(refusals).toEqual(Array(3).fill('look-up-user'));
  });

  it('has a bounded number of counters, from however many addresses a flood comes', async () => {
    const limiter = replica();
    for (let turn = 0; turn < 2_000; turn++) await limiter.spend(`2001:db8:${turn.toString(16)}::`);
    const numbers = names.map((name) => Number(name.replace('look-up-user/', '')));
    expect(numbers.every((each) => Number.isInteger(each) && each >= 0 && each < MAX_COUNTERS_PER_LIMIT)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(1_900);
  });

  it('is read from the store again after some seconds, since another replica may have given back', async () => {
    const limiter = replica();
    await spent(3, limiter);
    await expect(limiter.spend('ada')).rejects.toThrow();
    await replica().forget('ada');
    clock += 5_000;
    await limiter.spend('ada');
  });

  it('follows the current settings of the site, and is lifted by 0', async () => {
    let most = 1;
    const limiter = limits()('popup-visitor', () => ({ most, seconds: 60 }));
    await spent(1, limiter);
    await expect(limiter.spend('ada')).rejects.toThrow();
    most = 0;
    limiter.throwIfRefused('ada');
    [writes, clock] = [0, clock + 5_000];
    await spent(100, limiter);
    expect(writes).toBe(0);
    most = 3;
    await spent(1, limiter);
    await expect(limiter.spend('ada')).rejects.toThrow();
  });

  it('is logged when it is reached, once until it is counted again, with the exceeding request', async () => {
    const limiter = replica();
    const asked = { requestId: 'r1', ip: '198.51.100.4' };
    const flood = async () => {
      for (let turn = 0; turn < 20; turn++) {
        clock += 1_000;
        await limiter.spend('ada').catch(() => undefined);
      }
    };
    await runForRequest(asked, flood);
    const line = { limit: 'look-up-user', until: new Date(1_061_000).toISOString(), ...asked };
    expect(said).toEqual([['warn', line]]);
    clock += 60_000;
    await flood();
    expect(said.slice(1)).toEqual([['warn', { limit: 'look-up-user', until: expect.any(String) }]]);
  });

  it('is logged as routine if it comes from the settings of the site', async () => {
    const limiter = limits()('popup-visitor', () => ({ most: 1, seconds: 60 }));
    await spent(1, limiter);
    await expect(limiter.spend('ada')).rejects.toThrow();
    expect(said).toEqual([['info', { limit: 'popup-visitor', until: expect.any(String) }]]);
  });

  it('can give back a request, and forget a client', async () => {
    const limiter = replica();
    await spent(3, limiter);
    await limiter.giveBack('ada');
    await spent(1, limiter);
    await expect(limiter.spend('ada')).rejects.toThrow();
    await limiter.forget('ada');
    await spent(3, limiter);
  });

  it('stores clients only as a hash that needs the secret of the site', async () => {
    await replica().spend('ada', '198.51.100.4');
    await replica('another').spend('ada', '198.51.100.4');
    await replica().spend('ad', 'a198.51.100.4');
    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => /^look-up-user\/\d+$/.test(name))).toBe(true);
  });
});

describe('the settings of limits', () => {
  it('are the defaults, except for the named ones', () => {
    expect(limitSettings.parse(undefined)).toEqual(defaultLimits);
    expect(limitSettings.parse(' sign-in-name=5/600, look-up-host=9/30')).toEqual({
      ...defaultLimits,
      'sign-in-name': { most: 5, seconds: 600 },
      'look-up-host': { most: 9, seconds: 30 },
    });
  });

  it.each([
    'sign-in',
    'sign-in-name=0/60',
    'sign-in-name=5',
    'sign-in-name=5/0',
    'sign-in-name=-5/60',
    'guesses=5/60',
    '__proto__=5/60',
  ])('refuse %s', (text) => {
    expect(limitSettings.safeParse(text).success).toBe(false);
  });
});
