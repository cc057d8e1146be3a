import { DomainError, isDomainError } from '@almanac/i18n';
import { integer, type RestResponse, type Route, route, text } from '@almanac/rest';
import { spendRequest } from '@almanac/service';
import { isClonedSite, isRemoteFault, translationErrors } from '../errors.ts';
import { findJob } from '../jobs/jobAccess.ts';
import { nullAnswer, nullType } from '../nullAnswer.ts';
import type { Translation } from '../translation.ts';
import { isCallbackToken } from './callbackToken.ts';
import { deliverFromEngine } from './deliverFromEngine.ts';

const NOT_KEPT = { 'Cache-Control': 'no-store' };
const NOT_READY_SECONDS = 60;
const FAILED_SECONDS = 300;

/**
 * Returns the route for callbacks of the engine. A callback only reports that a job may be done; the route then asks
 * the engine (docs/interface/translation-engine.md §4).
 */
export const receiveRoute = (translation: Translation): Route => {
  const [ofJob, ofAll] = [translation.limits('engine-call-back-job'), translation.limits('engine-call-back')];
  return route({
    namespace: 'i18n/tm/v1',
    path: '/ate/jobs/receive/{i18nJobId:\\d+}',
    methods: ['GET'],
    summary: 'Imports the engine’s translation of a job; for calls by the engine.',
    args: {
      i18nJobId: integer({ required: true, description: 'The revision of the job.' }),
      t: text({ default: '', description: 'The token of the address.' }),
    },
    answers: {
      200: nullType,
      403: ['i18n_ate_receive_invalid_token'],
      409: ['i18n_site_cloned'],
      422: {
        codes: [
          'i18n_job_missing',
          'i18n_job_cancelled',
          'i18n_job_superseded',
          'i18n_job_edited',
          'i18n_source_gone',
          'i18n_job_bad_transition',
          'i18n_units_differ',
          'i18n_xliff_malformed',
          'i18n_xliff_version',
          'i18n_xliff_mismatch',
          'i18n_xliff_source_changed',
          'i18n_xliff_incomplete',
        ],
      },
      425: ['xliff_not_ready'],
      503: ['apply_failed'],
    },
    handle: async ({ args: { i18nJobId: jobId, t: token }, lookAhead, context }): Promise<RestResponse> => {
      const received = { ...nullAnswer, headers: NOT_KEPT };
      if (token === '' || lookAhead) return received;
      if (!isCallbackToken(translation, jobId, token)) throw translationErrors.invalidCallbackToken();
      await spendRequest(ofJob, String(jobId));
      await spendRequest(ofAll, 'all');
      try {
        const { job, revision } = await findJob(translation, jobId);
        await deliverFromEngine(translation, { ...job, revision }, context);
        return received;
      } catch (error) {
        throw refusalOf(error, jobId);
      }
    },
  });
};

/** Returns the answer to a failed callback. Temporary faults carry the time of the retry; all others are final. */
const refusalOf = (error: unknown, jobId: number): unknown => {
  if (!isDomainError(error) || isClonedSite(error)) return error;
  const { code, status, message, params, data } = error;
  if (translationErrors.deliveryNotReady.matches(error))
    return translationErrors.callbackTooEarly({ data: { retry_after: NOT_READY_SECONDS } });
  if (isRemoteFault(error) || status >= 500)
    return translationErrors.callbackFailed({ data: { retry_after: FAILED_SECONDS } });
  if (status === 404) return translationErrors.unknownCalledJob({ data: { jobId } });
  return new DomainError(code, 422, message, { params, data });
};
