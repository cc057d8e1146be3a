import type { Route } from '@almanac/rest';
import type { Misc } from '../misc.ts';
import { historyRoutes } from './historyRoutes.ts';

/** What operators see and mend: `ops/v1` (docs/interface/ops.md). */
export const operationsRoutes = (misc: Misc): Route[] => [...historyRoutes(misc)];
