import { createHmac } from 'node:crypto';
import { type RestRequest, type Route, tooManyAttempts } from '@almanac/rest';
import { LimitReachedError, type Limits, networkOf } from '@almanac/service';
import { LRUCache } from 'lru-cache';

/** Attempts that a process remembers, so that a repeated password does not count again. */
const MAX_REMEMBERED_CLIENTS = 10_000;

type PasswordRequest = Pick<RestRequest<{ readonly password?: unknown }>, 'args' | 'headers' | 'params' | 'path'>;

/** True if a route reads a record and accepts its password. */
const isRead = ({ methods, args }: Route): boolean => methods.includes('GET') && Object.hasOwn(args, 'password');

/** True if a route accepts the form of a protected record's page. */
const isForm = ({ namespace, path, methods }: Route): boolean =>
  methods.includes('POST') && namespace === 'internal' && path.startsWith('/pages/');

/**
 * Limits the number of different passwords that a network tries at protected records (docs/interface/server.md §17).
 * The same password may be used without limit.
 */
export const createGuessBounds = ({ limits, secret }: { readonly limits: Limits; readonly secret: string }) => {
  const limiter = limits('record-password');
  const tried = new LRUCache<string, true>({ max: MAX_REMEMBERED_CLIENTS });

  /** @throws DomainError 429 */
  const count = async ({ headers, path }: PasswordRequest, password: unknown): Promise<void> => {
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
    const reads = isRead(route);
    if (!reads && !isForm(route)) return route;
    const { permission } = route;
    return {
      ...route,
      permission: async (request) => {
        await count(request, reads ? request.args.password : request.params.password);
        return permission === undefined || permission(request);
      },
    };
  };
};
