import type { Route } from '@almanac/rest';
import { embedRoute } from './embeds/embedRoute.ts';
import type { Misc } from './misc.ts';
import { proxyRoute } from './providers/proxyRoute.ts';

/** Everything that this service serves, in the order in which indexes name it. */
export const routesOf = (misc: Misc): Route[] => [embedRoute(misc), proxyRoute(misc)];
