import type { IncomingHttpHeaders } from 'node:http';
import { defaultLanguage } from '@almanac/i18n';
import { anonymous, type Principal, SIGNATURE_HEADER, type SignedContent } from '@almanac/identity';
import { restErrors } from './errors.ts';

/** The caller of a request and its addresses, from the gateway's headers. */
export interface Caller {
  readonly principal: Principal;
  /** The process that sent the request; undefined if it runs a former release. */
  readonly sender?: string | undefined;
  readonly language: string;
  readonly site: string;
  readonly apiRoot: string;
  /** The request's id: the correlation id of everything it causes. */
  readonly requestId: string;
}

/** The gateway's headers to services. */
export const callerHeaders = {
  principal: 'x-almanac-principal',
  language: 'x-almanac-language',
  site: 'x-almanac-site',
  apiRoot: 'x-almanac-api-root',
  requestId: 'x-almanac-request',
} as const;

export interface CallerOptions {
  /** Returns the content of a signed header; undefined if it, or the signature of the sender's key, is invalid. */
  readonly verify: (header: string, now: Date, signature?: string) => SignedContent | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
}

/**
 * Reads the gateway's headers. Only the signed header names the principal; without it the principal is anonymous.
 * @throws DomainError 401 if the signature is invalid
 */
export const callerOf = (headers: IncomingHttpHeaders, options: CallerOptions): Caller => {
  const language = textOf(headers[callerHeaders.language]) ?? defaultLanguage();
  const site = textOf(headers[callerHeaders.site]) ?? `http://${headers.host ?? 'localhost'}`;
  const { principal, from: sender } = signedIn(headers, options);
  return {
    principal,
    sender,
    language,
    site,
    apiRoot: textOf(headers[callerHeaders.apiRoot]) ?? `${site}/${language}/json`,
    requestId: textOf(headers[callerHeaders.requestId]) ?? options.newId(),
  };
};

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header !== '' ? header : undefined;

const signedIn = (
  headers: IncomingHttpHeaders,
  { verify, now }: CallerOptions,
): Pick<SignedContent, 'principal' | 'from'> => {
  const header = textOf(headers[callerHeaders.principal]);
  if (header === undefined) return { principal: anonymous };
  const sealed = verify(header, now(), textOf(headers[SIGNATURE_HEADER]));
  if (sealed === undefined) throw restErrors.invalidPrincipal();
  return sealed;
};
