import { integrationEvents } from '@almanac/contracts';
import { integer, invalidParams, list, type RestRequest, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import type { Misc } from '../../misc.ts';
import { mayOperate, namespace } from '../maintenance/rights.ts';
import type { Feed } from './feed.ts';
import { type FeedPlace, feedId, placeOf, START } from './feedEvent.ts';
import type { PlacedEvent } from './feedStore.ts';
import type { FeedStreams } from './feedStreams.ts';

/** Misc with the ports of the feed routes. */
export interface FeedMisc extends Misc {
  readonly feed: Feed;
  readonly streams: FeedStreams;
  /** Waits until the feed includes the client's own writes to other services. */
  readonly waitForFeed: (request: Pick<RestRequest, 'headers'>) => Promise<void>;
}

export const feedMessages = {
  noId: '{name} is no id of an event.',
  noType: '{name} contains an unknown event type.',
} as const;

const eventSchema = z
  .strictObject({
    specversion: z.literal('1.0'),
    id: z.string(),
    source: z.string(),
    type: z.string(),
    subject: z.string(),
    time: z.string(),
    datacontenttype: z.literal('application/json'),
    data: z.unknown(),
  })
  .meta({ id: 'FeedEvent' });

/** Argument with types of events; unknown types are refused by `requireTypes`. */
export const typesArg = list(text({ maxLength: 80 }), {
  maxItems: 100,
  description: 'The types of events, separated by commas. Default: all.',
});

/** Returns the types as a set. @throws DomainError 400 for an unknown type */
export const requireTypes = (types: readonly string[] | undefined): ReadonlySet<string> => {
  if (types?.some((type) => !integrationEvents.has(type))) throw invalidParams({ types: feedMessages.noType });
  return new Set(types);
};

export const afterArg = text({ maxLength: 100, description: 'The id of the event after which the feed continues.' });

/** Returns the position from which a client continues. @throws DomainError 400 for an invalid id; 410 if it expired */
export const requirePlace = async ({ store }: Feed, id: string, name: string): Promise<FeedPlace> => {
  const place = placeOf(id);
  const [newest, oldest] = [await store.newest(), await store.oldest()];
  if (place === undefined || place.block < 1 || place.block > (newest?.block ?? 0))
    throw invalidParams({ [name]: feedMessages.noId });
  if (place.block < (oldest?.block ?? 0)) {
    const data = { oldest: feedId({ block: oldest?.block ?? 0, index: 0 }) };
    throw miscErrors.feedGone({ data });
  }
  if ((await store.at(place)) === undefined) throw invalidParams({ [name]: feedMessages.noId });
  return place;
};

/** `GET /ops/v1/events`: returns published events in pages (docs/interface/ops.md §7). */
export const eventsRoute = (misc: FeedMisc): Route =>
  route({
    namespace,
    path: '/events',
    methods: ['GET'],
    summary: 'Lists the events that services have published.',
    args: {
      after: afterArg,
      types: typesArg,
      order: text({ enum: ['asc', 'desc'], default: 'asc', description: 'The order: oldest or newest first.' }),
      limit: integer({ minimum: 1, maximum: 1_000, default: 100, description: 'The maximum number of events.' }),
    },
    answers: { 200: z.array(eventSchema), 410: ['ops_stream_gone'] },
    permission: mayOperate,
    handle: async (request) => {
      const { after, types, order, limit } = request.args;
      const wanted = requireTypes(types);
      const place = after === undefined ? undefined : await requirePlace(misc.feed, after, 'after');
      await misc.waitForFeed(request);
      const { store } = misc.feed;
      const read: ReadPage =
        order === 'desc' ? (last) => store.eventsBefore(last) : (last) => store.eventsAfter(last ?? START);
      const found = await eventsFrom(place, read, { wanted, limit, signal: request.abandoned() });
      return { body: (await misc.feed.withPermalinks(found)).map(({ event }) => event) };
    },
  });

interface Reading {
  /** Wanted types; empty for all. */
  readonly wanted: ReadonlySet<string>;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Returns the events after a position; without one, the first events in the reading direction. */
type ReadPage = (last: FeedPlace | undefined) => Promise<readonly PlacedEvent[]>;

const eventsFrom = async (from: FeedPlace | undefined, read: ReadPage, { wanted, limit, signal }: Reading) => {
  const found: PlacedEvent[] = [];
  for (let place = from; found.length < limit; ) {
    signal.throwIfAborted();
    const page = await read(place);
    const last = page.at(-1);
    if (last === undefined) break;
    found.push(...page.filter(({ event }) => wanted.size === 0 || wanted.has(event.type)));
    place = last.place;
  }
  return found.slice(0, limit);
};
