import { isLanguage, type Language, languageCodes } from '@almanac/i18n';
import { anything, cappedInteger, type Invalid, integer, invalid, readMap, text } from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS } from '@almanac/text';
import type { SentTranslations } from './siteString.ts';
import { cleanText, textOrNull } from './texts.ts';

/** The length limits of a text, and of a name or context. */
export const MAX_TEXT_LENGTH = 65_536;
export const MAX_NAME_LENGTH = 1_000;

/** The pattern of a domain, which is a part of file names. */
const DOMAIN_PATTERN = '^(?!\\.)[A-Za-z0-9._\\-]{1,100}$';

/** Sent translations, and the languages that were sent in the form of answers: those count only if they differ. */
export interface ReadTranslations {
  readonly texts: SentTranslations;
  readonly shown: ReadonlySet<string>;
}

const isShown = (value: unknown): value is { readonly value: unknown } =>
  typeof value === 'object' && value !== null && 'value' in value;

/** Reads `{"fr-ca": "…", "es-us": null}`; a blank text deletes a translation, as null does. */
const readTranslations = (value: unknown): ReadTranslations | Invalid => {
  const map = readMap(value);
  if (map === undefined) return invalid('{name} is no object.');
  const shown = new Set(Object.keys(map).filter((code) => isShown(map[code])));
  const texts = new Map<Language, string | null>();
  for (const [code, sent] of Object.entries(map)) {
    const each = isShown(sent) ? sent.value : sent;
    if (!isLanguage(code)) return invalid('{name} contains an unknown language.');
    if (each !== null && typeof each !== 'string') return invalid('{name} has a translation that is no text.');
    if (each !== null && each.length > MAX_TEXT_LENGTH) return invalid('{name} has a translation that is too long.');
    texts.set(code, each === null ? null : textOrNull(each));
  }
  return { texts: Object.fromEntries(texts), shown };
};

export const registrationArgs = {
  domain: text({
    required: true,
    nonEmpty: true,
    pattern: DOMAIN_PATTERN,
    description: 'The domain of the string; a part of the names of its files.',
  }),
  name: text({
    required: true,
    nonEmpty: true,
    maxLength: MAX_NAME_LENGTH,
    clean: cleanText,
    description: 'Names the string in its domain and context.',
  }),
  value: text({
    required: true,
    nonEmpty: true,
    maxLength: MAX_TEXT_LENGTH,
    clean: cleanText,
    description: 'The text of the string.',
  }),
  context: text({
    default: '',
    maxLength: MAX_NAME_LENGTH,
    clean: cleanText,
    description: 'The context, which distinguishes equal texts with different meanings.',
  }),
  source_language: text({ enum: languageCodes, description: 'The language of the text.' }),
};

export const translationsArg = anything({
  description: 'Texts by language, or translations in the form of answers; null removes one.',
  words: { type: 'object' },
  parse: readTranslations,
});

export const listArgs = {
  domain: text({ description: 'Only strings of this domain.' }),
  context: text({ description: 'Only strings of this context.' }),
  status: integer({ enum: [0, 2, 3, 10], description: 'Only strings with this status.' }),
  search: text({
    blankAbsent: true,
    description: 'Only strings whose text or name has these words.',
    maxLength: MAX_SEARCH_CHARACTERS,
  }),
  page: cappedInteger({ default: 1, minimum: 1, description: 'The page of the list, counted from 1.' }),
  per_page: integer({ default: 20, minimum: 1, maximum: 100, description: 'The number of strings per page.' }),
};
