import { completeSettings } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { FollowedSettings, type ServicePorts } from '@almanac/service';
import { type SettingsState, SITE, settingsAggregate, settingsCollection } from './siteSettings.ts';

/** Returns the stored settings. */
export const storedSettings = async ({ documents }: { readonly documents: Documents }): Promise<SettingsState> =>
  (await documents.get<SettingsState>(settingsCollection, SITE))?.body ?? settingsAggregate.initialState;

/** Core's own copy of the settings, updated from its documents and from events of its other replicas. */
export const followOwnSettings = ({ bus, documents, site, log, sharedSources }: ServicePorts): FollowedSettings =>
  new FollowedSettings({
    name: 'core',
    bus,
    log,
    ...(sharedSources && { sharedSources }),
    site: site.settings,
    ask: async () => {
      const { version, settings } = await storedSettings({ documents });
      return { version, settings: completeSettings(settings) };
    },
  });
