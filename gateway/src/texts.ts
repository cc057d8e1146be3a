import { type Catalogues, createTexts, loadCatalogues } from '@almanac/i18n';
import { pageCatalogues } from '@almanac/pages';
import { restCatalogues } from '@almanac/rest';

/** The gateway's own texts. */
export const catalogues: Catalogues = loadCatalogues(import.meta.dirname);

/** The gateway's texts in every language, with those of `libs/rest` and `libs/pages`. */
export const texts = createTexts(catalogues, restCatalogues, pageCatalogues);
