import type { Catalogues } from '@almanac/i18n';
import { esUs } from './es-us.ts';
import { frCa } from './fr-ca.ts';

export const catalogues: Catalogues = { 'fr-ca': frCa, 'es-us': esUs };
