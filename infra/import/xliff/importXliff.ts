import { matchLanguage, wideEncoding } from '@almanac/i18n';
import { UnreadableFileError } from '@almanac/text/lines';
import { isFinished, matchXliff, type ReadXliff, readXliff, XliffFault } from '@almanac/xliff';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import { type LanguageSettings, siteLanguages } from '../siteLanguages.ts';

/** Tags and placeholders that are missing in a translation, or that its source does not have. */
interface Warning {
  readonly unit: string;
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** The result of an import. */
export interface XliffReport {
  readonly isDryRun: boolean;
  /** `job 12`, or `strings of forms`. */
  readonly what: string;
  readonly found: number;
  /** The number of translated units of the job, or of written strings. */
  readonly done: number;
  readonly finished: boolean;
  /** Things that were not imported, each with the reason. */
  readonly left: readonly string[];
  /** Units without a finished translation. */
  readonly untranslated: readonly string[];
  /** Imported translations that may be wrong. */
  readonly differing: readonly string[];
}

export interface XliffOptions {
  /** True if the file finishes its job. */
  readonly complete: boolean;
  /** True to store nothing and to report what an import would do. */
  readonly isDryRun: boolean;
}

/** Matches the name of a job's file: a revision, and a digest so that a file is not sent to another job. */
const OF_JOB = /^(\d+)-[\da-f]{32}$/;

/**
 * Sends a translated file back to its job or its strings.
 * @throws RefusedError for content that the site refuses; UnreadableFileError for invalid XLIFF
 */
export const importXliff = async (
  content: Buffer,
  site: SiteClient,
  { complete, isDryRun }: XliffOptions,
): Promise<XliffReport> => {
  const file = read(content);
  const { original, units, targetLanguage } = file;
  const sent = content.toString('base64');
  const [, job] = OF_JOB.exec(original) ?? [];
  if (job !== undefined)
    return isDryRun ? compareJob(site, job, file) : storeJob(site, { job, units, body: { content: sent, complete } });
  const language = await stringLanguage(targetLanguage, site);
  const body = { domain: original, language, format: 'xliff', content: sent, dry_run: isDryRun };
  return importStrings(site, body);
};

/** The header of a PO file is at its start. */
const MAX_HEADER_BYTES = 4_096;

const PO_DOMAIN = /^"X-Domain:([^"\\]*)/m;
const PO_LANGUAGE = /^"Language:([^"\\]*)/m;

/** Returns domain and locale of a PO file that is named as exports are: `forms-fr_CA.po`. */
const partsOfName = (name: string): readonly [domain: string, locale: string] => {
  const base = name.replace(/\.po$/i, '');
  const at = base.lastIndexOf('-');
  return at < 0 ? ['', ''] : [base.slice(0, at), base.slice(at + 1)];
};

/**
 * Sends a PO file back to its strings. Its header names domain (`X-Domain`) and language; without them its name does, as
 * in `forms-fr_CA.po`.
 * @throws RefusedError for content that the site refuses; UnreadableFileError without domain or language
 */
export const importPo = async (
  { name, content }: { readonly name: string; readonly content: Buffer },
  site: SiteClient,
  { isDryRun }: Pick<XliffOptions, 'isDryRun'>,
): Promise<XliffReport> => {
  const start = new TextDecoder(wideEncoding(content) ?? 'latin1').decode(content.subarray(0, MAX_HEADER_BYTES));
  const [named, locale] = partsOfName(name);
  const domain = PO_DOMAIN.exec(start)?.[1]?.trim() || named;
  if (domain === '')
    throw new UnreadableFileError(
      'The file names no domain: its header has no `X-Domain`, and it is not named like forms-fr_CA.po.',
    );
  const language = await stringLanguage(PO_LANGUAGE.exec(start)?.[1]?.trim() || locale, site);
  return importStrings(site, {
    domain,
    language,
    format: 'po',
    content: content.toString('base64'),
    dry_run: isDryRun,
  });
};

/**
 * Returns the language of the site for a file of strings.
 * @throws UnreadableFileError if the site has none
 */
const stringLanguage = async (targetLanguage: string, site: SiteClient): Promise<string> => {
  const languages = siteLanguages(await site.request<LanguageSettings>('GET', '/core/v2/settings'));
  const language = matchLanguage(targetLanguage, languages);
  if (language !== undefined) return language;
  const fault =
    targetLanguage === '' ? 'The file names no target language' : `The site has no language “${targetLanguage}”`;
  throw new UnreadableFileError(`${fault}; the setting \`languages\` has ${languages.join(', ')}.`);
};

