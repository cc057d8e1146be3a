import { type Language, languageCodes, languages } from './languages.ts';

/**
 * Which of a text's versions serve whom, as `hreflang` says it: each its language, a regional one the whole language
 * where nothing else does (docs/interface/translation.md §7).
 * @param present the languages that there is a version in
 */
export const hreflangs = (
  present: readonly Language[],
): { readonly hreflang: string; readonly language: Language }[] => {
  const own = languageCodes
    .filter((language) => present.includes(language))
    .map((language) => ({ hreflang: languages[language].tag, language }));
  const served = new Set(own.map(({ hreflang }) => hreflang));
  const whole = own.flatMap(({ hreflang, language }) => {
    const [generic = ''] = hreflang.split('-');
    if (served.has(generic)) return [];
    served.add(generic);
    return [{ hreflang: generic, language }];
  });
  return [...own, ...whole];
};
