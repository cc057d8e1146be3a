import { overrideCatalogues, readEnglishTexts, readSiteCatalogues, withNearest } from '@almanac/i18n';
import { ConfigurationError } from './environment.ts';

interface WarningLog {
  warn(members: object, message: string): void;
}

const MAX_LOGGED_REMARKS = 20;

/**
 * Lets the catalogues in the operator's folder win over those of the project, in the whole process. Without a folder
 * it does nothing. Translations that are never shown, or have other placeholders, are logged.
 * @throws ConfigurationError if a catalogue cannot be read
 */
export const applySiteMessages = (folder: string | undefined, log: WarningLog): void => {
  if (folder === undefined) return;
  const englishTexts = readEnglishTexts();
  const { catalogues, remarks } = readMessages(folder, englishTexts);
  overrideCatalogues(catalogues);
  const unlogged = Math.max(0, remarks.length - MAX_LOGGED_REMARKS);
  for (const remark of withNearest(remarks.slice(0, MAX_LOGGED_REMARKS), englishTexts))
    log.warn({ ...remark, ...(unlogged > 0 && { unlogged }) }, 'a translation in MESSAGES is faulty');
};

const readMessages = (folder: string, englishTexts: readonly string[]) => {
  try {
    return readSiteCatalogues(folder, englishTexts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`The catalogues of MESSAGES cannot be read: ${reason}`, { cause: error });
  }
};
