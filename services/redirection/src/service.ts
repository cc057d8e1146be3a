import { publishUpcast } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { collectionsOf } from '@almanac/event-sourcing';
import type { Route } from '@almanac/rest';
import { type ErasureDeclaration, nothing, type RecordRegistration } from '@almanac/service';
import { snapshotRoute } from './edge/snapshot.ts';
import { visitsRoute } from './edge/visits.ts';
import { groupRegistration } from './groups/group.ts';
import { groupRoutes } from './groups/groupRoutes.ts';
import { ruleHits } from './hits/hits.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { notFoundLog, redirectLog } from './logs/accessLog.ts';
import { logRoutes } from './logs/logRoutes.ts';
import { optionsRegistration } from './options/options.ts';
import { pluginRoutes } from './plugin/pluginRoutes.ts';
import { postRoutes } from './posts/postRoutes.ts';
import { siteRecords } from './posts/siteRecords.ts';
import type { Redirection } from './redirection.ts';
import { ruleRegistration } from './rules/rule.ts';
import { ruleRoutes } from './rules/ruleRoutes.ts';
import { settingRoutes } from './settings/settingRoutes.ts';
import { exportRoute } from './transfer/exportRoute.ts';
import { importRoutes } from './transfer/importRoutes.ts';

// The parts of redirection: its records, its integration events, its routes, and the effects of erasing a person.

/** All aggregates of redirection with their documents. */
export const registrations: readonly RecordRegistration[] = [ruleRegistration, groupRegistration, optionsRegistration];

/** All collections of redirection, including those that are not folds of its log. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  ruleHits,
  redirectLog.collection,
  notFoundLog.collection,
  siteRecords,
];

/** The events that redirection publishes, upcast to their current shape. */
export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** The routes of redirection, in the order in which indexes list them. */
export const routesOf = (redirection: Redirection): Route[] => [
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

const kept = nothing('it is what editors say of addresses of the site');
const visits = nothing('it holds no user; addresses are as the settings allow, expire, and are deleted by address');

/** The effect of `npm run ops -- erase` on the data of redirection (docs/architecture.md §2, Erasure). */
export const erasure: ErasureDeclaration = {
  categories: { rule: kept, group: kept, options: kept },
  collections: {
    rules: kept,
    groups: kept,
    options: kept,
    'rule-hits': nothing('it is a number and a moment'),
    'redirect-log': visits,
    'not-found-log': visits,
    'site-records': { does: 'tells', event: 'calendar.erased.v1' },
  },
  entries: {
    'rule-hits': nothing('it is a number and a moment'),
    'said-hits': nothing('it is a position of the log'),
    'log-limited': nothing('it is a version and a number'),
    'log-numbers': nothing('it is a number'),
    'redirection-token': nothing('it is a secret of the site'),
    'visit-batch': nothing('it is the name of a batch, and gone after ten minutes'),
  },
  topic: nothing('published rules, groups and settings name nobody'),
};
