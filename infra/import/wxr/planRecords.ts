import { matchLanguage } from '@almanac/i18n';
import type { ExportedVersion, ExportSurvey, RecordName } from './readExport.ts';

/** A record with its place in the import. */
export interface PlannedRecord extends RecordName {
  readonly key: string;
  /** The language of the site; undefined for that of the site's address. */
  readonly siteLanguage: string | undefined;
  /** The original of its group of versions; undefined for an original and a record without versions. */
  readonly original: PlannedRecord | undefined;
}

export interface Plan {
  readonly records: ReadonlyMap<string, PlannedRecord>;
  /** Records that are left out, with the reason. */
  readonly left: readonly { readonly kind: RecordName['kind']; readonly reason: string }[];
}

/** Returns the language of the site for a record or a term; null if the site has none. */
export const placeLanguage = (
  { language }: ExportedVersion,
  { locales }: Pick<ExportSurvey, 'locales'>,
  languages: readonly string[],
): string | undefined | null => {
  if (language === '') return undefined;
  const locale = locales.get(language);
  return matchLanguage(language, languages) ?? (locale && matchLanguage(locale, languages)) ?? null;
};

/** Returns the reason why the site has no place for a language. */
export const unknownLanguage = (language: string): string =>
  `their language ${language} is none of the setting \`languages\``;

/**
 * Decides which records of a file are imported, in which language, and as a version of which other record.
 * @param languages the languages of the site; the first is its default
 */
export const planRecords = (file: ExportSurvey, languages: readonly string[]): Plan => {
  const records = new Map<string, PlannedRecord>();
  const left: Plan['left'][number][] = [];
  const groups = new Map<string, PlannedRecord[]>();
  for (const record of file.records) {
    const { kind, thing, key, status, language, group } = record;
    const siteLanguage = placeLanguage(record, file, languages);
    if (status === 'auto-draft') left.push({ kind, reason: 'their status is auto-draft: nobody has saved them' });
    else if (key === undefined) left.push({ kind, reason: 'they are in the file twice' });
    else if (siteLanguage === null) left.push({ kind, reason: unknownLanguage(language) });
    else {
      const planned = { ...record, key, siteLanguage, original: undefined };
      records.set(thing, planned);
      if (group !== '') groups.getOrInsertComputed(`${kind}/${group}`, () => []).push(planned);
    }
  }
  for (const versions of groups.values()) {
    const original = originalOf(versions, languages);
    for (const version of versions) if (version !== original) records.set(version.thing, { ...version, original });
  }
  return { records, left };
};

const originalOf = (versions: readonly PlannedRecord[], [preset]: readonly string[]): PlannedRecord | undefined => {
  const originals = versions.filter(({ isTranslation }) => !isTranslation);
  const candidates = originals.length > 0 ? originals : versions;
  return candidates.find(({ siteLanguage }) => siteLanguage === preset) ?? candidates[0];
};
