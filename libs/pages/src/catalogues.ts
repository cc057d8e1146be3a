import { type Catalogues, loadCatalogues } from '@almanac/i18n';

/** The texts that pages of several services share. */
export const pageCatalogues: Catalogues = loadCatalogues(import.meta.dirname);
