import { isDeepStrictEqual } from 'node:util';
import type { RestRequest } from './route.ts';

type Members = Readonly<Record<string, unknown>>;

/** The value of `Prefer` with which a client asks that a POST clears members that it leaves out. */
export const CLEAR_UNSENT = 'unsent=clear';

/**
 * Returns the arguments that equal the members of the record's view.
 * A client that reads a record, changes one member and sends it all back means no other change. Yet the view may differ
 * from the stored record: quotes are curled, markup is escaped.
 */
export const sentUnchanged = ({ params }: Pick<RestRequest, 'params'>, shown: Members): string[] =>
  Object.keys(params).filter((name) => Object.hasOwn(shown, name) && isDeepStrictEqual(params[name], shown[name]));

/** Returns the request of an update without some of its arguments. */
export const withoutArgs = <V extends object>(request: RestRequest<V>, names: readonly string[]): RestRequest<V> => {
  if (names.length === 0) return request;
  const left = Object.entries(request.args).filter(([name]) => !names.includes(name));
  return {
    ...request,
    args: Object.fromEntries(left) as V, // the removed ones are optional
    given: request.given.difference(new Set(names)),
  };
};
