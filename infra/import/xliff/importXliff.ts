import { readXliff, XliffFault } from '@almanac/xliff';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import { UnreadableFileError } from '../textFile.ts';

/** Tags and placeholders that are missing in a translation, or that its source does not have. */
interface Warning {
  readonly unit: string;
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** The result of an import. */
export interface XliffReport {
  /** `job 12`, or `strings of forms`. */
  readonly what: string;
  readonly found: number;
  /** The number of translated units of the job, or of written strings. */
  readonly done: number;
  readonly finished: boolean;
  /** Things that were not imported, each with the reason. */
  readonly left: readonly string[];
  /** Imported translations that may be wrong. */
  readonly differing: readonly string[];
}

export interface XliffOptions {
  /** True if the file finishes its job. */
  readonly complete: boolean;
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
  { complete }: XliffOptions,
): Promise<XliffReport> => {
  const { original, targetLanguage, units } = read(content);
  const sent = content.toString('base64');
  const [, job] = OF_JOB.exec(original) ?? [];
  if (job !== undefined) return storeJob(site, { job, found: units.length, body: { content: sent, complete } });
  const language = targetLanguage.toLowerCase();
  return importStrings(site, units.length, { domain: original, language, format: 'xliff', content: sent });
};

const read = (content: Buffer) => {
  try {
    return readXliff(content);
  } catch (error) {
    if (error instanceof XliffFault) throw new UnreadableFileError(`The file cannot be read: ${error.message}.`);
    throw error;
  }
};

const COMPLETE = 10;

interface StoredJob {
  readonly status: number;
  readonly units: readonly { readonly finished: boolean }[];
  readonly warnings: readonly Warning[];
  readonly unknown_units: readonly string[];
}

interface JobFile {
  readonly job: string;
  readonly found: number;
  readonly body: object;
}

const storeJob = async (site: SiteClient, { job, found, body }: JobFile): Promise<XliffReport> => {
  const what = `job ${job}`;
  try {
    const stored = await site.request<StoredJob>('POST', `/i18n/tm/v1/xliff/store/${job}`, body);
    return {
      what,
      found,
      done: stored.units.filter(({ finished }) => finished).length,
      finished: stored.status === COMPLETE,
      left: stored.unknown_units.map((unit) => `the unit ${unit}, which the job has not`),
      differing: stored.warnings.map(differenceOf),
    };
  } catch (error) {
    const isFinished = error instanceof RefusedError && error.data.from === COMPLETE;
    if (isFinished) return { what, found, done: 0, finished: true, left: [], differing: [] };
    throw error;
  }
};

const differenceOf = ({ unit, missing, added }: Warning): string =>
  [
    `${unit}:`,
    ...(missing.length > 0 ? [`without ${missing.join(' ')}`] : []),
    ...(added.length > 0 ? [`with ${added.join(' ')}`] : []),
  ].join(' ');

interface ImportedStrings {
  readonly imported: number;
  readonly skipped: readonly { readonly context: string; readonly msgid: string; readonly reason: string }[];
}

const importStrings = async (
  site: SiteClient,
  found: number,
  body: Readonly<Record<'domain' | 'language' | 'format' | 'content', string>>,
): Promise<XliffReport> => {
  const { imported, skipped } = await site.request<ImportedStrings>('POST', '/i18n/st/v1/import', body);
  return {
    what: `strings of ${body.domain}`,
    found,
    done: imported,
    finished: false,
    differing: [],
    left: skipped
      .filter(({ reason }) => reason !== 'empty')
      .map(({ msgid, reason }) => `“${msgid.slice(0, 60)}”: ${reason}`),
  };
};
