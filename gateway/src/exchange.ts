import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import type { OpenSpan } from '@almanac/telemetry';
import type { Address } from './address.ts';
import type { Caller } from './caller.ts';

/** One request on its way through the gateway: what is known of it so far. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether it is for the interface or for a page. */
  readonly kind: Address['kind'];
  /** The request's id: the correlation of everything it sets off. */
  readonly id: string;
  readonly caller: Caller;
  /** A redirect rule may have it answered as another path, in that path's language. */
  language: Language;
  /** {base_url}, without a slash at its end. */
  readonly baseUrl: string;
  /** {api_root}, without a slash at its end. */
  readonly apiRoot: string;
  /** From the namespace on; of a page, from the language segment on. */
  path: string;
  query: string;
  /** A visitor until credentials are verified. */
  principal: Principal;
  /** What lets the session's next request in; there when this one came with a nonce that was right. */
  nonce?: string;
  /** Whether the request named a nonce: caches keep nothing of it. */
  named?: boolean;
  /** Whether a session of the site sends files to the administration, where core itself finds whose it is. */
  isSignedIn?: boolean;
  /** Whether its route takes more than visitors send elsewhere: then it is not read whole here. */
  isLarge?: boolean;
  /** Whether a header named another method than the received one. */
  readonly overridden: boolean;
  /** The request to a service, once there is one. */
  upstream?: ClientRequest;
  /** Whether it was sent a second time, over a new connection. */
  retried?: boolean;
  /** Whether a redirect rule has it answered as another path: its own address is right then. */
  isPassed?: boolean;
  /** Where its page is really: the client is sent there once a service has shown that there is one. */
  rightAddress?: string;
  /** Asked before a page is answered that is not there: whether a redirect rule answers instead. */
  answerMissing?: () => boolean;
  /** Where its answer sends the client, if that is a redirect of a page. */
  location?: string;
  /** Its span in a trace. */
  readonly span: OpenSpan;
  /** What answers it, for metrics and the access log: a service, `gateway` or `page`. */
  target?: string;
}

const EXCHANGE = Symbol('exchange');

/** A member, not a weak map: an entry there makes a request outlive every collection of young memory. */
declare module 'node:http' {
  interface IncomingMessage {
    [EXCHANGE]?: Exchange;
  }
}

/** Keeps an exchange at its request, for those who get nothing but the request. */
export const keepAtRequest = (exchange: Exchange): void => {
  exchange.request[EXCHANGE] = exchange;
};

/** The exchange that a request of the gateway belongs to. */
export const exchangeOf = ({ [EXCHANGE]: exchange }: IncomingMessage): Exchange => {
  if (exchange === undefined) throw new Error('the request has not been opened by the gateway');
  return exchange;
};
