import type { Entries } from '@almanac/documents';
import type { Texts } from '@almanac/i18n';
import { type BatchPorts, batchRoute, forgetBatchRoute } from './batch.ts';
import { describeRoutes } from './describe.ts';
import { yieldToEventLoop } from './inSlices.ts';
import { offeredRoutes } from './offered.ts';
import { type Route, route } from './route.ts';
import { INTERNAL } from './seals.ts';

/** A namespace keeps its index while none of its routes is offered. */
const isNamed = ({ namespace, hidden, offered }: Route): boolean =>
  namespace !== '' && hidden !== true && offered !== undefined;

/** What every service answers to the gateway alone: its routes described, and its part of a batch. */
export const internalRoutes = (
  routes: readonly Route[],
  { texts, entries, ...batch }: BatchPorts & { readonly texts: Texts; readonly entries: Entries },
): Route[] => [
  route({
    namespace: INTERNAL,
    path: '/routes',
    methods: ['GET'],
    summary: 'Describes the routes of this service.',
    hidden: true,
    args: {},
    handle: async ({ language }) => {
      const bare = routes.filter(isNamed).map(({ namespace }) => namespace);
      const body = describeRoutes(await offeredRoutes(routes), texts, language, { bare });
      // describing and writing half a megabyte are a turn each
      await yieldToEventLoop();
      return { body };
    },
  }),
  batchRoute(batch),
  forgetBatchRoute(entries),
];
