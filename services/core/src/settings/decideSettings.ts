import { completeSettings, type SiteSettings } from '@almanac/contracts';
import { DomainError } from '@almanac/domain';
import { changedFields } from '../changedFields.ts';
import type { SettingsEvent, SettingsState } from './siteSettings.ts';

/** What can be asked of the settings; texts are cleaned and values checked before. */
export type SettingsCommand =
  /** Of a first start: what the site file says, the rest is as it is without asking. */
  | { readonly type: 'CreateSettings'; readonly chosen: Partial<SiteSettings> }
  | { readonly type: 'ChangeSettings'; readonly changes: Partial<SiteSettings> };

/**
 * Decides on the settings. It needs no facts from elsewhere.
 * @throws DomainError 400 for another default language
 */
export const decideSettings = (state: SettingsState, command: SettingsCommand): readonly SettingsEvent[] => {
  switch (command.type) {
    case 'CreateSettings':
      return state.version > 0
        ? []
        : [{ type: 'SiteSettingsCreated', data: { settings: completeSettings(command.chosen) } }];
    case 'ChangeSettings':
      return change(completeSettings(state.settings), command.changes);
  }
};

const change = (current: SiteSettings, changes: Partial<SiteSettings>): SettingsEvent[] => {
  const settings = changedFields(current, changes);
  if (settings.default_language !== undefined) throw languageStays();
  return Object.keys(settings).length === 0 ? [] : [{ type: 'SiteSettingsChanged', data: { settings } }];
};

/** Addresses are made with it, and every record keeps in whose lists it shows. */
const languageStays = (): DomainError =>
  new DomainError('rest_setting_fixed', 400, 'The default language of a site is chosen at its first start.');
