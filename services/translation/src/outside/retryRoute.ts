import type { CommandContext } from '@almanac/event-sourcing';
import { invalidParams, type Route, rawValue, route } from '@almanac/rest';
import { isRemoteFault } from '../errors.ts';
import { jobs } from '../jobs/job.ts';
import { seesJob } from '../jobs/jobAccess.ts';
import type { Job } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import { withLock } from '../locks.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { retryAnswer } from './answers.ts';
import { makeAtEngine, type OpenJob } from './engineJobs.ts';
import { retryLock } from './jobLocks.ts';

const MAX_JOBS_PER_CALL = 10;
const MAX_NAMED_JOBS = 500;

const retryMessages = { list: '{name} is a list of at most 500 ids of jobs.' } as const;

/** Returns the route that retries jobs that the engine did not take (docs/interface/translation-engine.md §3). */
export const retryRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/ate/jobs/retry',
    methods: ['POST'],
    summary: 'Retries the creation of jobs that the engine did not accept.',
    args: {
      jobsToProcess: rawValue({
        description: 'The ids of the jobs. Default: all jobs that the engine has not accepted.',
        words: { type: 'array' },
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: retryAnswer, ...remoteRefusals },
    handle: async (request) => {
      const named = readIds(request.args.jobsToProcess);
      const rights = await rightsOf(translation, request);
      const wanted = named.length > 0 ? await notTaken(translation, named) : await jobsToRetry(translation);
      const found = wanted.filter(({ revision }) => seesJob(rights, revision));
      if (found.length === 0) return { body: { jobsToProcess: [], processed: [] } };
      await requireRemote(translation);
      const processed = (await retryDue(translation, found, request.context)) ?? [];
      const left = found.map(({ id }) => id).filter((id) => !processed.includes(id));
      return { body: { jobsToProcess: left, processed }, committed: true };
    },
  });

/** @throws DomainError 400 */
const readIds = (value: unknown): readonly number[] => {
  if (value === undefined || value === null) return [];
  const ids = Array.isArray(value) && value.length <= MAX_NAMED_JOBS ? value.map(Number) : [Number.NaN];
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw invalidParams({ jobsToProcess: retryMessages.list });
  return ids;
};

/** Returns those of the jobs that the engine did not take. */
const notTaken = async ({ documents }: Translation, ids: readonly number[]): Promise<OpenJob[]> =>
  (await documents.getMany<Job>(jobs, [...new Set(ids)])).filter(wasNotTaken);

/** Returns the jobs that the engine did not take and that have a retry time, ordered by it. */
export const jobsToRetry = async ({ documents }: Translation): Promise<OpenJob[]> => {
  const found = await documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'listed', equals: true },
        { field: 'revision.status', equals: status.retry },
        { not: { field: 'revision.remote.due', equals: null } },
      ],
    },
    order: [{ field: 'revision.remote.due', direction: 'asc' }],
    limit: MAX_NAMED_JOBS,
  });
  return found.filter(wasNotTaken);
};

const wasNotTaken = (job: Job): job is OpenJob => job.revision?.status === status.retry;

/**
 * Retries the due jobs, up to a limit.
 * @returns the ids; undefined while another caller retries
 */
export const retryDue = (
  translation: Translation,
  found: readonly OpenJob[],
  context: CommandContext,
): Promise<number[] | undefined> => {
  const now = translation.now().toISOString();
  const due = found
    .filter(({ revision: { remote } }) => remote.due !== null && remote.due <= now)
    .slice(0, MAX_JOBS_PER_CALL);
  const work = async (): Promise<number[]> => {
    await makeAtEngine(translation, due, context).catch((error) => {
      // `makeAtEngine` has recorded the fault with each job.
      if (!isRemoteFault(error)) throw error;
    });
    return due.map(({ id }) => id);
  };
  return due.length === 0 ? Promise.resolve([]) : withLock(translation, retryLock, { work });
};
