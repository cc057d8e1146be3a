import { completeSettings, readSettings } from '@almanac/contracts';
import { askInternal } from './askInternal.ts';
import { ServiceUnavailableError } from './errors.ts';
import type { FetchInternal } from './fetchInternal.ts';
import type { ServicePorts } from './service.ts';
import { FollowedSettings } from './site-settings/followedSettings.ts';
import { keptSettings } from './site-settings/keptSettings.ts';
import type { SettingsSnapshot } from './site-settings/settings.ts';

/** Returns the site's settings for services other than core, with a copy among the service's entries. */
export const followSettings = (
  name: string,
  ports: Pick<ServicePorts, 'bus' | 'fetchInternal' | 'entries' | 'site' | 'log' | 'sharedSources'>,
): FollowedSettings =>
  new FollowedSettings({
    ...ports,
    name,
    site: ports.site.settings,
    ask: () => askSettings(ports.fetchInternal),
    kept: keptSettings(ports.entries),
  });

/**
 * Fetches the settings from core.
 * @throws ServiceUnavailableError
 */
export const askSettings = async (fetchInternal: FetchInternal): Promise<SettingsSnapshot> => {
  const { body, refused } = await askInternal(fetchInternal, readSettings);
  if (refused !== undefined) throw new ServiceUnavailableError('core', { cause: refused });
  return { version: body.version, settings: completeSettings(body.settings) };
};
