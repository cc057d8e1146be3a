import { type Catalogues, loadCatalogues } from '@almanac/i18n';

/** The texts that pages of several services have in common. */
export const pageCatalogues: Catalogues = loadCatalogues(import.meta.dirname);
