import { isDomainError } from '@almanac/i18n';
import { boolean, integer, type RestRequest, type Route, route, text } from '@almanac/rest';
import { isFinished, type ReadXliff, readXliffInTurns, XliffFault } from '@almanac/xliff';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import { jobs } from '../jobs/job.ts';
import { seesJob } from '../jobs/jobAccess.ts';
import type { Job, Revision } from '../jobs/jobState.ts';
import { typeOf } from '../jobs/jobView.ts';
import { recordPickUp } from '../jobs/pickUpTimes.ts';
import { status } from '../jobs/statuses.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { noFileAs } from '../remote/remoteRefusal.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { hasAgencyFile, readJobSelection } from './agencyArgs.ts';
import { recordAgencyState } from './agencyJobs.ts';
import { agencyBatchRoutes } from './batchRoutes.ts';
import { deliver } from './deliver.ts';
import type { OpenJob } from './engineJobs.ts';
import { selectedAgencyJobs } from './openOutside.ts';

const namespace = 'i18n/tm/v1';
const XLIFF = 'application/xliff+xml';
const HAVE_FILES: ReadonlySet<number> = new Set([status.ready, status.complete]);
const CONCURRENCY = 5;

/** Returns the routes of agencies: `tp/…` (docs/interface/translation-engine.md §7). */
export const agencyRoutes = (translation: Translation): Route[] => [
  fileRoute(translation),
  applyRoute(translation),
  ...agencyBatchRoutes(translation),
];

const fileAnswer = z.strictObject({
  source_language: z.string(),
  target_language: z.string(),
  translations: z.array(z.strictObject({ field: z.string(), source: z.string(), target: z.string() })),
});

type AskingFile = Pick<RestRequest<{ readonly job_id: number }>, 'principal' | 'remember' | 'args'>;

const askedJob = ({ documents }: Translation, { args: { job_id }, remember }: AskingFile) =>
  remember(`agency-job/${job_id}`, async () => (await documents.get<Job>(jobs, job_id))?.body ?? undefined);

const maySee = async (translation: Translation, request: AskingFile): Promise<boolean> => {
  const rights = await rightsOf(translation, request);
  if (!rights.translates) return false;
  const job = await askedJob(translation, request);
  if (!job?.revision) throw translationErrors.unknownJob();
  return seesJob(rights, job.revision);
};

const fileRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/tp/xliff/download/{job_id:\\d+}/{job_type:\\w+}',
    methods: ['GET'],
    summary: 'Fetches the file of a job from the agency.',
    args: {
      job_id: integer({ required: true, description: 'The id of the job.' }),
      job_type: text({ required: true, description: 'The type of the job.' }),
      json: boolean({ default: false, description: 'True to get the texts as JSON.' }),
    },
    permission: (request) => maySee(translation, request),
    answers: {
      200: { body: fileAnswer, contentTypes: [XLIFF] },
      404: ['i18n_job_not_found'],
      ...remoteRefusals,
      409: ['i18n_job_not_ready', ...remoteRefusals[409]],
    },
    handle: async (request) => {
      const job = await askedJob(translation, request);
      const { job_id: id, job_type: type, json } = request.args;
      if (!job?.revision || typeOf(job.revision) !== type) throw translationErrors.unknownJob();
      if (!hasAgencyFile(job, HAVE_FILES)) throw translationErrors.jobNotReady();
      const file = await fetchFile(translation, job.revision);
      if (json) return { body: await textsOf(file) };
      const disposition = `attachment; filename="job-${id}.xliff"`;
      return { body: Buffer.from(file), contentType: XLIFF, headers: { 'Content-Disposition': disposition } };
    },
  });

/** @throws RemoteRefusalError and the faults of the translation service; DomainError 409 while the file is not ready */
const fetchFile = async (translation: Translation, { tp_id }: Pick<Revision, 'tp_id'>): Promise<Uint8Array> =>
  (await requireRemote(translation)).agency.xliff(tp_id ?? 0).catch(noFileAs(translationErrors.jobNotReady));

/** @throws DomainError 502 for invalid XLIFF */
const readTexts = async (file: Uint8Array): Promise<ReadXliff> => {
  try {
    return await readXliffInTurns(file);
  } catch (error) {
    throw error instanceof XliffFault ? translationErrors.remoteFailed({ data: { details: [error.message] } }) : error;
  }
};

const textsOf = async (file: Uint8Array) => {
  const { sourceLanguage, targetLanguage, units } = await readTexts(file);
  const translations = units.filter(isFinished).map(({ id, source, target }) => ({ field: id, source, target }));
  return { source_language: sourceLanguage, target_language: targetLanguage, translations };
};

const applied = z.strictObject({ id: z.int(), type: z.string(), status: z.int() });
const notApplied = z.strictObject({
  id: z.int(),
  type: z.string(),
  tp_id: z.int(),
  reason: z.string(),
  kind: z.string(),
  attempts: z.int(),
  retryAt: z.string().nullable(),
});

const applyRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/tp/apply-translations',
    methods: ['POST'],
    summary: 'Imports the agency’s translations.',
    args: {},
    body: 'list',
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: z.strictObject({ applied: z.array(applied), failed: z.array(notApplied) }), ...remoteRefusals },
    handle: async (request) => {
      const meant = readJobSelection(request.body === undefined ? [] : request.body);
      const rights = await rightsOf(translation, request);
      const found = await selectedAgencyJobs(translation, { meant, rights });
      if (found.length === 0) return { body: { applied: [], failed: [] } };
      const done = await applyAll(translation, found, request);
      return { body: done, committed: true };
    },
  });

/**
 * Queries the agency about the open jobs, then applies the ready translations. A failed job does not stop the others.
 */
const applyAll = async (
  translation: Translation,
  found: readonly OpenJob[],
  { context }: Pick<RestRequest, 'context'>,
) => {
  const said = await (await requireRemote(translation)).agency.jobs(found.map(({ revision }) => revision.tp_id ?? 0));
  await recordPickUp(translation);
  const byNumber = new Map(said.map((job) => [job.id, job]));
  for (const job of found) {
    const news = byNumber.get(job.revision.tp_id ?? 0);
    if (news !== undefined) await recordAgencyState(translation, job, news, context);
  }
  const [done, failed]: [object[], object[]] = [[], []];
  for (let start = 0; start < found.length; start += CONCURRENCY) {
    const portion = found.slice(start, start + CONCURRENCY);
    for (const outcome of await Promise.all(portion.map((job) => applyOne(translation, job.id, { context }))))
      if (outcome !== undefined) ('status' in outcome ? done : failed).push(outcome);
  }
  return { applied: done, failed };
};

/** @returns undefined while the agency works on the job */
const applyOne = async (translation: Translation, id: number, { context }: Pick<RestRequest, 'context'>) => {
  const read = async () => (await translation.documents.get<Job>(jobs, id))?.body ?? undefined;
  const job = await read();
  if (!job?.revision || job.revision.status === status.inProgress) return undefined;
  const { revision } = job;
  const type = typeOf(revision);
  if (revision.status === status.none) return { id, type, status: status.none };
  try {
    const { job_id: jobId } = revision;
    await deliver(translation, { jobId, context, fetch: () => fetchFile(translation, revision) });
    return { id, type, status: (await read())?.revision?.status ?? status.complete };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { tp_id } = revision;
    return { id, type, tp_id: tp_id ?? 0, reason: error.code, kind: 'failed', attempts: 1, retryAt: null };
  }
};
