import { createHmac } from 'node:crypto';
import { MAX_JOBS, type NewJob } from '@almanac/engine/protocol';
import type { CommandContext } from '@almanac/event-sourcing';
import { languageRecord } from '@almanac/i18n';
import { isOfOriginal } from '../account/siteGuard.ts';
import { isChangedJob, isRemoteFault } from '../errors.ts';
import { writtenJob } from '../job-files/jobFile.ts';
import { jobs } from '../jobs/job.ts';
import { currentJob } from '../jobs/jobAccess.ts';
import type { Job, Revision } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { callbackOf } from './callbackToken.ts';
import { linkJob } from './linkJob.ts';
import { recordAnswer } from './recordAnswer.ts';
import { dropOrders, keepOrders, type SentOrder } from './sentOrders.ts';

/** The limit of bytes of files in one request. */
const MAX_CONTENT_LENGTH = 8 * 1024 * 1024;
const MINUTE = 60_000;
/** Minutes before the next attempt, by the number of failures. */
const AGAIN_AFTER = [1, 5, 15, 60];
const MAX_ATTEMPTS = 10;
/** The error of a job that is not retried automatically. */
const RETRY_EXHAUSTED = 'RetryExhausted';

/** A job with a current revision. */
export type OpenJob = Job & { readonly revision: Revision };

export interface FailedJob {
  readonly id: number;
  readonly code: string;
  readonly message: string;
}

export interface EngineJobNumbers {
  /** The number at the engine by the id of the job. */
  readonly made: ReadonlyMap<number, number>;
  readonly failed: readonly FailedJob[];
}

/** True if the job has a current revision. */
export const isOpenJob = (job: Job): job is OpenJob => job.revision !== null;

/** True if the engine may be asked to take the job: it waits or is to be retried, and has no number there. */
export const canBeSent = (job: Job): job is OpenJob =>
  isOpenJob(job) &&
  job.revision.channel !== 'tp' &&
  job.revision.editor_job_id === null &&
  (job.revision.status === status.waiting || job.revision.status === status.retry);

/**
 * Creates jobs at the engine and links them. For existing jobs the engine answers the same number. Jobs that the engine
 * refuses, or cannot take because it is not available, are retried later.
 * @throws DomainError the faults of the translation service, after recording them
 */
export const makeAtEngine = async (
  translation: Translation,
  wanted: readonly OpenJob[],
  context: CommandContext,
): Promise<EngineJobNumbers> => {
  const made = new Map<number, number>();
  const failed: FailedJob[] = [];
  const left = new Set(wanted);
  try {
    await keepOrders(translation, wanted, (revision) => orderOf(translation, revision));
    for (const portion of await portionsOf(translation, wanted, context)) {
      const done = await makePortion(translation, portion, context);
      for (const [id, number] of done.made) made.set(id, number);
      failed.push(...done.failed);
      for (const { job } of portion) left.delete(job);
    }
  } catch (error) {
    // Also records the jobs of later portions, which were not sent: nothing else retries them.
    if (isRemoteFault(error))
      for (const job of left) await noteFailure(translation, job, { context, code: error.code });
    throw error;
  }
  return { made, failed };
};

interface JobOrder {
  readonly job: OpenJob;
  readonly asked: NewJob;
}

const makePortion = async (
  translation: Translation,
  portion: readonly JobOrder[],
  context: CommandContext,
): Promise<EngineJobNumbers> => {
  const { editor } = await requireRemote(translation);
  const answer = await editor.make(portion.map(({ asked }) => asked));
  const numbers = new Map(answer.jobs.map(({ key, id }) => [key, id]));
  const refusals = new Map(answer.failed.map(({ key, code, message }) => [key, { code, message }]));
  const made = new Map<number, number>();
  const failed: FailedJob[] = [];
  for (const { job, asked } of portion) {
    const number = numbers.get(asked.key);
    const refusal = refusals.get(asked.key) ?? { code: 'i18n_remote_error', message: '' };
    const linked = number === undefined ? refusal : await linkMade(translation, job, { context, number });
    if (linked === undefined && number !== undefined) {
      made.set(job.id, number);
      continue;
    }
    const { code, message } = linked ?? refusal;
    failed.push({ id: job.id, code, message });
    await noteFailure(translation, job, { context, code });
  }
  await dropOrders(
    translation,
    portion.map(({ job }) => job),
  );
  return { made, failed };
};

