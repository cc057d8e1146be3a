import type { Registration } from '@almanac/write-side';
import { packageRegistration } from './packages/package.ts';
import { popupRegistration } from './popups/popup.ts';

/** Every aggregate of misc with its documents. */
export const registrations: readonly Registration[] = [
  packageRegistration,
  popupRegistration,
] as unknown as readonly Registration[];
