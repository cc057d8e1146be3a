import { anonymous, sessionOfCookie } from '@almanac/identity';
import type { Authentication } from './authentication.ts';
import type { Exchange } from './exchange.ts';
import { admitSession, type NoncePorts } from './sessionNonces.ts';

/**
 * Sets the principal of a request with credentials.
 * @throws DomainError 401, 403, 503
 */
export type Identify = (exchange: Exchange) => Promise<void>;

/**
 * Creates the step that identifies the user of a request.
 * The first credentials decide: an application password, then a session (docs/interface/server.md §15.1). Passwords are
 * for the interface alone (docs/interface/server.md §15.3); on pages a session reads, and its forms need a nonce.
 */
export const createIdentify = (authentication: Authentication, nonces: NoncePorts): Identify => {
  const identifyByPassword = async (exchange: Exchange): Promise<void> => {
    const { authorization } = exchange.request.headers;
    const counts = exchange.kind === 'rest' && exchange.caller.offersPasswords;
    if (authorization === undefined || !counts) return;
    const { id: correlation, language, caller } = exchange;
    exchange.principal = await authentication.principalOf({ authorization, ip: caller.ip, language, correlation });
  };

  const identifyBySession = async (exchange: Exchange): Promise<void> => {
    const { id: correlation, language, request, baseUrl } = exchange;
    const session = sessionOfCookie(request.headers.cookie, baseUrl);
    const principal =
      session === undefined ? anonymous : await authentication.userOfSession(session, { language, correlation });
    if (exchange.kind === 'rest')
      await admitSession(exchange, principal, { ...nonces, hasSession: session !== undefined });
    else if (request.method !== 'POST') exchange.principal = principal;
  };

  return async (exchange) => {
    await identifyByPassword(exchange);
    if (exchange.principal.kind === 'anonymous') await identifyBySession(exchange);
  };
};
