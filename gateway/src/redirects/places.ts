import { findNamedPost, findRandomPost } from '@almanac/contracts';
import type { NamedPost } from '@almanac/redirects';
import { askInternal, type FetchInternal, ServiceUnavailableError } from '@almanac/service';
import { targetOf } from '../pageTargets.ts';

/** Paths of posts, for rules that lead to them; undefined for one that is not there, or not to be learnt now. */
export interface Places {
  /** @param correlation the id of the request that asks */
  ofPost(id: number, correlation: string): Promise<string | undefined>;
  /** The path of some published post. */
  random(correlation: string): Promise<string | undefined>;
  /** The path that the first of these posts has now. @param under what paths of its language begin with */
  ofNamed(posts: readonly NamedPost[], under: string, correlation: string): Promise<string | undefined>;
}

const orNone = async (asking: Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return undefined;
    throw error;
  }
};

const pathOf = (location: string | null): string | undefined => {
  if (location === null) return undefined;
  const { pathname, search } = new URL(location, 'http://site');
  return `${pathname}${search}`;
};

export const createPlaces = (fetchInternal: FetchInternal): Places => ({
  ofPost: async (id, correlation) => {
    const target = targetOf('/', `p=${id}`);
    if (target === undefined) return undefined;
    // the service that has the record leads to its address, of which the host is the one that it was asked at
    const leading = fetchInternal(target.service, target.path, { correlation });
    return orNone(leading.then(({ headers }) => pathOf(headers.get('location'))));
  },
  random: (correlation) =>
    orNone(askInternal(fetchInternal, findRandomPost, { correlation }).then(({ body }) => body?.path ?? undefined)),
  ofNamed: (posts, under, correlation) => {
    const send = { posts: [...posts], under };
    return orNone(
      askInternal(fetchInternal, findNamedPost, { send, correlation }).then(({ body }) => body?.path ?? undefined),
    );
  },
});
