import { join } from 'node:path';
import { type Catalogues, loadCatalogues } from '@almanac/i18n';

/** Texts of the guest book in all translated languages. */
export const catalogues: Catalogues = loadCatalogues(join(import.meta.dirname, '..'));
