import type { ServiceName } from '@almanac/contracts';
import { lagOnceBelow } from './lagOnceBelow.ts';
import { unreadyReasons } from './readiness.ts';

const subscription = (lags: number[]) => {
  const asked = { times: 0 };
  const lag = async () => {
    asked.times++;
    return new Map<ServiceName, number>([['core', lags.shift() ?? 0]]);
  };
  return { asked, lag };
};

describe('a starting replica', () => {
  it('is not ready while its subscriptions are far behind, and stays ready afterwards', async () => {
    const [one, other] = [subscription([900, 60, 9_999]), subscription([200, 40, 9_999])];
    const checks = { subscriptions: lagOnceBelow([one, other], 100) };
    expect(await unreadyReasons(checks)).toEqual({ subscriptions: '1100 messages behind; begins to serve at 100' });
    expect(await unreadyReasons(checks)).toEqual({});
    expect(await unreadyReasons(checks)).toEqual({});
    expect([one.asked.times, other.asked.times]).toEqual([2, 2]);
  });

  it('is not ready while the lag is unknown', async () => {
    const lag = () => Promise.reject(new Error('the brokers are away'));
    expect(await unreadyReasons({ subscriptions: lagOnceBelow([{ lag }], 100) })).toEqual({
      subscriptions: 'the brokers are away',
    });
  });

  it('has nothing to wait for without subscriptions', async () => {
    expect(await unreadyReasons({ subscriptions: lagOnceBelow([], 0) })).toEqual({});
  });
});
