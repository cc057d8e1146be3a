import type { Catalogues } from '@almanac/i18n';
import { esUs } from './es-us.ts';
import { frCa } from './fr-ca.ts';
import { pages } from './pages.ts';

/** The calendar's texts in the languages that are translated into. */
export const catalogues: Catalogues = {
  'fr-ca': { ...frCa, ...pages['fr-ca'] },
  'es-us': { ...esUs, ...pages['es-us'] },
};
