import { findNamedPost, findRandomPost } from '@almanac/contracts';
import type { NamedPost } from '@almanac/redirects';
import { askInternal, type FetchInternal, ServiceUnavailableError } from '@almanac/service';
import { targetOf } from '../pageTargets.ts';

/** Addresses of posts, for rules that lead to them; undefined for one that is not there, or not to be learnt now. */
export interface Places {
  /** @param correlation the id of the request that asks */
  ofPost(id: number, correlation: string): Promise<string | undefined>;
  /** The address of some published post. */
  random(correlation: string): Promise<string | undefined>;
  /** The address that the first of these posts has now. @param under what addresses of its language begin with */
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

export const createPlaces = (fetchInternal: FetchInternal): Places => ({
  ofPost: async (id, correlation) => {
    const target = targetOf('/', `p=${id}`);
    if (target === undefined) return undefined;
    // the service that has the record leads to its address
    const leading = fetchInternal(target.service, target.path, { correlation });
    return orNone(leading.then(({ headers }) => headers.get('location') ?? undefined));
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
