import { languageCodes } from '@almanac/i18n';
import type { SiteSettings } from '@almanac/service';
import type { SiteLanguages } from '@almanac/translations';

export const siteLanguages = (site: SiteSettings): SiteLanguages => ({
  defaultLanguage: site.default_language,
  languages: languageCodes,
});
