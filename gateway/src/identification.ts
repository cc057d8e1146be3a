import type { Authentication } from './authentication.ts';
import type { Exchange } from './exchange.ts';

/** Finds out who asks, where credentials are sent. @throws DomainError 401, 503 */
export type Identify = (exchange: Exchange) => Promise<void>;

export const createIdentify =
  (authentication: Authentication): Identify =>
  async (exchange) => {
    const { authorization } = exchange.request.headers;
    if (authorization === undefined || !exchange.caller.offersPasswords) return;
    const { id: correlation, language, caller } = exchange;
    exchange.principal = await authentication.principalOf({ authorization, ip: caller.ip, language, correlation });
  };
