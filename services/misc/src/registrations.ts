import type { Registration } from '@almanac/write-side';
import { popupRegistration } from './popups/popup.ts';

/** Every aggregate of misc with its documents. */
export const registrations: readonly Registration[] = [popupRegistration] as unknown as readonly Registration[];
