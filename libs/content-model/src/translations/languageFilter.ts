import type { Filter } from '@almanac/documents';
import { DomainError } from '@almanac/i18n';
import { rulesOf, type SiteLanguages } from './translatable.ts';

/**
 * Records that show in the lists of a language, by the mode of their kind (docs/interface/translation.md §4): all of
 * them, its own, or its own and, in others than the default language, those of the default language that no public
 * translation serves.
 * @param kind a type or taxonomy: `cal_venue`, `post_tag`
 */
export const inListsOf = (kind: string, language: string, site: SiteLanguages): Filter => {
  const mode = rulesOf(site).modeOf(kind);
  if (mode === 0) return { all: [] };
  return mode === 1 || language === site.defaultLanguage
    ? { field: 'language', equals: language }
    : { field: 'languages', contains: [language] };
};

/**
 * Refuses to change a record under another language than its own; only a language that the request itself names counts,
 * not that of its address (docs/interface/translation.md §5).
 * @throws DomainError 400
 */
export const refuseOtherLanguage = (
  request: { readonly params: Readonly<Record<string, unknown>> },
  language: string,
): void => {
  const named = request.params.i18n_language;
  if (typeof named !== 'string' || named === '' || named === language) return;
  throw new DomainError('i18n_language_mismatch', 400, 'The record is in another language: {language}.', {
    params: { language },
  });
};
