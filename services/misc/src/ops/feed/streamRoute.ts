import { EVENT_STREAM, integer, type Route, route } from '@almanac/rest';
import { serviceErrors } from '@almanac/service';
import { z } from 'zod';
import { mayOperate, namespace } from '../maintenance/rights.ts';
import type { Feed } from './feed.ts';
import { type FeedPlace, START } from './feedEvent.ts';
import { afterArg, type FeedMisc, requirePlace, requireTypes, typesArg } from './feedRoutes.ts';

/** Delay in seconds before a client retries after all streams were in use. */
const COME_AGAIN = 10;

/** `GET /ops/v1/stream`: sends events as they are published (docs/interface/ops.md §8). */
export const streamRoute = (misc: FeedMisc): Route =>
  route({
    namespace,
    path: '/stream',
    methods: ['GET'],
    summary: 'Streams the events that services publish, as server-sent events.',
    args: {
      after: afterArg,
      types: typesArg,
      limit: integer({ minimum: 1, description: 'The number of events after which the stream ends.' }),
    },
    answers: {
      200: { contentTypes: [EVENT_STREAM], headers: { 'X-Accel-Buffering': z.string() } },
      406: ['rest_not_acceptable'],
      410: ['ops_stream_gone'],
    },
    permission: mayOperate,
    handle: async ({ args: { after, types, limit }, headers, principal }) => {
      const wanted = requireTypes(types);
      const last = headers['last-event-id']?.toString() || undefined;
      const begun = await endOf(misc.feed);
      const from = await placeAfter(misc.feed, last, after, begun);
      const stream = misc.streams.open({ from, begun, wanted, limit: limit ?? Number.POSITIVE_INFINITY, principal });
      if (stream === undefined)
        throw serviceErrors.tooManyRequests({ params: { seconds: COME_AGAIN }, data: { retry_after: COME_AGAIN } });
      return { ...stream.response(), contentType: `${EVENT_STREAM}; charset=utf-8` };
    },
  });

const placeAfter = (feed: Feed, last: string | undefined, after: string | undefined, begun: FeedPlace) => {
  if (last !== undefined) return requirePlace(feed, last, 'Last-Event-ID');
  return after === undefined ? begun : requirePlace(feed, after, 'after');
};

const endOf = async ({ store }: Feed): Promise<FeedPlace> => {
  const newest = await store.newest();
  return newest === undefined ? START : { block: newest.block, index: newest.events.length - 1 };
};
