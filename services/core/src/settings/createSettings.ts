import { changedFields } from '@almanac/content-model';
import { completeSettings, type SiteSettings } from '@almanac/contracts';
import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import type { Core } from '../core.ts';
import { cleanText } from './argOfKind.ts';
import { storedSettings } from './currentSettings.ts';
import { settingsDecider } from './settingsCommands.ts';
import { type SettingsState, SITE } from './siteSettings.ts';

type SiteFileOf = Pick<Core, 'site'>;

/** Fills the settings from the site file, as part of a first start. Settings that are there stay as they are. */
export const createSettings = (unit: UnitOfWork, core: SiteFileOf): Promise<SettingsState> =>
  unit.decide(settingsDecider, SITE, { type: 'CreateSettings', chosen: chosenBy(core) }, undefined);

/** What the site file says, its texts cleaned. */
const chosenBy = ({ site: { settings } }: SiteFileOf): Partial<SiteSettings> => ({
  ...settings,
  ...(settings.name !== undefined && { name: cleanText(settings.name) }),
  ...(settings.description !== undefined && { description: cleanText(settings.description) }),
});

/**
 * Of every start: gives settings to a site that was begun before there were any, and says in the log where the site file,
 * which is not used any more, differs from them.
 */
export const ensureSettings = async (core: Core): Promise<void> => {
  const { version } = await storedSettings(core);
  if (version === 0) await core.commands.run(contextOf(core), (unit) => createSettings(unit, core));
  const { settings } = await storedSettings(core);
  const members = Object.keys(changedFields(completeSettings(settings), chosenBy(core)));
  if (members.length === 0) return;
  core.log.info(
    { members },
    'the site file is read at the first start only, and the settings differ from it: PATCH core/v2/settings changes them',
  );
};

const contextOf = ({ settings }: Core): CommandContext => ({
  principal: 'system',
  language: settings.current().default_language,
  correlation: 'settings',
  causation: 'settings',
});
