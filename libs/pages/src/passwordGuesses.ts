import { createHmac } from 'node:crypto';
import { type RestRequest, type Route, tooManyAttempts } from '@almanac/rest';
import { LimitReachedError, type Limits, networkOf } from '@almanac/service';
import { LRUCache } from 'lru-cache';

/** Attempts that a process remembers, so that a repeated password does not count again. */
const MAX_REMEMBERED_CLIENTS = 10_000;

type PasswordRequest = Pick<RestRequest<unknown>, 'headers' | 'params' | 'path'>;

/** True if a route accepts the password of a protected record, in a read or in its page's form. */
const takesPassword = ({ namespace, path, methods, args }: Route): boolean =>
  methods.includes('GET') ? Object.hasOwn(args, 'password') : namespace === 'internal' && path.startsWith('/pages/');

/**
 * Limits the number of different passwords that a network tries at protected records (docs/interface/server.md §17).
 * The same password may be used without limit.
 */
export const createGuessBounds = ({ limits, secret }: { readonly limits: Limits; readonly secret: string }) => {
  const limiter = limits('record-password');
  const tried = new LRUCache<string, true>({ max: MAX_REMEMBERED_CLIENTS });

  /** @throws DomainError 429 */
  const count = async ({ headers, params, path }: PasswordRequest): Promise<void> => {
    const { password } = params;
    if (typeof password !== 'string' || password === '') return;
    const network = networkOf(String(headers['x-forwarded-for'] ?? ''));
    const what = JSON.stringify([network, path, password]);
    const key = createHmac('sha256', secret).update(`record-password/${what}`).digest('base64url');
    if (tried.has(key)) return;
    try {
      await limiter.spend(network);
    } catch (error) {
      throw error instanceof LimitReachedError ? tooManyAttempts(error.seconds) : error;
    }
    tried.set(key, true);
  };

  return (route: Route): Route => {
    if (!takesPassword(route)) return route;
    const { permission } = route;
    return {
      ...route,
      permission: async (request) => {
        await count(request);
        return permission === undefined || permission(request);
      },
    };
  };
};
