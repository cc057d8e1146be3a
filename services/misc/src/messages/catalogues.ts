import { join } from 'node:path';
import { type Catalogues, loadCatalogues } from '@almanac/i18n';

/** Translations of misc's texts. */
export const catalogues: Catalogues = loadCatalogues(join(import.meta.dirname, '..'));
