import type { Entries } from '@almanac/documents';
import { languageCodes, type Texts } from '@almanac/i18n';
import { text } from './args.ts';
import { offeredRoutes } from './availability.ts';
import { type BatchPorts, batchRoute, forgetBatchRoute } from './batch.ts';
import { describeRoutes } from './describe.ts';
import { yieldToEventLoop } from './inSlices.ts';
import { type Route, route } from './route.ts';
import { INTERNAL } from './seals.ts';

/** True if a route names its namespace's index, which stays while no route of it is offered. */
const isNamed = ({ namespace, hidden, offered }: Route): boolean =>
  namespace !== '' && hidden !== true && offered !== undefined;

interface InternalPorts extends BatchPorts {
  readonly texts: Texts;
  readonly entries: Entries;
  readonly version: string | undefined;
}

/** Returns the routes of every service for the gateway alone: descriptions of its routes, and its part of a batch. */
export const internalRoutes = (
  routes: readonly Route[],
  { texts, entries, version, ...batch }: InternalPorts,
): Route[] => [
  route({
    namespace: INTERNAL,
    path: '/routes',
    methods: ['GET'],
    summary: 'Describes the routes of this service.',
    hidden: true,
    args: { detail: text({ enum: ['short', 'full'], default: 'full', description: 'The parts of the description.' }) },
    handle: async ({ language, args }) => {
      const bare = routes.filter(isNamed).map(({ namespace }) => namespace);
      const offered = await offeredRoutes(routes);
      const described = await describeRoutes(offered, texts, language, { bare, detail: args.detail });
      const body = { ...described, version, languages: languageCodes() };
      // describing and writing take a turn each
      await yieldToEventLoop();
      return { body };
    },
  }),
  batchRoute(batch),
  forgetBatchRoute(entries),
];
