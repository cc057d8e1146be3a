import { isIP } from 'node:net';
import { isDomainError } from '@almanac/i18n';
import { errorBody, type RestRequest, type RestResponse, type Route, route, text } from '@almanac/rest';
import { networkOf, spendRequest } from '@almanac/service';
import { withoutTags } from '@almanac/text';
import { z } from 'zod';
import type { SecondStepPorts } from './secondStepPorts.ts';
import type { SignIns } from './signIns.ts';

const MAX_TEXT_LENGTH = 500;

/** Removes white space and HTML before a code is validated. */
const cleanCode = (sent: string): string => withoutTags(sent).replaceAll(/\s+/g, '');

const args = {
  token: text({ required: true, description: 'The token of the sign-in.' }),
  secret: text({ required: true, description: 'The single-use secret for sending a code.' }),
  code: text({
    clean: cleanCode,
    maxLength: MAX_TEXT_LENGTH,
    pattern: '^[A-Za-z0-9-]{4,64}$',
    description: 'The code to send. Default: a generated code.',
  }),
  ip: text({
    check: (ip) => (isIP(ip) === 0 ? '{name} is no IP address.' : undefined),
    description: 'The IP address of the sign-in.',
  }),
  browser: text({ maxLength: MAX_TEXT_LENGTH, description: 'A description of the browser.' }),
  location: text({ maxLength: MAX_TEXT_LENGTH, description: 'A description of the place of the sign-in.' }),
};

/** `POST /login/v1/mfa/send-code`: mails a code, for the holder of token and secret (docs/interface/login.md §1). */
export const sendCodeRoute = (ports: SecondStepPorts, signIns: SignIns): Route => {
  const addresses = ports.limits('send-code');
  return route({
    namespace: 'login/v1',
    path: '/mfa/send-code',
    methods: ['POST'],
    summary: 'Sends the code of a sign-in.',
    args,
    answers: {
      200: z.strictObject({ success: z.literal(true) }).meta({ id: 'CodeSent' }),
      403: ['login_mfa_forbidden'],
      503: ['login_mfa_delivery_failed'],
    },
    keepAnswer: false,
    handle: async (request) => {
      const { token, secret, ...asked } = request.args;
      const { site, context } = request;
      await spendRequest(addresses, networkOf(String(request.headers['x-forwarded-for'] ?? '')));
      try {
        await signIns.sendByPair(token, secret, isFromHere(request), { ...asked, site, context });
      } catch (error) {
        return forbidden(ports, request, error);
      }
      return { body: { success: true }, headers: NO_STORE };
    },
  });
};

const NO_STORE = { 'Cache-Control': 'no-store' };

/** True if the request names no origin, as those of servers, or the site's own. */
const isFromHere = ({ headers, site }: Pick<RestRequest, 'headers' | 'site'>): boolean => {
  const { origin } = headers;
  return origin === undefined || URL.parse(origin)?.host === new URL(site).host;
};

/** Returns the refusal of token and secret in a form that old clients understand too. */
const forbidden = (
  { texts }: Pick<SecondStepPorts, 'texts'>,
  { language }: Pick<RestRequest, 'language'>,
  error: unknown,
): RestResponse => {
  if (!isDomainError(error) || error.status !== 403) throw error;
  return { status: 403, body: { ...errorBody(error, texts, language), success: false }, headers: NO_STORE };
};
