import { type ElementType, readElementJobsOfTranslation } from '@almanac/contracts';
import { ServiceUnavailableError } from '@almanac/service';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';

export type TranslationJob = ReturnType<typeof readElementJobsOfTranslation.parseAnswer>['jobs'][number];

/** The data of the translation service for a record's form. */
export interface TranslationDesk {
  /** True if the user may request translations of the record. */
  readonly manages: boolean;
  /** True if the site has a translation engine. */
  readonly engine: boolean;
  /** The jobs of the record, by target language. */
  readonly jobs: ReadonlyMap<string, TranslationJob>;
}

/** The parameter of the pages for requesting a translation. */
export const HAND_OVER = 'have-translated';
export const JOB = 'translation-job';

/** Milliseconds for which a form waits for the translation service. */
const TIMEOUT = 2_000;

interface Versioned {
  readonly id: number;
  readonly translations: Readonly<Record<string, number>>;
}

/**
 * Requests the data of the translation service; undefined if there is no such service, or it does not answer. Then the
 * form shows none.
 */
export const translationDesk = async (
  page: SignedIn,
  type: ElementType,
  { id, translations }: Versioned,
): Promise<TranslationDesk | undefined> => {
  const ids = [...new Set([id, ...Object.values(translations)])];
  try {
    const { body } = await askAs(page, readElementJobsOfTranslation, { send: { type, ids }, timeout: TIMEOUT });
    return body && { ...body, jobs: new Map(body.jobs.map((job) => [job.language_codes.target, job])) };
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return undefined;
    throw error;
  }
};

const [WAITING, IN_PROGRESS, READY, COMPLETE, RETRY, CANCELLED_THERE, PENDING] = [1, 2, 4, 10, 40, 42, 102];

/** Returns the name of a job's status (docs/interface/translation-jobs.md §3). */
export const jobText = ({ renderContext: { text } }: SignedIn, job: TranslationJob): string => {
  const { status, is_ate_job, progress, needs_update, translator_name } = job;
  if (status === WAITING && is_ate_job) return text('with the translation engine');
  if (status === WAITING) return translator_name === '' ? text('waits for a translator') : text('not begun yet');
  if (status === IN_PROGRESS) return text('in progress, {share}', { share: progress });
  if (status === READY) return text('ready at the agency');
  if (status === COMPLETE) return needs_update ? text('done; its source has changed since') : text('done');
  if (status === RETRY) return text('the engine has not taken it; it is tried again');
  if (status === CANCELLED_THERE) return text('cancelled by the engine');
  return status === PENDING ? text('waits for the agency') : String(status);
};

/** Statuses of jobs that are over. */
const OVER: readonly (number | undefined)[] = [COMPLETE, CANCELLED_THERE];

/** True if a translation into that language can be requested now. */
export const canBeSent = ({ manages, jobs }: TranslationDesk, language: string, hasVersion: boolean): boolean => {
  const job = jobs.get(language);
  if (!manages || (job !== undefined && !OVER.includes(job.status))) return false;
  return !hasVersion || job?.needs_update === true;
};
