import type { Route } from '@almanac/rest';
import { accountRoutes } from './account/accountRoutes.ts';
import { customXmlRoutes } from './custom-xml/customXmlRoutes.ts';
import { xliffRoutes } from './job-files/xliffRoutes.ts';
import { assignRoutes } from './jobs/assignRoutes.ts';
import { batchRoutes } from './jobs/batchRoutes.ts';
import { elementJobsRoute } from './jobs/elementJobsRoute.ts';
import { finishedRoute } from './jobs/finishedRoute.ts';
import { jobRoutes } from './jobs/jobRoutes.ts';
import { listRoute } from './jobs/listRoute.ts';
import { reviewRoute } from './jobs/reviewRoute.ts';
import { agencyRoutes } from './outside/agencyRoutes.ts';
import { downloadRoute } from './outside/downloadRoute.ts';
import { makeRoute } from './outside/makeRoute.ts';
import { oneJobRoutes } from './outside/oneJobRoutes.ts';
import { receiveRoute } from './outside/receiveRoute.ts';
import { retryRoute } from './outside/retryRoute.ts';
import { storeRoute } from './outside/storeRoute.ts';
import { syncRoute } from './outside/syncRoute.ts';
import { proxyRoute } from './proxy/proxyRoute.ts';
import { moRoutes } from './string-files/moRoutes.ts';
import { transferRoutes } from './string-files/transferRoutes.ts';
import { stringSettingsRoutes } from './string-settings/stringSettingsRoutes.ts';
import { stringRoutes } from './strings/stringRoutes.ts';
import type { Translation } from './translation.ts';
import { translatorRoutes } from './translators/translatorRoutes.ts';

/** Returns all routes of translation, in the order of the indexes. */
export const routesOf = (translation: Translation): Route[] => [
  ...customXmlRoutes(translation),
  listRoute(translation),
  ...assignRoutes(translation),
  ...jobRoutes(translation),
  reviewRoute(translation),
  ...batchRoutes(translation),
  finishedRoute(translation),
  elementJobsRoute(translation),
  ...translatorRoutes(translation),
  ...xliffRoutes(translation),
  ...stringRoutes(translation),
  ...transferRoutes(translation),
  ...moRoutes(translation),
  ...stringSettingsRoutes(),
  storeRoute(translation),
  makeRoute(translation),
  ...oneJobRoutes(translation),
  syncRoute(translation),
  downloadRoute(translation),
  retryRoute(translation),
  receiveRoute(translation),
  ...accountRoutes(translation),
  ...agencyRoutes(translation),
  proxyRoute(translation),
];
