import type { SiteSettings } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { languages } from '@almanac/i18n';
import type { RecordRegistration } from '@almanac/service';

export type SettingsEvent =
  /** Every member that was known then. */
  | Event<'SiteSettingsCreated', { readonly settings: SiteSettings }>
  /** The members that got another value. */
  | Event<'SiteSettingsChanged', { readonly settings: Partial<SiteSettings> }>;

export interface SettingsState {
  /** The version of the stream; 0 before the first start. */
  readonly version: number;
  /** Members of a later release are missing until somebody changes them. */
  readonly settings: Partial<SiteSettings>;
}

/** The settings of the site: one stream, which the first start of a site begins. */
export const settingsAggregate: Aggregate<SettingsState, SettingsEvent> = {
  category: 'settings',
  initialState: { version: 0, settings: {} },
  eventTypes: ['SiteSettingsCreated', 'SiteSettingsChanged'],
  projectionVersion: 1,
  // it has every member that was known when it was written: later ones have their defaults
  upcasters: { SiteSettingsCreated: [(data) => data, (data) => data] },
  evolve: (state, { data, version }) => ({ version, settings: { ...state.settings, ...data.settings } }),
};

/** The id of the only stream, whose name others know as `SETTINGS_KEY`. */
export const SITE = 'site';

export const settingsCollection: Collection = {
  name: 'settings',
  projectionVersion: settingsAggregate.projectionVersion,
  indexes: [],
};

/** As `core/v2/settings` names and takes them. */
const writtenSettings = ({ name, default_language, ...others }: Partial<SiteSettings>) => ({
  title: name,
  language: default_language && languages[default_language].locale,
  ...others,
});

export const settingsRegistration: RecordRegistration<SettingsState, SettingsEvent> = {
  aggregate: settingsAggregate,
  collection: settingsCollection,
  written: { route: '/core/v2/settings', members: ({ settings }) => writtenSettings(settings ?? {}) },
};
