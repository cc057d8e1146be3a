import { type ElementType, readElementJobsOfTranslation } from '@almanac/contracts';
import { ServiceUnavailableError } from '@almanac/service';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';

export type TranslationJob = ReturnType<typeof readElementJobsOfTranslation.parseAnswer>['jobs'][number];

/** What the service of translation says beside a record. */
export interface TranslationDesk {
  /** Whether who asks may have it translated. */
  readonly manages: boolean;
  /** Whether there is an engine that translates by itself. */
  readonly engine: boolean;
  /** What was sent, by the language that it is translated into. */
  readonly jobs: ReadonlyMap<string, TranslationJob>;
}

/** What pages about handing a translation over are asked for by. */
export const HAND_OVER = 'have-translated';
export const JOB = 'translation-job';

/** Milliseconds; a form does not wait for it any longer. */
const TIMEOUT = 2_000;

interface Versioned {
  readonly id: number;
  readonly translations: Readonly<Record<string, number>>;
}

/** Undefined where there is no such service, or it does not answer: then nothing is said of it. */
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

/** What the status of a job means (docs/interface/translation-jobs.md §3). */
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

/** Statuses of jobs of which nothing comes any more. */
const OVER: readonly (number | undefined)[] = [COMPLETE, CANCELLED_THERE];

/** Whether a version in that language can be asked for now. */
export const canBeSent = ({ manages, jobs }: TranslationDesk, language: string, hasVersion: boolean): boolean => {
  const job = jobs.get(language);
  if (!manages || (job !== undefined && !OVER.includes(job.status))) return false;
  return !hasVersion || job?.needs_update === true;
};
