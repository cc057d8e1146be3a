import { completeSettings } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { readSite } from '@almanac/service';
import { pageCatalogues } from './catalogues.ts';
import { type Showing, showingOf } from './showing.ts';

/** A showing for specs. */
export const showingFor = (language = 'en', site: object = {}): Showing =>
  showingOf(completeSettings(readSite({ name: 'Riverside', ...site }).settings), createTexts(pageCatalogues), {
    site: 'https://site.test',
    apiRoot: `https://site.test/${language}/json`,
    language,
  });
