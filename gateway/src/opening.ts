import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DomainError, type Language, languageCodes } from '@almanac/i18n';
import { anonymous } from '@almanac/identity';
import { invalid, invalidParams, UsedLimits } from '@almanac/rest';
import type { Settings } from '@almanac/service';
import { httpSpan, type OpenSpan } from '@almanac/telemetry';
import { type Address, askedLanguage, pathForm, readAddress } from './address.ts';
import { isAdministration } from './administration.ts';
import type { ReadTarget } from './aliases/aliasedAddress.ts';
import type { Aliases } from './aliases/aliases.ts';
import type { Caller } from './caller.ts';
import { takeCodings } from './contentCoding.ts';
import { gatewayErrors } from './errors.ts';
import { type Exchange, keepAtRequest } from './exchange.ts';
import { lastKept } from './lastKept.ts';
import { negotiatedLanguage } from './negotiation.ts';

export interface OpeningOptions {
  readonly callerOf: (request: IncomingMessage) => Caller;
  readonly newId: () => string;
  readonly prefix: string;
  readonly settings: Settings;
  /** The names of another system that requests may use. */
  readonly aliases?: Aliases;
}

/** A request with its parsed address; `refusal` is the error if it goes no further. */
export interface OpenedRequest {
  readonly kind: Address['kind'];
  readonly exchange: Exchange;
  readonly refusal: DomainError | undefined;
}

/**
 * Creates the function that starts an exchange: it finds caller, address, language and path (docs/architecture.md §4,
 * the first steps).
 */
export const createOpening = ({ callerOf, newId, prefix, settings, aliases }: OpeningOptions) => {
  const languageOf = (address: Address, request: IncomingMessage, defaultLanguage: Language): Language | undefined => {
    if (address.kind === 'invalid-route') return address.segment ?? defaultLanguage;
    if (address.kind === 'rest') return askedLanguage(address, defaultLanguage);
    const negotiated = () => negotiatedLanguage(request.headers['accept-language'], defaultLanguage);
    if (isAdministration(address.path)) return askedLanguage(address, address.segment ?? negotiated());
    return address.segment ?? (address.path === '/' ? negotiated() : defaultLanguage);
  };

  const apiRootOf = lastKept((baseUrl: string, language: Language) => `${baseUrl}/${language}/${prefix}`);

  return (request: IncomingMessage, response: ServerResponse): OpenedRequest => {
    const caller = callerOf(request);
    const id = (caller.isPassed ? namedId(request) : undefined) ?? newId();
    const read = readTarget(pathForm(request.url ?? '/'), aliases);
    request.url = read.target;
    const address = readAddress(request.url, prefix);
    const { default_language: defaultLanguage } = settings.current();
    const asked = languageOf(address, request, defaultLanguage);
    const language = asked ?? address.segment ?? defaultLanguage;
    const baseUrl = caller.baseUrl ?? 'http://localhost';
    const { path, query } = address.kind === 'invalid-route' ? { path: '/', query: '' } : address;
    const exchange: Exchange = {
      request,
      response,
      kind: address.kind,
      id,
      caller,
      language,
      baseUrl,
      apiRoot: apiRootOf(baseUrl, language),
      path,
      query,
      principal: anonymous,
      ...(aliases && read.isAliased && { aliases }),
      ...(aliases && (read.isAliased || address.kind !== 'rest') && { rendering: aliases }),
      limits: new UsedLimits(),
      overridden: request.headers['x-http-method-override'] !== undefined,
      span: requestSpan(request, response, { kind: address.kind, id, isTrusted: caller.isPassed }),
    };
    keepAtRequest(exchange);
    if (exchange.rendering !== undefined) {
      // codings are the outermost suffixes of ETags; the mark of the profile stands before them
      takeCodings(exchange, request.headers);
      request.headers = exchange.rendering.readHeaders(request.headers);
    }
    const refusal =
      caller.baseUrl === undefined ? gatewayErrors.invalidHost() : asked === undefined ? invalidLanguage() : undefined;
    return { kind: address.kind, exchange, refusal };
  };
};

/** The ids of common proxies: UUIDs and other short texts of letters, digits and marks between them. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Returns the id that a proxy has given to a request; undefined if it is missing or malformed. */
const namedId = ({ headers }: IncomingMessage): string | undefined => {
  const id = headers['x-request-id'];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : undefined;
};

const readTarget = (target: string, aliases: Aliases | undefined): ReadTarget =>
  aliases?.read(target) ?? { target, isAliased: false };

const invalidLanguage = (): DomainError =>
  invalidParams({
    i18n_language: invalid('The language is not one of {codes}.', 'rest_not_in_enum', {
      codes: languageCodes().join(', '),
    }),
  });

interface SpanFacts {
  readonly kind: string;
  /** The request's id. */
  readonly id: string;
  /** True if one of the site's own proxies has forwarded the request. */
  readonly isTrusted: boolean;
}

/**
 * Starts the span of a request to the site. It continues the trace of a proxy of the site.
 * A client's trace is only linked: clients decide neither which traces are sampled nor what belongs to them.
 */
const requestSpan = (
  request: IncomingMessage,
  response: ServerResponse,
  { kind, id, isTrusted }: SpanFacts,
): OpenSpan =>
  httpSpan(request, response, () => {
    const said = request.headers.traceparent?.toString();
    return {
      service: 'gateway',
      ...(isTrusted ? { parent: said } : { link: said }),
      attributes: { 'almanac.kind': kind, 'almanac.request': id },
    };
  });
