import type { Catalogue } from '@almanac/i18n';

/** The calendar's texts in French (Canada). */
export const frCa: Catalogue = {};
