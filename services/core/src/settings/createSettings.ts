import { changedFields, systemContext } from '@almanac/content-model';
import { completeSettings, type SiteSettings } from '@almanac/contracts';
import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import type { Core } from '../core.ts';
import { cleanText } from './argOfKind.ts';
import { storedSettings } from './currentSettings.ts';
import { settingsDecider } from './settingsCommands.ts';
import { type SettingsState, SITE } from './siteSettings.ts';

type SiteFileOf = Pick<Core, 'site'>;

/** Creates the settings from the site file, as part of a first start. Existing settings stay unchanged. */
export const createSettings = (unit: UnitOfWork, core: SiteFileOf): Promise<SettingsState> =>
  unit.decide(settingsDecider, SITE, { type: 'CreateSettings', chosen: chosenBy(core) }, undefined);

/** Returns the settings of the site file, with cleaned texts. */
const chosenBy = ({ site: { settings } }: SiteFileOf): Partial<SiteSettings> => ({
  ...settings,
  ...(settings.name !== undefined && { name: cleanText(settings.name) }),
  ...(settings.description !== undefined && { description: cleanText(settings.description) }),
});

/**
 * Creates missing settings at every start, for sites that are older than the settings. It logs differences between the
 * settings and the site file, which has no effect any more.
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

const contextOf = ({ settings }: Core): CommandContext =>
  systemContext(settings.current().default_language, 'settings');
