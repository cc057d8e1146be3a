import { anything, type Invalid, invalid, isObject, type Route, route, valueText } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { idOf } from '../idOf.ts';
import { findJob } from '../jobs/jobAccess.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { storedAnswer } from './answers.ts';
import { linkJob } from './linkJob.ts';

const MAX_DATA_LENGTH = 16 * 1024;
const MAX_DEPTH = 4;

const storeMessages = {
  digits: '{name} is no number of a job.',
  large: '{name} is too large.',
} as const;

/** Returns the route that links a job to one that the editor has created (docs/interface/translation-engine.md §3). */
export const storeRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/ate/jobs/store',
    methods: ['POST'],
    summary: 'Links a job to one at the engine.',
    args: {
      i18n_job_id: anything({
        required: true,
        description: 'The revision of the job.',
        words: { type: 'string' },
        parse: (value) => (/^\d{1,15}$/.test(valueText(value)) ? Number(value) : invalid(storeMessages.digits)),
      }),
      ate_job_data: anything({
        required: true,
        description: 'The engine’s data of its job; `ate_job_id` is the number of the job.',
        words: { type: 'array' },
        parse: readData,
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: {
      200: storedAnswer,
      404: ['i18n_job_not_found'],
      409: ['i18n_ate_job_taken', 'i18n_job_superseded', 'i18n_job_cancelled', 'i18n_job_bad_transition'],
      422: ['i18n_ate_job_invalid'],
    },
    handle: async ({ args, commands, context }) => {
      const { job } = await findJob(translation, args.i18n_job_id);
      const number = numberOf(args.ate_job_data);
      await linkJob({ commands }, context, { id: job.id, jobId: args.i18n_job_id, number });
      return { body: true };
    },
    recover: async () => ({ body: true }),
  });

type Data = Readonly<Record<string, unknown>>;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((deepest: number, each) => Math.max(deepest, depthOf(each)), 0)
    : 0;

/** Reads an object or a list of objects and merges them; later ones win. Other values are ignored. */
function readData(value: unknown): Data | Invalid {
  const parts = [value].flat().filter(isObject);
  if (JSON.stringify(value).length > MAX_DATA_LENGTH || depthOf(parts) > MAX_DEPTH + 1)
    return invalid(storeMessages.large);
  return Object.assign({}, ...parts);
}

/** @throws DomainError 422 */
const numberOf = ({ ate_job_id: said }: Data): number => {
  const number = idOf(said);
  if (number !== undefined) return number;
  throw translationErrors.invalidEngineNumber();
};
