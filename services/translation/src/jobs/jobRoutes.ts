import { recordVersion } from '@almanac/event-sourcing';
import { anything, boolean, integer, type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { refusedByOwner } from '../errors.ts';
import type { Translation } from '../translation.ts';
import { jobWithUnitsAnswer, savedJobAnswer } from './answers.ts';
import { differenceOf } from './differences.ts';
import { waitForOwner } from './finishing.ts';
import { jobDecider } from './job.ts';
import { askedJob, findJob, mayUseJob } from './jobAccess.ts';
import type { Job } from './jobState.ts';
import { viewsOf } from './jobView.ts';
import { readTexts, saveUnits } from './saveUnits.ts';
import type { Units } from './units.ts';
import { unitTexts } from './unitTexts.ts';

const namespace = 'i18n/tm/v1';
const path = '/jobs/{jobId:\\d+}';

export const jobIdArg = { jobId: integer({ inPath: true, description: 'The revision of the job.' }) };

/** The errors of routes that name a job by its job id. */
export const jobRefusals = { 404: ['i18n_job_not_found'], 409: ['i18n_job_superseded', 'i18n_job_cancelled'] } as const;

/** Returns the routes of one job (docs/interface/translation-jobs.md §5). */
export const jobRoutes = (translation: Translation): Route[] => [readRoute(translation), saveRoute(translation)];

const readRoute = (translation: Translation): Route =>
  route({
    namespace,
    path,
    methods: ['GET'],
    summary: 'Reads a job with its texts.',
    args: jobIdArg,
    permission: (request) => mayUseJob(translation, request),
    answers: { 200: jobWithUnitsAnswer, ...jobRefusals },
    handle: async (request) => {
      const { job, units } = await askedJob(translation, request);
      const body = await withUnits(translation, request, { job, units });
      return { body, version: recordVersion(jobDecider, job) };
    },
  });

const saveRoute = (translation: Translation): Route =>
  route({
    namespace,
    path,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Saves translated texts.',
    args: {
      ...jobIdArg,
      units: anything({
        description: 'The translated texts, by unit.',
        words: { type: 'object' },
        parse: readTexts,
      }),
      complete: boolean({ default: false, description: 'True if these texts finish the job.' }),
    },
    permission: (request) => mayUseJob(translation, request),
    answers: {
      200: savedJobAnswer,
      202: savedJobAnswer,
      404: ['i18n_job_not_found'],
      409: ['i18n_job_superseded', 'i18n_job_cancelled', 'i18n_job_bad_transition', 'i18n_source_gone'],
      422: ['i18n_job_incomplete'],
    },
    handle: async (request) => {
      const { jobId, units: texts = new Map(), complete } = request.args;
      const { commands, context, principal, ifMatch } = request;
      await saveUnits(translation, { commands, context, principal, jobId, texts, complete, ifMatch });
      return savedAnswer(translation, request, { jobId, complete });
    },
    recover: (request) => savedAnswer(translation, request, request.args),
  });

/**
 * Answers a save. After a completion, waits for the owner of the source to write it; answers 202 if that takes long.
 */
export const savedAnswer = async (
  translation: Translation,
  request: Pick<RestRequest, 'site' | 'apiRoot'>,
  { jobId, complete }: { readonly jobId: number; readonly complete: boolean },
): Promise<RestResponse & { readonly body: object }> => {
  const found = await findJob(translation, jobId);
  const ending = complete ? await waitForOwner(translation, found.job.id, jobId) : { written: found.job };
  if ('refused' in ending) throw refusedByOwner(ending.refused, 'The translation cannot be written to its record.');
  const status = 'written' in ending ? 200 : 202;
  const job = 'written' in ending ? ending.written : (ending.waiting ?? found.job);
  const shown = await withUnits(translation, request, { job, units: found.units });
  const body = { ...shown, warnings: shown.units.flatMap(({ id, source, target }) => warningsOf(id, source, target)) };
  return { status, body, version: recordVersion(jobDecider, job) };
};

const warningsOf = (id: string, source: string, target: string) =>
  target === '' ? [] : (differenceOf(id, source, target) ?? []);

/** Returns the view of a job with its texts. */
const withUnits = async (
  translation: Translation,
  request: Pick<RestRequest, 'site' | 'apiRoot'>,
  { job, units }: { readonly job: Job; readonly units: Units },
) => {
  const [view] = await viewsOf(translation, request, [job]);
  const texts = unitTexts(translation);
  const [sources, targets] = await Promise.all([
    texts.read(units.units.map(({ source }) => source)),
    texts.read(units.units.map(({ target }) => target)),
  ]);
  const shown = units.units.map(({ id, finished }, index) => ({
    id,
    source: sources[index] ?? '',
    target: targets[index] ?? '',
    finished,
  }));
  return { ...view, units: shown };
};
