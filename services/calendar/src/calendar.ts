import type { Numbers } from '@almanac/aggregates';
import type { Documents } from '@almanac/documents';
import { languageCodes } from '@almanac/i18n';
import type { FetchInternal, SiteSettings } from '@almanac/service';
import type { SiteLanguages } from './translations/translatable.ts';

/** What the calendar's slices work with. */
export interface Calendar {
  readonly documents: Documents;
  readonly numbers: Numbers;
  readonly now: () => Date;
  readonly site: SiteSettings;
  readonly languages: SiteLanguages;
  readonly fetchInternal: FetchInternal;
}

export const languagesOfSite = (site: SiteSettings): SiteLanguages => ({
  defaultLanguage: site.default_language,
  languages: languageCodes,
});
