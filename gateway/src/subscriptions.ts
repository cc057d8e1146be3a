import { credentialsChanged, type ServiceName } from '@almanac/contracts';
import type { Bus, Subscription } from '@almanac/messaging';
import { askSettings, type FetchInternal, FollowedSettings, type Log, type SiteFile } from '@almanac/service';
import type { Gateway } from './app.ts';
import { FollowedRules, type FollowedRulesOptions } from './redirects/followedRules.ts';

/** Returns the subscription that forgets cached credentials when core reports a change; every gateway receives it. */
export const forgettingCredentials = (gateway: Pick<Gateway, 'forgetCredentials'>): Subscription => ({
  name: 'gateway.credentials',
  sources: ['core'],
  ephemeral: true,
  takes: [credentialsChanged],
  handle: async (delivery) => {
    if (credentialsChanged.is(delivery)) gateway.forgetCredentials(delivery.data.userId);
  },
});

/** Returns the redirect rules that a gateway follows; undefined on a site without the redirection service. */
export const gatewayRules = (
  options: FollowedRulesOptions & { readonly services: Iterable<ServiceName> },
): FollowedRules | undefined =>
  [...options.services].includes('redirection') ? new FollowedRules(options) : undefined;

/** Returns the site settings that a gateway follows; it owns no data, so it keeps no copy over a restart. */
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
