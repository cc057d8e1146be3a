import { DomainError } from '@almanac/domain';
import { nonceFits, type Principal, sessionNonce } from '@almanac/identity';
import type { Exchange } from './exchange.ts';
import { formNonce } from './formNonce.ts';

const NAME = '_core_nonce';
const HEADER = 'x-core-nonce';

export interface NoncePorts {
  readonly secret: string;
  readonly now: () => Date;
}

const ofQuery = ({ query }: Exchange): string | undefined =>
  query.includes(NAME) ? (new URLSearchParams(query).getAll(NAME).at(-1) ?? undefined) : undefined;

/**
 * The nonce that a request names, in query, form or header; a visitor's is looked at too
 * (docs/interface/server.md §15.2).
 */
const namedNonce = async (exchange: Exchange): Promise<string | undefined> => {
  const header = exchange.request.headers[HEADER];
  const asked = ofQuery(exchange) ?? (await formNonce(exchange.request, NAME));
  return asked ?? (typeof header === 'string' ? header : undefined);
};

const invalidNonce = (): DomainError =>
  new DomainError('rest_cookie_invalid_nonce', 403, 'The nonce of the session is not right.');

/**
 * A browser sends its session with whatever it was made to ask: the nonce shows that the request was meant
 * (docs/interface/server.md §15.2). Without one, or with an empty one and no session, a visitor asks; with the right
 * one the session's user, who gets a fresh one.
 * @throws DomainError 403 `rest_cookie_invalid_nonce`
 */
export const admitSession = async (
  exchange: Exchange,
  principal: Principal,
  { hasSession, ...ports }: NoncePorts & { readonly hasSession: boolean },
): Promise<void> => {
  const given = await namedNonce(exchange);
  if (given === undefined || (given === '' && !hasSession)) return;
  exchange.named = true;
  const options = { action: 'interface', secret: ports.secret, now: ports.now() } as const;
  if (!nonceFits(given, principal, options)) throw invalidNonce();
  exchange.principal = principal;
  if (principal.kind === 'user') exchange.nonce = sessionNonce(principal, options);
};
