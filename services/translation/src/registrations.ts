import type { Registration } from '@almanac/write-side';
import { stringSettingsRegistration } from './string-settings/stringSettings.ts';
import { stringRegistration } from './strings/siteString.ts';
import { translatorRegistration } from './translators/translator.ts';

/** Every aggregate of translation with its documents. */
export const registrations: readonly Registration[] = [
  translatorRegistration,
  stringRegistration,
  stringSettingsRegistration,
] as unknown as readonly Registration[];
