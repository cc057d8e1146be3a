import type { Route } from '@almanac/rest';
import type { WholeMisc } from './composeMisc.ts';
import { embedRoute } from './embeds/embedRoute.ts';
import { operationsRoutes } from './operations/operationsRoutes.ts';
import { popupRoutes } from './popups/popupRoutes.ts';
import { proxyRoute } from './providers/proxyRoute.ts';
import { renderedContentRoute } from './rendering/renderedContentRoute.ts';
import { urlDetailsRoute } from './url-details/urlDetailsRoute.ts';

/** Everything that this service serves, in the order in which indexes name it. */
export const routesOf = (misc: WholeMisc): Route[] => [
  embedRoute(misc),
  proxyRoute(misc),
  ...popupRoutes(misc),
  renderedContentRoute(misc),
  urlDetailsRoute(misc),
  ...operationsRoutes(misc),
];
