import type { Catalogues } from '@almanac/i18n';
import { administration } from './administration.ts';
import { esUs } from './es-us.ts';
import { frCa } from './fr-ca.ts';
import { pages } from './pages.ts';

export const catalogues: Catalogues = {
  'fr-ca': { ...frCa, ...pages['fr-ca'], ...administration['fr-ca'] },
  'es-us': { ...esUs, ...pages['es-us'], ...administration['es-us'] },
};
