import { credentialsChanged, type ServiceName } from '@almanac/contracts';
import type { Bus, Subscription } from '@almanac/messaging';
import { askSettings, type FetchInternal, FollowedSettings, type Log, type SiteFile } from '@almanac/service';
import type { Gateway } from './app.ts';
import { FollowedRules, type FollowedRulesOptions } from './redirects/followedRules.ts';

/** What a gateway remembers of credentials is dropped when core says so; every gateway hears of it. */
export const forgettingCredentials = (gateway: Pick<Gateway, 'forgetCredentials'>): Subscription => ({
  name: 'gateway.credentials',
  sources: ['core'],
  ephemeral: true,
  takes: [credentialsChanged],
  handle: async (delivery) => {
    if (credentialsChanged.is(delivery)) gateway.forgetCredentials(delivery.data.userId);
  },
});

/** The redirect rules as every gateway follows them, where the site has the service that keeps them. */
export const gatewayRules = (
  options: FollowedRulesOptions & { readonly services: Iterable<ServiceName> },
): FollowedRules | undefined =>
  [...options.services].includes('redirection') ? new FollowedRules(options) : undefined;

/** The settings of the site as every gateway follows them; it keeps no copy over a restart, since it owns no data. */
export const gatewaySettings = (options: {
  readonly bus: Bus;
  readonly fetchInternal: FetchInternal;
  readonly site: SiteFile;
  readonly log: Log;
}): FollowedSettings => {
  const { bus, fetchInternal, site, log } = options;
  return new FollowedSettings({
    name: 'gateway',
    bus,
    ask: () => askSettings(fetchInternal),
    site: site.settings,
    log,
  });
};
