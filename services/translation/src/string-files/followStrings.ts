import { repeatWhileLeased } from '@almanac/messaging';
import { generatesOnSave } from '../string-settings/stringSettings.ts';
import type { Translation } from '../translation.ts';
import { generateFiles } from './generate.ts';

/** The name of the lease under which files are generated. */
export const FILE_WORK = 'translation.string-files';
const EVERY_MS = 5_000;

/** Generates missing files if the site's settings want that. Logs every error; the next turn retries. */
export const generateMissingFiles = async (translation: Translation): Promise<void> => {
  try {
    if (await generatesOnSave(translation.documents)) await generateFiles(translation);
  } catch (error) {
    translation.log.error({ err: error }, 'string files could not be written');
  }
};

/**
 * Generates files after changes of strings, in one of the processes (docs/interface/translation-strings.md §3). Ends
 * when the signal aborts.
 */
export const followStrings = (translation: Translation, signal: AbortSignal): Promise<void> => {
  const turns = { name: FILE_WORK, holder: translation.newId(), rest: EVERY_MS, signal };
  return repeatWhileLeased(translation, turns, () => generateMissingFiles(translation));
};
