import type { Catalogue } from '@almanac/i18n';

/** Core's texts in Spanish (United States). */
export const esUs: Catalogue = {};
