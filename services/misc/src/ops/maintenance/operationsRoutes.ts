import type { Route } from '@almanac/rest';
import type { Misc } from '../../misc.ts';
import { deadLetterRoutes } from './deadLetterRoutes.ts';
import { historyRoutes } from './historyRoutes.ts';
import { lagRoute } from './lagRoute.ts';
import { rebuildRoutes } from './rebuildRoutes.ts';

/** Routes of `ops/v1` for operators (docs/interface/ops.md). */
export const operationsRoutes = (misc: Misc): Route[] => [
  ...historyRoutes(misc),
  ...deadLetterRoutes(misc),
  lagRoute(misc),
  ...rebuildRoutes(misc),
];