/**
 * Links a job to its number. Cancels the job at the engine if it is no longer wanted here.
 * @returns the reason why it is not linked; undefined if it is
 */
const linkMade = async (
  translation: Translation,
  { id, revision }: OpenJob,
  { context, number }: { readonly context: CommandContext; readonly number: number },
): Promise<{ readonly code: string; readonly message: string } | undefined> => {
  try {
    await linkJob(translation, context, { id, jobId: revision.job_id, number });
    return undefined;
  } catch (error) {
    if (!isChangedJob(error)) throw error;
    if (!(await isOfOriginal(translation, revision.sent)))
      await (await requireRemote(translation)).editor.cancel([number]);
    const { code, message } = error;
    return { code, message };
  }
};

/** Returns the time of the next attempt after that many failures; null for no automatic retry. */
const againAt = (attempts: number, now: number): string | null =>
  attempts >= MAX_ATTEMPTS ? null : new Date(now + (AGAIN_AFTER[attempts - 1] ?? 60) * MINUTE).toISOString();

const noteFailure = async (
  translation: Translation,
  job: OpenJob,
  { context, code }: { readonly context: CommandContext; readonly code: string },
): Promise<void> => {
  const { revision } = job;
  if (revision.channel !== 'ate') return;
  const due = againAt(revision.remote.attempts + 1, translation.now().getTime());
  const said = due === null ? RETRY_EXHAUSTED : code;
  const command = { type: 'FailRemote', jobId: revision.job_id, error: said, due } as const;
  await recordAnswer(translation, job, command, context);
};

const orderOf = ({ secret }: Translation, { job_id, sent, source, target }: Revision): SentOrder => ({
  // The key contains the time of sending: another site at the same engine may use the same ids.
  key: createHmac('sha256', secret).update(`engine job\n${job_id}\n${sent}`).digest('base64url'),
  source_language: languageRecord(source).tag,
  target_language: languageRecord(target).tag,
});

const newJob = async (translation: Translation, { revision }: OpenJob, context: CommandContext): Promise<NewJob> => {
  const { job_id, title, automatic, deadline } = revision;
  const content = await writtenJob(translation, await currentJob(translation, context, job_id));
  return {
    ...orderOf(translation, revision),
    title: title.slice(0, 1_000),
    automatic,
    deadline: deadline === '' ? null : deadline,
    callback: callbackOf(translation, job_id),
    content: Buffer.from(content).toString('base64'),
  };
};

const portionsOf = async (
  translation: Translation,
  wanted: readonly OpenJob[],
  context: CommandContext,
): Promise<JobOrder[][]> => {
  const portions: JobOrder[][] = [];
  let size = MAX_CONTENT_LENGTH;
  for (const job of wanted) {
    const asked = await newJob(translation, job, context);
    size += asked.content.length;
    if (size > MAX_CONTENT_LENGTH || (portions.at(-1)?.length ?? 0) >= MAX_JOBS) {
      portions.push([]);
      size = asked.content.length;
    }
    portions.at(-1)?.push({ job, asked });
  }
  return portions;
};

/** Returns the jobs whose current revision has one of these numbers at the engine. */
export const jobsOfNumbers = async (
  { documents }: Pick<Translation, 'documents'>,
  numbers: readonly number[],
): Promise<OpenJob[]> => {
  const filter = { field: 'revision.editor_job_id', in: numbers } as const;
  const found = await documents.find<Job>(jobs, { filter, limit: numbers.length });
  return found.filter(isOpenJob);
};

/** Returns the job whose current revision has this number at the engine; undefined if there is none. */
export const jobOfNumber = async (
  translation: Pick<Translation, 'documents'>,
  number: number,
): Promise<OpenJob | undefined> => (await jobsOfNumbers(translation, [number]))[0];
