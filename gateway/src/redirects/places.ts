import { findNamedPost, findRandomPost } from '@almanac/contracts';
import type { NamedPost } from '@almanac/redirects';
import { askInternal, type FetchInternal, serviceErrors } from '@almanac/service';
import { targetOf } from '../pageTargets.ts';

/** Paths of posts as redirect targets; undefined if a post is missing or its service is down. */
export interface Places {
  /** @param correlation the id of the request */
  ofPost(id: number, correlation: string): Promise<string | undefined>;
  /** Returns the path of a random published post. */
  random(correlation: string): Promise<string | undefined>;
  /**
   * Returns the current path of the first of these posts.
   * @param under the language prefix of its paths
   */
  ofNamed(posts: readonly NamedPost[], under: string, correlation: string): Promise<string | undefined>;
}

const orNone = async (asking: Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await asking;
  } catch (error) {
    if (serviceErrors.serviceUnavailable.matches(error)) return undefined;
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
    // the service redirects to the record's address; its host is the service's own
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
