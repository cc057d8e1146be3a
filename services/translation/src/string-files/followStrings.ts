import { repeatWhileLeased } from '@almanac/messaging';
import { generatesOnSave } from '../string-settings/stringSettings.ts';
import type { Translation } from '../translation.ts';
import { generateFiles } from './generate.ts';

/** The lease under which files follow the strings. */
export const FILE_WORK = 'translation.string-files';
const EVERY_MS = 5_000;

/** Makes what is missing where the site wants that. @throws nothing: what went wrong is logged, and tried again */
export const generateWanted = async (translation: Translation): Promise<void> => {
  try {
    if (await generatesOnSave(translation.documents)) await generateFiles(translation);
  } catch (error) {
    translation.log.error({ err: error }, 'files of strings were not made');
  }
};

/** Has files follow the strings, in one of the processes (docs/interface/translation-strings.md §3). Ends with the signal. */
export const followStrings = (translation: Translation, signal: AbortSignal): Promise<void> => {
  const turns = { name: FILE_WORK, holder: translation.newId(), rest: EVERY_MS, signal };
  return repeatWhileLeased(translation, turns, () => generateWanted(translation));
};
