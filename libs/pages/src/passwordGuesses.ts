import { createHmac } from 'node:crypto';
import { type RestRequest, type Route, tooManyAttempts } from '@almanac/rest';
import { LimitReachedError, type Limits, networkOf } from '@almanac/service';
import { LRUCache } from 'lru-cache';

/** Tries that a process remembers, so that who asks again with the same password is not counted again. */
const REMEMBERED = 10_000;

type Asked = Pick<RestRequest<unknown>, 'headers' | 'params' | 'path'>;

/** Whether a route takes the password of a protected record: to read it, or in the form of its page. */
const takesPassword = ({ namespace, path, methods, args }: Route): boolean =>
  methods.includes('GET') ? Object.hasOwn(args, 'password') : namespace === 'internal' && path.startsWith('/pages/');

/**
 * Bounds how many different passwords one network tries at routes that open protected records
 * (docs/interface/server.md §17). Whoever knows one may use it as often as they like.
 */
export const createGuessBounds = ({ limits, secret }: { readonly limits: Limits; readonly secret: string }) => {
  const limiter = limits('record-password');
  const tried = new LRUCache<string, true>({ max: REMEMBERED });

  /** @throws DomainError 429 */
  const count = async ({ headers, params, path }: Asked): Promise<void> => {
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
