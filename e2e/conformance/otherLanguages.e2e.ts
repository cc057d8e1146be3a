import { DEFAULT_TAGS, languageRecord, useLanguages } from '@almanac/i18n';
import { recordedExchangesOn } from './conformance.contract.ts';

/** Languages without a catalogue, so that texts are in English, as recorded. */
const TAGS = ['it', 'pt-BR', 'nl', 'ar', 'zh-Hant', 'ja', 'sv', 'pl', 'tr', 'he', 'ko', 'uk', 'id', 'sw', 'fa', 'hi'];

/** The own names in the recordings, which overrides keep; English ones are replaced as English names. */
const NATIVE_NAMES = DEFAULT_TAGS.map((tag) => languageRecord(tag.toLowerCase()).nativeName);

/** Returns the tags in an order that depends on the seed alone. */
const shuffled = (seed: number): string[] => {
  let state = seed;
  const drawn = TAGS.map((tag) => {
    state = (state * 48_271) % 2_147_483_647;
    return { tag, at: state };
  });
  return drawn.sort((one, other) => one.at - other.at).map(({ tag }) => tag);
};

/** Returns four languages; the first has no region, since its code and its tag are the same in the recordings. */
const drawn = (seed: number): string[] => {
  const tags = shuffled(seed);
  const first = tags.filter((tag) => !tag.includes('-')).slice(0, 1);
  return [...first, ...tags.filter((tag) => !first.includes(tag))].slice(0, DEFAULT_TAGS.length);
};

/** Returns the forms in which a language occurs: code, tag, locale and names; the own name is overridden. */
const formsOf = (tag: string): string[] => {
  const { code, locale, englishName } = languageRecord(tag.toLowerCase());
  return [code, tag, locale, englishName];
};

/** Returns a function that replaces each default language in a text by the one at its place in the list. */
const mappingTo = (tags: readonly string[]) => {
  const names = new Map(
    DEFAULT_TAGS.flatMap((tag, index) => {
      const forms = formsOf(tags[index] ?? '');
      return formsOf(tag).map((form, place) => [form, forms[place] ?? ''] as const);
    }),
  );
  const longestFirst = [...names.keys()].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((name) => name.replaceAll(/[()]/g, '\\$&'));
  const naming = new RegExp(`(?<![\\p{L}_])(?:${escaped.join('|')})(?![\\p{L}_])`, 'gu');
  return (text: string): string => text.replaceAll(naming, (name) => names.get(name) ?? name);
};

afterAll(() => useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} }));

describe.each([1, 2, 3])('recorded exchanges of translation with languages drawn by the seed %d', (seed) => {
  const languages = drawn(seed * 7_919);
  const mapped = mappingTo(languages);
  const own = languages.map((tag, index) => [tag.toLowerCase(), { native_name: mapped(NATIVE_NAMES[index] ?? '') }]);
  const settings = { language_overrides: Object.fromEntries(own) };
  recordedExchangesOn(['embedded'], {
    title: languages.join(', '),
    site: { languages, default_language: languages[0]?.toLowerCase() ?? '', settings },
    files: 'translation-',
    root: mapped,
    read: (text) => JSON.parse(mapped(text)),
  });
});
