import type { SiteSettings } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { languageRecord } from '@almanac/i18n';
import type { RecordRegistration } from '@almanac/service';

export type SettingsEvent =
  /** All members known at that time. */
  | Event<'SiteSettingsCreated', { readonly settings: SiteSettings }>
  /** Only the members whose value changed. */
  | Event<'SiteSettingsChanged', { readonly settings: Partial<SiteSettings> }>;

export interface SettingsState {
  /** Version of the stream; 0 before the first start. */
  readonly version: number;
  /** Members added by a later release are missing until they are changed. */
  readonly settings: Partial<SiteSettings>;
}

/** Settings of the site: one stream, started by the first start of a site. */
export const settingsAggregate: Aggregate<SettingsState, SettingsEvent> = {
  category: 'settings',
  initialState: { version: 0, settings: {} },
  eventTypes: ['SiteSettingsCreated', 'SiteSettingsChanged'],
  projectionVersion: 1,
  // it has all members known when it was written; later ones have their defaults
  upcasters: { SiteSettingsCreated: Array.from({ length: 7 }, () => (data) => data) },
  evolve: (state, { data, version }) => ({ version, settings: { ...state.settings, ...data.settings } }),
};

/** Id of the only stream, whose name other services know as `SETTINGS_KEY`. */
export const SITE = 'site';

export const settingsCollection: Collection = {
  name: 'settings',
  projectionVersion: settingsAggregate.projectionVersion,
  indexes: [],
};

/** Returns the settings with the names and values of `core/v2/settings`. */
const writtenSettings = ({
  name,
  default_language,
  later_languages: _,
  former_permalinks: __,
  navigation: ___,
  logo_picture: ____,
  ...others
}: Partial<SiteSettings>) => ({
  title: name,
  language: default_language && languageRecord(default_language).locale,
  ...others,
});

export const settingsRegistration: RecordRegistration<SettingsState, SettingsEvent> = {
  aggregate: settingsAggregate,
  collection: settingsCollection,
  written: { route: '/core/v2/settings', members: ({ settings }) => writtenSettings(settings ?? {}) },
};
