import type { Filter } from '@almanac/documents';
import { DomainError } from '@almanac/domain';
import type { SiteLanguages } from './translatable.ts';

/**
 * Records that show in the lists of a language: its own and, in others than the default language, those of the default
 * language that no public translation serves (docs/interface/translation.md §4, mode 2).
 */
export const inListsOf = (language: string, { defaultLanguage }: SiteLanguages): Filter =>
  language === defaultLanguage ? { field: 'language', equals: language } : { field: 'languages', contains: [language] };

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
