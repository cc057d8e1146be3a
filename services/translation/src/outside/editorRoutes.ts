import type { Route } from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { downloadRoute } from './downloadRoute.ts';
import { makeRoute } from './makeRoute.ts';
import { oneJobRoutes } from './oneJobRoutes.ts';
import { receiveRoute } from './receiveRoute.ts';
import { retryRoute } from './retryRoute.ts';
import { storeRoute } from './storeRoute.ts';
import { syncRoute } from './syncRoute.ts';

/** The routes of the editor service: `ate/jobs…` (docs/interface/translation-engine.md §3). */
export const editorRoutes = (translation: Translation): Route[] => [
  storeRoute(translation),
  makeRoute(translation),
  ...oneJobRoutes(translation),
  syncRoute(translation),
  downloadRoute(translation),
  retryRoute(translation),
  receiveRoute(translation),
];
