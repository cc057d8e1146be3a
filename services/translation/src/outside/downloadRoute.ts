import { type DomainError, isDomainError } from '@almanac/i18n';
import { invalidParams, isObject, type RestRequest, type Route, rawValue, route } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { jobs } from '../jobs/job.ts';
import { seesJob } from '../jobs/jobAccess.ts';
import { visibleJobFilters } from '../jobs/jobFilters.ts';
import type { Job } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import { withLock } from '../locks.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { type Rights, rightsOf } from '../translators/rights.ts';
import { downloadAnswer } from './answers.ts';
import { deliverFromEngine } from './deliverFromEngine.ts';
import { jobOfNumber, jobsOfNumbers, type OpenJob } from './engineJobs.ts';
import { syncLock } from './jobLocks.ts';
import { readyJobs } from './observe.ts';
import { nextOfAll, roundOf } from './openOutside.ts';

/** The limit of jobs per call; the next call continues. */
const MAX_JOBS_PER_CALL = 20;
const MAX_NAMED_JOBS = 500;
const CONCURRENCY = 5;

const downloadMessages = {
  key: '{name} is a text.',
  list: '{name} is a list of at most 500 jobs, each with ateJobId.',
} as const;

/** Returns the route that downloads translations from the engine (docs/interface/translation-engine.md §3). */
export const downloadRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/ate/jobs/download',
    methods: ['POST'],
    summary: 'Imports the engine’s translations.',
    args: {
      lockKey: rawValue({
        description: 'The key of the lock, from the answer of the synchronization.',
        words: { type: 'string' },
      }),
      jobs: rawValue({
        description: 'The jobs, each with its number at the engine. Default: all finished jobs.',
        words: { type: 'array' },
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: downloadAnswer, ...remoteRefusals },
    handle: async (request) => {
      const key = readKey(request.args.lockKey);
      const named = readNumbers(request.args.jobs);
      const rights = await rightsOf(translation, request);
      const due = named.length > 0 ? named : await knownDone(translation, rights);
      if (due.length === 0) return { body: [] };
      if (await anyToFetch(translation, due, rights)) await requireRemote(translation);
      const work = () => downloadAll(translation, due.slice(0, MAX_JOBS_PER_CALL), { rights, request });
      const done = await withLock(translation, syncLock, { key, work });
      return { body: done ?? [], committed: true };
    },
  });

/**
 * Reads the key of the lock after the permission check, like other arguments without documentation.
 * @throws DomainError 400
 */
const readKey = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw invalidParams({ lockKey: downloadMessages.key });
  return value;
};

/** @throws DomainError 400 */
const readNumbers = (value: unknown): number[] => {
  if (value === undefined || value === null) return [];
  const numbers = Array.isArray(value) && value.length <= MAX_NAMED_JOBS ? value.map(numberOf) : [undefined];
  const known = numbers.filter((number) => number !== undefined);
  if (known.length < numbers.length) throw invalidParams({ jobs: downloadMessages.list });
  return [...new Set(known)];
};

const numberOf = (value: unknown): number | undefined => {
  if (!isObject(value)) return undefined;
  const number = Number(value.ateJobId);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/**
 * Returns the next jobs that are ready at the engine. Each call continues after the last one, so failing jobs do not
 * block the others.
 */
const knownDone = async (translation: Translation, rights: Rights): Promise<number[]> => {
  const name = `downloaded/${roundOf(rights)}`;
  const which = [...visibleJobFilters(rights), readyJobs];
  const due = await nextOfAll(translation, 'engine', { name, which, most: MAX_JOBS_PER_CALL });
  return due.map(({ revision }) => revision.editor_job_id ?? 0);
};

/** True if the engine must be asked about one of the jobs; false if all are unknown, hidden or complete. */
const anyToFetch = async (translation: Translation, numbers: readonly number[], rights: Rights): Promise<boolean> => {
  const found = await jobsOfNumbers(translation, numbers);
  return found.some(({ revision }) => seesJob(rights, revision) && revision.status !== status.complete);
};

interface Asking {
  readonly rights: Rights;
  readonly request: Pick<RestRequest, 'context' | 'site' | 'language'>;
}

const downloadAll = async (translation: Translation, numbers: readonly number[], asking: Asking) => {
  const done = [];
  for (let start = 0; start < numbers.length; start += CONCURRENCY) {
    const portion = numbers.slice(start, start + CONCURRENCY);
    done.push(...(await Promise.all(portion.map((number) => download(translation, number, asking)))));
  }
  return done;
};

/** Downloads one translation. A failure is reported in the result and does not stop the others. */
const download = async (translation: Translation, ateJobId: number, { rights, request }: Asking) => {
  const job = await jobOfNumber(translation, ateJobId);
  const say = ({
    code,
    message,
    params,
  }: Pick<DomainError, 'code' | 'message'> & Partial<Pick<DomainError, 'params'>>) => ({
    jobId: job?.revision.job_id ?? 0,
    ateJobId,
    error: { code, message: translation.texts.text(message, request.language, params) },
  });
  if (job === undefined) return say(translationErrors.unknownJob.definition);
  if (!seesJob(rights, job.revision)) return say(translationErrors.forbiddenJob.definition);
  try {
    await deliverFromEngine(translation, job, request.context);
    return await viewOf(translation, job, { ateJobId, request });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return say(error);
  }
};

const viewOf = async (
  { documents }: Translation,
  job: OpenJob,
  { ateJobId, request }: Pick<Asking, 'request'> & { readonly ateJobId: number },
) => {
  const revision = (await documents.get<Job>(jobs, job.id))?.body?.revision ?? job.revision;
  const path = revision.written?.path;
  return {
    jobId: job.revision.job_id,
    ateJobId,
    automatic: revision.automatic,
    viewLink: path ? `${request.site}${path}` : '',
    status: revision.status,
    review_status: revision.review,
    label: revision.status === status.complete ? 'Complete' : 'In progress',
  };
};
