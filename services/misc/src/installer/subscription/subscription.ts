import type { Collection } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';

export const statuses = ['unknown', 'active', 'expired', 'invalid', 'refunded'] as const;

type SubscriptionStatus = (typeof statuses)[number];

/** The site's subscription, according to the vendor's last answer. */
export interface Subscription {
  readonly version: number;
  readonly status: SubscriptionStatus;
  /** ISO 8601 in UTC; null if it never expires or its expiry is unknown. */
  readonly expires_at: string | null;
  readonly last_refresh_at: string | null;
  readonly last_result: 'refreshed' | 'refused' | null;
}

export type SubscriptionEvent =
  | Event<'SubscriptionRefreshed', Pick<Subscription, 'status' | 'expires_at'>>
  /** The vendor does not know the site's key. */
  | Event<'SubscriptionRefused', Readonly<Record<never, never>>>;

export type SubscriptionCommand =
  | ({ readonly type: 'Refresh' } & Pick<Subscription, 'status' | 'expires_at'>)
  | { readonly type: 'Refuse' };

export const unknownSubscription: Subscription = {
  version: 0,
  status: 'unknown',
  expires_at: null,
  last_refresh_at: null,
  last_result: null,
};

/** Id of the only subscription, `subscription-site`. */
export const SITE = 'site';

export const subscriptionDecider: Decider<Subscription, SubscriptionEvent, SubscriptionCommand> = {
  category: 'subscription',
  initialState: unknownSubscription,
  eventTypes: ['SubscriptionRefreshed', 'SubscriptionRefused'],
  projectionVersion: 1,
  evolve: (_state, { type, data, version, meta }) => {
    const refreshed = { version, last_refresh_at: meta.at };
    if (type === 'SubscriptionRefused')
      return { ...refreshed, status: 'invalid', expires_at: null, last_result: 'refused' };
    return { ...refreshed, ...data, last_result: 'refreshed' };
  },
  /** Records each answer of the vendor as an event, because its time is the last refresh. */
  decide: (_state, command) => {
    if (command.type === 'Refuse') return [{ type: 'SubscriptionRefused', data: {} }];
    const { status, expires_at } = command;
    return [{ type: 'SubscriptionRefreshed', data: { status, expires_at } }];
  },
};

export const subscriptions: Collection = {
  name: 'subscriptions',
  projectionVersion: subscriptionDecider.projectionVersion,
  indexes: [],
};

export const subscriptionRegistration: RecordRegistration<Subscription, SubscriptionEvent> = {
  aggregate: subscriptionDecider,
  collection: subscriptions,
  // each event is a refresh, whose time is the time of the event
  written: { members: ({ version: _, last_refresh_at: __, ...members }) => members },
};
