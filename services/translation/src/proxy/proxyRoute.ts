import { userId } from '@almanac/identity';
import { type RestResponse, type Route, rawValue, route, text } from '@almanac/rest';
import { spendRequest } from '@almanac/service';
import { z } from 'zod';
import { requireKeys } from '../account/accountKeys.ts';
import { translationErrors } from '../errors.ts';
import { accountRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { PassedAnswer } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { passedRequest, requirePassable } from './passedRequest.ts';

const MAX_REQUEST_BYTES = 1024 * 1024;

/** The statuses of answers that are passed on; any other status counts as a fault of the service. */
const HANDED_ON = [
  200, 201, 202, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 413, 415, 422, 423, 424, 425, 428, 429, 451,
] as const;
const NOT_KEPT = { 'Cache-Control': 'no-store' };
const JSON_TYPE = 'application/json';
/** The answer of the service, any JSON; a refusal may also come from the site. */
const handedOnAnswer = { contentTypes: [JSON_TYPE], body: z.unknown() };
const handedOn: ReadonlySet<number> = new Set(HANDED_ON);

/**
 * Returns the route that passes requests of the editor on to the translation service
 * (docs/interface/translation-engine.md §6).
 */
export const proxyRoute = (translation: Translation): Route => {
  const limiter = translation.limits('engine-proxy');
  return route({
    namespace: 'i18n/ate/v1',
    path: '/ate/proxy',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    summary: 'Passes a request on to the translation service.',
    args: {
      url: rawValue({ description: 'The address, which must be one of the service.', words: { type: 'string' } }),
      method: rawValue({ description: 'The method, which must be that of the request.', words: { type: 'string' } }),
      headers: rawValue({ description: 'The headers. They are not forwarded.', words: { type: 'object' } }),
      query: rawValue({ description: 'Parameters to add to the query of the address.' }),
      body: rawValue({ description: 'The body, as JSON.' }),
      content_type: text({ description: 'Not used: what is passed on is JSON.' }),
    },
    bodyLimit: MAX_REQUEST_BYTES,
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: {
      ...Object.fromEntries(HANDED_ON.map((status) => [status, handedOnAnswer])),
      204: {},
      400: {
        ...handedOnAnswer,
        codes: ['endpoint_without_parameters', 'missing_required_parameters', 'invalid_method', 'invalid_url'],
      },
      ...accountRefusals,
      403: { ...handedOnAnswer, codes: ['i18n_proxy_grants_access'] },
      409: { ...handedOnAnswer, codes: accountRefusals[409] },
    },
    handle: async (request) => {
      requirePassable(request);
      const remote = await requireRemote(translation);
      const passed = passedRequest(request, remote);
      const operation = remote.operationOf(passed);
      if (operation?.grantsAccess) throw translationErrors.grantsAccess();
      const keys = operation?.ofSite ? await requireKeys(translation) : undefined;
      await spendRequest(limiter, String(userId(request.principal)));
      return handOn(await remote.pass(passed, keys));
    },
  });
};

const handOn = ({ status, contentType, body }: PassedAnswer): RestResponse => {
  if (status === 204) return { status, body: null, headers: NOT_KEPT };
  if (!handedOn.has(status) || !contentType.startsWith(JSON_TYPE)) throw translationErrors.remoteFailed();
  return { status, body, contentType: JSON_TYPE, headers: NOT_KEPT };
};
