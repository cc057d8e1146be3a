import { given } from '@almanac/event-sourcing/testing';
import { type SubscriptionEvent, subscriptionDecider } from './subscription.ts';

const active = { status: 'active', expires_at: '2032-01-01T00:00:00.000Z' } as const;
const refreshed: SubscriptionEvent = { type: 'SubscriptionRefreshed', data: active };
const refused: SubscriptionEvent = { type: 'SubscriptionRefused', data: {} };
const heard = { last_refresh_at: '2026-01-01T00:00:00.000Z' };

describe('the subscription of the site', () => {
  it('stores each answer of the vendor, repeats too', () => {
    given(subscriptionDecider, [refreshed])
      .when({ type: 'Refresh', ...active })
      .then([refreshed]);
    given(subscriptionDecider, [refused]).when({ type: 'Refuse' }).then([refused]);
  });

  it('is the vendor’s last answer', () => {
    given(subscriptionDecider, [refused, refreshed]).thenState({
      ...active,
      ...heard,
      version: 2,
      last_result: 'refreshed',
    });
    given(subscriptionDecider, [refreshed, refused]).thenState({
      ...heard,
      version: 2,
      status: 'invalid',
      expires_at: null,
      last_result: 'refused',
    });
  });
});
