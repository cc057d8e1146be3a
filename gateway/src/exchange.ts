import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import type { UsedLimits } from '@almanac/rest';
import type { OpenSpan } from '@almanac/telemetry';
import type { Address } from './address.ts';
import type { Aliases } from './aliases/aliases.ts';
import type { CacheUse } from './answers/cacheUses.ts';
import type { Keeping } from './answers/keeping.ts';
import type { Caller } from './caller.ts';

/** The place to which a request is sent. */
export interface Destination {
  /** Its origin. */
  readonly address: URL;
  readonly agent: Agent;
  /** True if it sends event streams, on connections apart from those of requests. */
  readonly streams: boolean;
}

/** State of one request on its way through the gateway. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The kind of its address: interface or page. */
  readonly kind: Address['kind'];
  /** The request's id: the correlation id of everything it causes. */
  readonly id: string;
  readonly caller: Caller;
  /** The request's language; a redirect rule may replace it with that of another path. */
  language: Language;
  /** `{base_url}`, without a slash at its end. */
  readonly baseUrl: string;
  /** `{api_root}`, without a slash at its end. */
  readonly apiRoot: string;
  /** Of the interface: from the namespace on. Of a page: without the language segment. */
  path: string;
  query: string;
  /** Anonymous until credentials are verified. */
  principal: Principal;
  /** Nonce for the session's next request; set if this request came with a valid nonce. */
  nonce?: string;
  /** True if the request named a nonce: caches must not store its answer. */
  named?: boolean;
  /** The client's `If-None-Match`; the request to a service has its tags without the suffixes of compressed forms. */
  namedTags?: string;
  /** True if its route takes larger bodies than others: the gateway then does not read the body whole. */
  isLarge?: boolean;
  /** Present if the request uses the names of a profile. */
  readonly aliases?: Aliases;
  /** The names in which its answer is rendered: a page has the profile's links whatever its request's address. */
  readonly rendering?: Aliases;
  /** True if the request has the header `X-HTTP-Method-Override`. */
  readonly overridden: boolean;
  /** The place to which it is sent, once that is known. */
  destination?: Destination;
  /** The limits that it has used in the gateway, and in services that the gateway has asked. */
  readonly limits: UsedLimits;
  /** The request to a service, once it is sent. */
  upstream?: ClientRequest;
  /** True if the request was sent a second time, over a new connection. */
  retried?: boolean;
  /** True if a redirect rule rewrote the request to another path: its own address then counts as canonical. */
  isPassed?: boolean;
  /** The page's canonical address: the client is redirected there once a service has shown that the page exists. */
  rightAddress?: string;
  /** Called before a missing page is answered: true if a redirect rule answers instead. */
  answerMissing?: () => boolean;
  /** The redirect target of its answer, if the answer redirects a page. */
  location?: string;
  /** Present if its answer may be kept. */
  keeping?: Keeping;
  /** Its `If-None-Match` without the suffixes of compressed forms, for answers in memory. */
  storedTags?: string;
  /** The use of the cache of answers, for metrics and the access log; missing for requests that pass it. */
  cache?: CacheUse;
  /** Its span in a trace. */
  readonly span: OpenSpan;
  /** The part that answers it, for metrics and the access log: a service, `gateway`, `front` or `redirects`. */
  target?: string;
}

const EXCHANGE = Symbol('exchange');

/** A member instead of a WeakMap: a WeakMap entry makes a request outlive every collection of young memory. */
declare module 'node:http' {
  interface IncomingMessage {
    [EXCHANGE]?: Exchange;
  }
}

/** Attaches an exchange to its request, for callbacks that receive only the request. */
export const keepAtRequest = (exchange: Exchange): void => {
  exchange.request[EXCHANGE] = exchange;
};

/**
 * Returns the exchange of a request.
 * @throws Error if the gateway has not opened the request
 */
export const exchangeOf = ({ [EXCHANGE]: exchange }: IncomingMessage): Exchange => {
  if (exchange === undefined) throw new Error('the request has not been opened by the gateway');
  return exchange;
};
