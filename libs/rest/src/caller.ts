import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@almanac/domain';
import { defaultLanguage } from '@almanac/i18n';
import { anonymous, type Principal } from '@almanac/identity';
import { messages } from './messages.ts';

/** Who asks, how and under which addresses: what the gateway says in its headers. */
export interface Caller {
  readonly principal: Principal;
  readonly language: string;
  readonly site: string;
  readonly apiRoot: string;
  /** The request's id, the correlation of all it sets off. */
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
  /** The principal of a signed header; undefined when the signature is not valid. */
  readonly verify: (header: string, now: Date) => Principal | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
}

/**
 * Reads the gateway's headers. Only the signed header names the principal; without it the principal is a visitor.
 * @throws DomainError 401 when the signature is not valid
 */
export const callerOf = (headers: IncomingHttpHeaders, options: CallerOptions): Caller => {
  const language = textOf(headers[callerHeaders.language]) ?? defaultLanguage;
  const site = textOf(headers[callerHeaders.site]) ?? `http://${headers.host ?? 'localhost'}`;
  return {
    principal: principalOf(textOf(headers[callerHeaders.principal]), options),
    language,
    site,
    apiRoot: textOf(headers[callerHeaders.apiRoot]) ?? `${site}/${language}/json`,
    requestId: textOf(headers[callerHeaders.requestId]) ?? options.newId(),
  };
};

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header !== '' ? header : undefined;

const principalOf = (header: string | undefined, { verify, now }: CallerOptions): Principal => {
  if (header === undefined) return anonymous;
  const principal = verify(header, now());
  if (principal === undefined) throw new DomainError('rest_invalid_principal', 401, messages.invalidPrincipal);
  return principal;
};
