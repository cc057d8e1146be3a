import type { Catalogue } from '@almanac/i18n';

/** Core's texts in French (Canada). */
export const frCa: Catalogue = {};
