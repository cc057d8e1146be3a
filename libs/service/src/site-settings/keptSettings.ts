import { completeSettings, publishedSettings } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { SettingsSnapshot } from './settings.ts';

/** A store of a process's last known settings, for a start while core does not answer. */
export interface KeptSettings {
  read(): Promise<SettingsSnapshot | undefined>;
  keep(snapshot: SettingsSnapshot): Promise<void>;
}

const SITE_SETTINGS_KIND = 'site-settings';
const ID = 'last-known';

/** Returns a service's stored copy, among its entries. Its replicas share it, since any replica's copy will do. */
export const keptSettings = (entries: Pick<Entries, 'get' | 'put'>): KeptSettings => ({
  read: async () => {
    const kept = await entries.get<SettingsSnapshot>(SITE_SETTINGS_KIND, ID);
    if (kept === undefined) return undefined;
    const { version, settings } = kept.body;
    return { version, settings: completeSettings(publishedSettings.parse(settings)) };
  },
  keep: async (snapshot) => void (await entries.put(SITE_SETTINGS_KIND, ID, snapshot)),
});
