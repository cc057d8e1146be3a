import { nonceFits, type Principal, sessionNonce } from '@almanac/identity';
import { gatewayErrors } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { wholeBody } from './wholeBody.ts';

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/** Maximum size in bytes of a form that is searched for a nonce. */
const MAX_FORM_BYTES = 1024 * 1024;

/** Returns a member of a request's form; undefined if there is none. Bodies of other types are not read. */
const formNonce = async (exchange: Exchange, name: string): Promise<string | undefined> => {
  const { request } = exchange;
  const length = Number(request.headers['content-length'] ?? 0);
  if (!FORM.test(request.headers['content-type'] ?? '') || length === 0 || length > MAX_FORM_BYTES) return undefined;
  const form = (await wholeBody(exchange, MAX_FORM_BYTES))?.toString();
  return form?.includes(name) ? new URLSearchParams(form).getAll(name).at(-1) : undefined;
};

const NAME = '_core_nonce';
const HEADER = 'x-core-nonce';

export interface NoncePorts {
  readonly secret: string;
  readonly otherSecrets?: readonly string[] | undefined;
  readonly now: () => Date;
}

/** Views of the calendar have a nonce of their own, which their pages contain (docs/interface/views.md §2). */
const VIEWS = '/cal/views/v2/html';
const VIEW_NAME = 'tvn1';

const ofQuery = ({ query }: Exchange, name: string): string | undefined =>
  query.includes(name) ? (new URLSearchParams(query).getAll(name).at(-1) ?? undefined) : undefined;

/**
 * Identifies the session's user for a view by the view's nonce alone; with a wrong nonce the request stays anonymous.
 */
const admitView = async (exchange: Exchange, principal: Principal, ports: NoncePorts): Promise<void> => {
  const given = ofQuery(exchange, VIEW_NAME) ?? (await formNonce(exchange, VIEW_NAME));
  if (given === undefined || !nonceFits(given, principal, { ...ports, action: 'view', now: ports.now() })) return;
  exchange.named = true;
  exchange.principal = principal;
};

/**
 * Returns the nonce in a request's query, form or header, also for an anonymous request (docs/interface/server.md
 * §15.2).
 */
const namedNonce = async (exchange: Exchange): Promise<string | undefined> => {
  const header = exchange.request.headers[HEADER];
  const asked = ofQuery(exchange, NAME) ?? (await formNonce(exchange, NAME));
  return asked ?? (typeof header === 'string' ? header : undefined);
};

/**
 * Identifies the session's user if the request has a valid nonce, and sets a new nonce.
 * The nonce protects against CSRF: a browser sends its session with any request (docs/interface/server.md §15.2). The
 * request stays anonymous without a nonce, or with an empty one and no session.
 * @throws DomainError 403 `rest_cookie_invalid_nonce`
 */
export const admitSession = async (
  exchange: Exchange,
  principal: Principal,
  { hasSession, ...ports }: NoncePorts & { readonly hasSession: boolean },
): Promise<void> => {
  const given = await namedNonce(exchange);
  if (given === undefined && hasSession && exchange.path === VIEWS) return admitView(exchange, principal, ports);
  if (given === undefined || (given === '' && !hasSession)) return;
  exchange.named = true;
  const options = { ...ports, action: 'interface', now: ports.now() } as const;
  if (!nonceFits(given, principal, options)) throw gatewayErrors.invalidNonce();
  exchange.principal = principal;
  if (principal.kind === 'user') exchange.nonce = sessionNonce(principal, options);
};
