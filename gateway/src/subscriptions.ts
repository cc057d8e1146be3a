import { credentialsChanged } from '@almanac/contracts';
import type { Subscription } from '@almanac/messaging';
import type { Gateway } from './app.ts';

/** What a gateway remembers of credentials is dropped when core says so; every gateway hears of it. */
export const forgettingCredentials = (gateway: Pick<Gateway, 'forgetCredentials'>): Subscription => ({
  name: 'gateway.credentials',
  sources: ['core'],
  ephemeral: true,
  handle: async (delivery) => {
    if (credentialsChanged.is(delivery)) gateway.forgetCredentials(delivery.data.userId);
  },
});
