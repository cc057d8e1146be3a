import type { Route } from '@almanac/rest';
import { embedRoute } from './embeds/embedRoute.ts';
import { type AskingMisc, proxyRoute } from './providers/proxyRoute.ts';
import { renderedContentRoute } from './rendering/renderedContentRoute.ts';

/** Everything that this service serves, in the order in which indexes name it. */
export const routesOf = (misc: AskingMisc): Route[] => [embedRoute(misc), proxyRoute(misc), renderedContentRoute(misc)];
