import type { Route } from '@almanac/rest';
import type { WholeRedirection } from './composeRedirection.ts';
import { snapshotRoute } from './edge/snapshot.ts';
import { visitsRoute } from './edge/visits.ts';
import { groupRoutes } from './groups/groupRoutes.ts';
import { logRoutes } from './logs/logRoutes.ts';
import { pluginRoutes } from './plugin/pluginRoutes.ts';
import { postRoutes } from './posts/postRoutes.ts';
import { ruleRoutes } from './rules/ruleRoutes.ts';
import { settingRoutes } from './settings/settingRoutes.ts';
import { exportRoute } from './transfer/exportRoute.ts';
import { importRoutes } from './transfer/importRoutes.ts';

/** Returns all routes of redirection, in the order of the indexes. */
export const routesOf = (redirection: WholeRedirection): Route[] => [
  ...ruleRoutes(redirection),
  ...postRoutes(redirection),
  ...groupRoutes(redirection),
  ...logRoutes(redirection),
  ...settingRoutes(redirection),
  ...pluginRoutes(redirection),
  ...importRoutes(redirection),
  exportRoute(redirection),
  snapshotRoute(redirection),
  visitsRoute(redirection),
];
