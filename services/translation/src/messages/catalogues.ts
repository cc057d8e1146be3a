import { join } from 'node:path';
import { type Catalogues, loadCatalogues } from '@almanac/i18n';

/** The texts of translation in all languages with a translation. */
export const catalogues: Catalogues = loadCatalogues(join(import.meta.dirname, '..'));
