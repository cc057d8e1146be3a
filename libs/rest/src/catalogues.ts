import { type Catalogues, loadCatalogues } from '@almanac/i18n';

/** The translations of this library's texts; services add theirs with `createTexts(own, restCatalogues)`. */
export const restCatalogues: Catalogues = loadCatalogues(import.meta.dirname);
