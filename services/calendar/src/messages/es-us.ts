import type { Catalogue } from '@almanac/i18n';

/** The calendar's texts in Spanish (United States). */
export const esUs: Catalogue = {};
