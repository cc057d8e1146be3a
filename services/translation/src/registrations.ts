import type { Registration } from '@almanac/write-side';
import { translatorRegistration } from './translators/translator.ts';

/** Every aggregate of translation with its documents. */
export const registrations: readonly Registration[] = [translatorRegistration] as unknown as readonly Registration[];
