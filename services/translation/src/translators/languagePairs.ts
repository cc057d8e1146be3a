import { isLanguage, type Language, languageCodes } from '@almanac/i18n';
import { Invalid, invalid, readMap } from '@almanac/rest';

/** The target languages of a translator by source language, both in the order of the site's languages. */
export type LanguagePairs = { readonly [Source in Language]?: readonly Language[] };

const isCode = (code: string): code is Language => isLanguage(code);

const targetsOf = (source: Language, value: unknown): readonly Language[] | Invalid => {
  if (!Array.isArray(value)) return invalid('{name} has targets that are no list.');
  if (!value.every((each) => isLanguage(each))) return invalid('{name} contains an unknown language.');
  if (value.includes(source)) return invalid('{name} has a source among its own targets.');
  return languageCodes().filter((code) => value.includes(code));
};

/** Reads `{"en": ["fr-ca"]}`; sources without a target are left out. */
export const readLanguagePairs = (value: unknown): LanguagePairs | Invalid => {
  const map = readMap(value);
  if (map === undefined) return invalid('{name} is no object.');
  const sent = new Map(Object.entries(map));
  if (![...sent.keys()].every(isCode)) return invalid('{name} contains an unknown language.');
  const pairs: { -readonly [Source in Language]?: readonly Language[] } = {};
  for (const source of languageCodes().filter((code) => sent.has(code))) {
    const targets = targetsOf(source, sent.get(source));
    if (targets instanceof Invalid) return targets;
    if (targets.length > 0) pairs[source] = targets;
  }
  return pairs;
};

/** True if the pairs contain this pair of languages. */
export const hasPair = (pairs: LanguagePairs, source: Language, target: Language): boolean =>
  pairs[source]?.includes(target) === true;
