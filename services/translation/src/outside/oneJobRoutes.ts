import { isDomainError } from '@almanac/i18n';
import { integer, type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { seesJob } from '../jobs/jobAccess.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { engineJobsAnswer, fixAnswer } from './answers.ts';
import { deliverFromEngine } from './deliverFromEngine.ts';
import { jobOfNumber, type OpenJob } from './engineJobs.ts';
import { isReadyAtEngine } from './observe.ts';

const namespace = 'i18n/tm/v1';
const args = { ateJobId: integer({ inPath: true, description: 'The number of the job at the engine.' }) };
const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** Returns the routes of a single job at the engine (docs/interface/translation-engine.md §3). */
export const oneJobRoutes = (translation: Translation): Route[] => [readRoute(translation), fixRoute(translation)];

type Asking = Pick<RestRequest<{ readonly ateJobId: number }>, 'principal' | 'remember' | 'args'>;

const askedJob = (translation: Translation, { args: { ateJobId }, remember }: Asking): Promise<OpenJob | undefined> =>
  remember(`engine-job/${ateJobId}`, () => jobOfNumber(translation, ateJobId));

const mayUse = async (translation: Translation, request: Asking): Promise<boolean> => {
  const rights = await rightsOf(translation, request);
  if (!rights.translates) return false;
  const job = await askedJob(translation, request);
  if (job === undefined) throw translationErrors.unknownJob();
  return seesJob(rights, job.revision);
};

const readRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/ate/jobs/{ateJobId:\\d+}',
    methods: ['GET'],
    summary: 'Returns the engine’s status of a job.',
    args,
    permission: (request) => mayUse(translation, request),
    answers: { 200: engineJobsAnswer, 404: ['i18n_job_not_found'], ...remoteRefusals },
    handle: async ({ args: { ateJobId } }) => {
      const { editor } = await requireRemote(translation);
      const [job] = await editor.jobs([ateJobId]);
      if (job === undefined) throw translationErrors.unknownJob();
      const { message: _, ...shown } = job;
      const translated_xliff = isReadyAtEngine(job) ? editor.addressOfXliff(ateJobId) : '';
      return { body: { [ateJobId]: { ...shown, translated_xliff } }, headers: NOT_KEPT };
    },
  });

const fixRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/ate/jobs/{ateJobId:\\d+}/fix',
    methods: ['GET'],
    summary: 'Imports the engine’s translation of a job now.',
    args,
    permission: (request) => mayUse(translation, request),
    answers: { 200: fixAnswer, 204: {}, 404: ['i18n_job_not_found'], ...remoteRefusals },
    handle: async (request): Promise<RestResponse> => {
      if (request.lookAhead) return { status: 204, body: null, headers: NOT_KEPT };
      await requireRemote(translation);
      const job = await askedJob(translation, request);
      if (job === undefined) throw translationErrors.unknownJob();
      return { body: await fixed(translation, job, request), headers: NOT_KEPT };
    },
  });

/** Applies a translation. Any failure is an error, except that the translation is not ready. */
const fixed = async (translation: Translation, job: OpenJob, { context }: Pick<RestRequest, 'context'>) => {
  try {
    await deliverFromEngine(translation, job, context);
    return { completed: true, error: false };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { completed: false, error: !translationErrors.deliveryNotReady.matches(error) };
  }
};
