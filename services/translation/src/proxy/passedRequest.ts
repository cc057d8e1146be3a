import { isObject, type RestRequest, readMap } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import type { PassedRequest, RemoteServices } from '../remoteServices.ts';

/** The arguments that describe the request to pass on. */
const proxyMembers = ['url', 'method', 'headers', 'query', 'body', 'content_type'] as const;

const REQUIRED = ['url', 'method', 'headers'] as const;

/**
 * Checks the arguments and the method before any service is called.
 * @throws DomainError 400
 */
export const requirePassable = ({ params, method }: Pick<RestRequest, 'params' | 'method'>): void => {
  const given = proxyMembers.filter((name) => Object.hasOwn(params, name));
  if (given.length === 0) throw translationErrors.nothingToPass();
  const absent = REQUIRED.some((name) => !Object.hasOwn(params, name) || (params[name] ?? '') === '');
  if (absent || typeof params.url !== 'string' || readMap(params.headers) === undefined)
    throw translationErrors.incompletePassedRequest();
  if (String(params.method).toUpperCase() !== method) throw translationErrors.otherMethod();
};

/**
 * Returns the request to pass on: method, address and body, but no headers of the caller. The service answers JSON, and
 * the site is its client.
 * @throws DomainError 400 `invalid_url` for an address outside the service
 */
export const passedRequest = (
  { params, method }: Pick<RestRequest, 'params' | 'method'>,
  remote: Pick<RemoteServices, 'covers'>,
): PassedRequest => {
  const url = URL.parse(String(params.url));
  if (url === null || url.hash !== '' || !remote.covers(url)) throw translationErrors.foreignUrl();
  for (const [name, value] of queryOf(params.query)) url.searchParams.append(name, value);
  return { method, url, content: method === 'GET' ? undefined : contentOf(params.body) };
};

const queryOf = (query: unknown): readonly (readonly [string, string])[] => {
  if (typeof query === 'string') return [...new URLSearchParams(query)];
  if (!isObject(query)) return [];
  return Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
};

const contentOf = (body: unknown): string | undefined => {
  if (body === undefined || body === null) return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body);
};
