import type { Registration } from '@almanac/write-side';
import { packageRegistration } from './packages/package.ts';
import { popupRegistration } from './popups/popup.ts';
import { laneRegistration } from './visits/lane.ts';
import { statisticsRegistration } from './visits/statistics.ts';

/** Every aggregate of misc with its documents. */
export const registrations: readonly Registration[] = [
  packageRegistration,
  popupRegistration,
  laneRegistration,
  statisticsRegistration,
] as unknown as readonly Registration[];