const read = (content: Buffer): ReadXliff => readable(() => readXliff(content, { areCodesKept: true }));

const readable = <Result>(reading: () => Result): Result => {
  try {
    return reading();
  } catch (error) {
    if (error instanceof XliffFault) throw new UnreadableFileError(`The file cannot be read: ${error.message}.`);
    throw error;
  }
};

const REASONS = {
  empty: 'it has no translation',
  fuzzy: 'its `state` says that it is not translated',
  unknown: 'the domain has no such string',
  plural: 'plurals are not imported',
} as const;

const COMPLETE = 10;

interface StoredJob {
  readonly status: number;
  readonly units: readonly { readonly finished: boolean }[];
  readonly warnings: readonly Warning[];
  readonly unknown_units: readonly string[];
}

interface JobFile {
  readonly job: string;
  readonly units: ReadXliff['units'];
  readonly body: object;
}

const storeJob = async (site: SiteClient, { job, units, body }: JobFile): Promise<XliffReport> => {
  const what = `job ${job}`;
  const found = units.length;
  try {
    const stored = await site.request<StoredJob>('POST', `/i18n/tm/v1/xliff/store/${job}`, body);
    return {
      isDryRun: false,
      what,
      found,
      done: stored.units.filter(({ finished }) => finished).length,
      finished: stored.status === COMPLETE,
      left: stored.unknown_units.map(unknownLine),
      untranslated: untranslatedUnits(units),
      differing: stored.warnings.map(differenceOf),
    };
  } catch (error) {
    const isDone = error instanceof RefusedError && error.data.from === COMPLETE;
    if (isDone)
      return { isDryRun: false, what, found, done: 0, finished: true, left: [], untranslated: [], differing: [] };
    throw error;
  }
};

/** Compares a file with its job on the site as an import does, and stores nothing. */
const compareJob = async (site: SiteClient, job: string, file: ReadXliff): Promise<XliffReport> => {
  const { content } = await site.request<{ readonly content: string }>('GET', `/i18n/tm/v1/xliff/fetch/${job}`);
  const asked = read(Buffer.from(content, 'base64'));
  const sources = new Map(asked.units.map(({ id, source }) => [id, source]));
  const { units, unknown } = readable(() => matchXliff(file, { ...asked, sources }));
  return {
    isDryRun: true,
    what: `job ${job}`,
    found: file.units.length,
    done: [...units.values()].filter(isFinished).length,
    finished: false,
    left: unknown.map(unknownLine),
    untranslated: untranslatedUnits(file.units),
    differing: [],
  };
};

const unknownLine = (unit: string): string => `the unit ${unit}, which the job has not`;

const untranslatedUnits = (units: ReadXliff['units']): string[] =>
  units
    .filter((unit) => !isFinished(unit))
    .map(({ id, line, target }) => `line ${line}: ${id}: ${target.trim() === '' ? REASONS.empty : REASONS.fuzzy}`);

const differenceOf = ({ unit, missing, added }: Warning): string =>
  [
    `${unit}:`,
    ...(missing.length > 0 ? [`without ${missing.join(' ')}`] : []),
    ...(added.length > 0 ? [`with ${added.join(' ')}`] : []),
  ].join(' ');

interface SkippedString {
  readonly msgid: string;
  readonly reason: keyof typeof REASONS;
}

const UNTRANSLATED: ReadonlySet<string> = new Set(['empty', 'fuzzy']);

const skippedLine = ({ msgid, reason }: SkippedString): string => `“${msgid.slice(0, 60)}”: ${REASONS[reason]}`;

interface ImportedStrings {
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedString[];
}

const importStrings = async (
  site: SiteClient,
  body: Readonly<Record<'domain' | 'language' | 'format' | 'content', string>> & { readonly dry_run: boolean },
): Promise<XliffReport> => {
  const { imported, unchanged, skipped } = await site.request<ImportedStrings>('POST', '/i18n/st/v1/import', body);
  return {
    isDryRun: body.dry_run,
    what: `strings of ${body.domain}`,
    found: imported + unchanged + skipped.length,
    done: imported,
    finished: false,
    differing: [],
    left: skipped.filter(({ reason }) => !UNTRANSLATED.has(reason)).map(skippedLine),
    untranslated: skipped.filter(({ reason }) => UNTRANSLATED.has(reason)).map(skippedLine),
  };
};
