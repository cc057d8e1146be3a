import { isDeepStrictEqual } from 'node:util';
import type { RestRequest } from './route.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The arguments that were sent as the record's view has them. A client that reads a record, changes one member and
 * sends the whole back has not asked to change the others, although the view may differ from what is stored: quotes are
 * curled, markup is escaped.
 */
export const sentUnchanged = ({ params }: Pick<RestRequest, 'params'>, shown: Members): string[] =>
  Object.keys(params).filter((name) => Object.hasOwn(shown, name) && isDeepStrictEqual(params[name], shown[name]));

/** The request of an update as if some of its arguments had not been sent. */
export const withoutArgs = <V extends object>(request: RestRequest<V>, names: readonly string[]): RestRequest<V> => {
  if (names.length === 0) return request;
  const left = Object.entries(request.args).filter(([name]) => !names.includes(name));
  return {
    ...request,
    args: Object.fromEntries(left) as V, // those that are left out are optional
    given: request.given.difference(new Set(names)),
  };
};
