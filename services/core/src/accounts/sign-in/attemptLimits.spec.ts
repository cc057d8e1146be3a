import { createSqliteCounters, openDatabase } from '@almanac/documents/sqlite';
import { createLimits, defaultLimits, silentLog } from '@almanac/service';
import { createAttemptLimits } from './attemptLimits.ts';

// the fixed clock keeps a rate limit's window open on a slow machine
const now = () => new Date('2031-01-01T12:00:00Z');
const countersOfSite = () =>
  createSqliteCounters(openDatabase(':memory:', { durability: 'normal' }), { now: () => now().getTime() });
const limitsOfSite = (counters = countersOfSite()) =>
  createAttemptLimits(createLimits({ counters, settings: defaultLimits, secret: 'x', now, log: silentLog }));

const from = (login: string, ip = '192.0.2.1') => ({ login, ip });
const repeated = async (times: number, act: (turn: number) => Promise<void>): Promise<number> => {
  let refused = 0;
  for (let turn = 0; turn < times; turn++) {
    await act(turn).catch((error: { status: number }) => {
      refused += error.status === 429 ? 1 : 0;
    });
  }
  return refused;
};

describe('attempts to sign in', () => {
  it('are limited by name and address, whatever the case of the name', async () => {
    const limits = limitsOfSite();
    expect(await repeated(10, (turn) => limits.attempt(from(turn % 2 === 0 ? 'ada' : ' ADA')))).toBe(0);
    await expect(limits.attempt(from('ada'))).rejects.toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      data: { retry_after: expect.any(Number) },
    });
    await limits.attempt(from('ada', '192.0.2.2'));
    await limits.attempt(from('bob'));
  });

  it('are not counted if they succeed, and clear earlier ones', async () => {
    const limits = limitsOfSite();
    const right = async () => {
      await limits.attempt(from('ada'));
      await limits.succeeded(from('ada'));
    };
    expect(await repeated(150, right)).toBe(0);
    expect(await repeated(9, () => limits.attempt(from('ada')))).toBe(0);
    await right();
    expect(await repeated(10, () => limits.attempt(from('ada')))).toBe(0);
  });

  it('are limited by address for all names together', async () => {
    const limits = limitsOfSite();
    expect(await repeated(105, (turn) => limits.attempt(from(`user${turn}`)))).toBe(5);
  });

  it('are counted separately for refused application passwords', async () => {
    const limits = limitsOfSite();
    expect(await repeated(32, () => limits.refused(from('ada')))).toBe(2);
    await limits.attempt(from('ada'));
  });

  it('are counted by all replicas of core together', async () => {
    const counters = countersOfSite();
    const replicas = [limitsOfSite(counters), limitsOfSite(counters)];
    expect(await repeated(12, (turn) => replicas[turn % 2]!.attempt(from('ada')))).toBe(2);
    expect(await repeated(32, (turn) => replicas[turn % 2]!.refused(from('ada')))).toBe(2);
  });

  it('are counted together for all addresses of one customer', async () => {
    const limits = limitsOfSite();
    expect(await repeated(12, (turn) => limits.attempt(from('ada', `2001:db8:1:2::${turn + 1}`)))).toBe(2);
    await limits.attempt(from('ada', '2001:db8:1:3::1'));
  });
});
