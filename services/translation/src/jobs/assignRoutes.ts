import { integer, invalid, invalidParams, isObject, type RestRequest, type Route, route, text } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { idOf } from '../idOf.ts';
import type { Translation } from '../translation.ts';
import { type Rights, rightsOf } from '../translators/rights.ts';
import { assignedAnswer, cancelledAnswer } from './answers.ts';
import { requireTranslator } from './assigning.ts';
import { jobDecider, jobs, requireOpenRevision } from './job.ts';
import { type FoundJob, findJob, seesJob } from './jobAccess.ts';
import type { Job } from './jobState.ts';
import { typeOf } from './jobView.ts';
import { MAX_JOBS } from './sentBatch.ts';

const namespace = 'i18n/tm/v1';

/** Returns the routes that assign and cancel jobs (docs/interface/translation-jobs.md §7). */
export const assignRoutes = (translation: Translation): Route[] => [assignRoute(translation), cancelRoute(translation)];

/**
 * True if the person may assign the job. Managers assign it to anybody; others take free jobs and give back their own.
 */
const mayAssign = (rights: Rights, { revision }: FoundJob, translator: number): boolean => {
  if (rights.manages) return true;
  if (!seesJob(rights, revision)) return false;
  if (translator === rights.user) return true;
  return translator === 0 && revision.translator === rights.user;
};

const assignRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/jobs/assign',
    methods: ['POST'],
    summary: 'Assigns a job to a translator.',
    args: {
      jobId: integer({ required: true, description: 'The revision of the job.' }),
      type: text({ default: 'post', description: 'The type of the job.' }),
      translatorId: integer({ required: true, minimum: 0, description: 'The user; 0 for nobody.' }),
    },
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: {
      200: assignedAnswer,
      404: ['i18n_job_not_found', 'i18n_translator_not_found'],
      409: ['i18n_job_superseded', 'i18n_job_cancelled', 'i18n_job_bad_transition'],
      422: ['i18n_translator_language_pair'],
    },
    handle: async (request) => {
      const { jobId, translatorId: translator } = request.args;
      const rights = await rightsOf(translation, request);
      const found = await findJob(translation, jobId);
      if (!mayAssign(rights, found, translator)) throw translationErrors.forbiddenJob();
      const { source, target } = found.revision;
      await requireTranslator(translation, translator, { rights, pairs: [[source, target]] });
      await request.commands.run(request.context, async (unit) => {
        const job = await unit.load(jobDecider, found.job.id);
        const revision = requireOpenRevision(job, jobId, 'assign');
        if (!mayAssign(rights, { ...found, revision }, translator)) throw translationErrors.forbiddenJob();
        await unit.decide(jobDecider, found.job.id, { type: 'Assign', jobId, translator }, undefined);
      });
      return { body: { assigned: translator } };
    },
    recover: async ({ args }) => ({ body: { assigned: args.translatorId } }),
  });

interface JobName {
  readonly id: number;
  readonly type: string;
}

const namedJob = (value: unknown): JobName[] => {
  if (!isObject(value) || typeof value.type !== 'string') return [];
  const id = idOf(value.id);
  return id === undefined ? [] : [{ id, type: value.type }];
};

/**
 * Returns the jobs to cancel.
 * @throws DomainError 400 for an invalid list
 */
const namedJobs = (body: unknown): readonly JobName[] => {
  const named = Array.isArray(body) && body.length <= MAX_JOBS ? body.flatMap(namedJob) : [];
  if (Array.isArray(body) && named.length === body.length && named.length > 0) return named;
  throw invalidParams({ body: invalid('The body is a list of 1 to 500 jobs, each with id and type.') });
};

const cancelRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/jobs/cancel',
    methods: ['POST'],
    body: 'list',
    summary: 'Cancels jobs and restores the status before they were sent.',
    args: {},
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: cancelledAnswer },
    handle: async (request) => {
      const rights = await rightsOf(translation, request);
      const named = await knownJobs(translation, namedJobs(request.body));
      return { body: await cancel(request, named, rights) };
    },
  });

/** Returns the existing jobs among the named ones, without duplicates, if their type matches. */
const knownJobs = async ({ documents }: Translation, named: readonly JobName[]): Promise<Job[]> => {
  const types = new Map(named.map(({ id, type }) => [id, type]));
  const found = await documents.getMany<Job>(jobs, [...types.keys()]);
  return found.filter(({ id, revision }) => revision !== null && typeOf(revision) === types.get(id));
};

/**
 * Cancels all of the jobs or none.
 * @throws DomainError 403 if one now belongs to another translator
 */
const cancel = async (
  { commands, context }: Pick<RestRequest, 'commands' | 'context'>,
  named: readonly Job[],
  rights: Rights,
): Promise<JobName[]> => {
  const { result } = await commands.run(context, async (unit) => {
    const done: JobName[] = [];
    for (const { id } of named) {
      const { revision, version: before } = await unit.load(jobDecider, id);
      if (!rights.manages && revision?.translator !== rights.user) throw translationErrors.forbiddenJob();
      const { version } = await unit.decide(jobDecider, id, { type: 'Cancel' }, undefined);
      if (revision !== null && version > before) done.push({ id, type: typeOf(revision) });
    }
    return done;
  });
  return result;
};
