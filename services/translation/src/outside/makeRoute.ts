import { invalidParams, isObject, type Route, rawValue, route } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { idOf } from '../idOf.ts';
import { jobs } from '../jobs/job.ts';
import type { Job } from '../jobs/jobState.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { createdJobsAnswer } from './answers.ts';
import { canBeSent, type FailedJob, makeAtEngine } from './engineJobs.ts';

const MAX_JOBS = 500;

const makeMessages = {
  list: '{name} is a list of 1 to 500 jobs, each with its id.',
} as const;

/** Returns the route that creates jobs at the engine (docs/interface/translation-engine.md §3). */
export const makeRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/ate/jobs',
    methods: ['POST'],
    summary: 'Creates jobs at the engine.',
    args: {
      jobs: rawValue({
        description: 'The jobs, each with its id; other members are ignored.',
        words: { type: 'array' },
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: { 200: createdJobsAnswer, 404: ['i18n_job_not_found'], ...remoteRefusals },
    handle: async ({ args, context }) => {
      const ids = readIds(args.jobs);
      const found = await translation.documents.getMany<Job>(jobs, ids);
      if (found.length === 0) throw translationErrors.unknownJob();
      await requireRemote(translation);
      const { made, failed } = await makeAtEngine(translation, found.filter(canBeSent), context);
      const linked = found.flatMap(({ id, revision }) =>
        revision?.editor_job_id ? [[id, revision.editor_job_id] as const] : [],
      );
      const numbers = new Map([...linked, ...made]);
      const refused = [...failed, ...notMade(ids, found, numbers)].filter(
        ({ id }, index, all) => all.findIndex((each) => each.id === id) === index,
      );
      return { body: { jobs: Object.fromEntries(numbers), failed: refused }, committed: true };
    },
  });

/** @throws DomainError 400 */
const readIds = (value: unknown): number[] => {
  const ids = Array.isArray(value) && value.length > 0 && value.length <= MAX_JOBS ? value.map(namedId) : [undefined];
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length) throw invalidParams({ jobs: makeMessages.list });
  return [...new Set(known)];
};

/** Returns the id of a job from a request; the original form of the request calls it `source_id`. */
const namedId = (value: unknown): number | undefined =>
  isObject(value) ? idOf(value.id ?? value.source_id) : undefined;

const notMade = (ids: readonly number[], found: readonly Job[], numbers: ReadonlyMap<number, number>): FailedJob[] => {
  const known = new Set(found.map(({ id }) => id));
  return ids
    .filter((id) => !numbers.has(id))
    .map((id) => {
      const refusal = known.has(id) ? translationErrors.badTransition : translationErrors.unknownJob;
      const { code, message } = refusal.definition;
      return { id, code, message };
    });
};
