import { type Language, languageCodes, languageRecord } from './languages.ts';

/**
 * Returns the `hreflang` values of a text's versions: each its language; a regional version also serves the whole
 * language if no other version does (docs/interface/translation.md §7).
 * @param present the languages with a version
 */
export const hreflangs = (
  present: readonly Language[],
): { readonly hreflang: string; readonly language: Language }[] => {
  const own = languageCodes()
    .filter((language) => present.includes(language))
    .map((language) => ({ hreflang: languageRecord(language).tag, language }));
  const served = new Set(own.map(({ hreflang }) => hreflang));
  const whole = own.flatMap(({ hreflang, language }) => {
    const [generic = ''] = hreflang.split('-');
    if (served.has(generic)) return [];
    served.add(generic);
    return [{ hreflang: generic, language }];
  });
  return [...own, ...whole];
};
