import type { Language } from '@almanac/i18n';
import { inSlices } from '@almanac/rest';
import type { SiteString } from '../strings/siteString.ts';

/** What files call a string: a text in a context. Strings that differ in their names alone are one entry. */
export interface EntryKey {
  readonly context: string;
  readonly msgid: string;
}

export interface Entry extends EntryKey {
  /** Empty where there is no translation. */
  readonly text: string;
  /** Whether the translation is of an older text. */
  readonly outdated: boolean;
  /** The names of its strings, the first of them where there are many. */
  readonly names: readonly string[];
}

/** An entry of a file that was read; what has no text that can be taken says why. */
export interface ReadEntry extends EntryKey {
  readonly text: string;
  readonly refused: 'fuzzy' | 'empty' | 'plural' | null;
}

/** No text holds what stands between both. */
export const keyOf = ({ context, msgid }: EntryKey): string => `${context}\u0004${msgid}`;

/** Adds strings to those that are known by what files call them. */
export const addStrings = (known: Map<string, SiteString[]>, strings: readonly SiteString[]): void => {
  for (const string of strings)
    known.getOrInsertComputed(keyOf({ context: string.context, msgid: string.value }), () => []).push(string);
};

const served = ({ translations }: SiteString, language: Language) => {
  const { value = null, mo_value = null, status } = translations[language] ?? {};
  return { text: value ?? mo_value ?? '', outdated: status === 3 };
};

/** Names of an entry at most; files are for translators, to whom more say nothing. */
const MOST_NAMES = 100;
/** Strings between two turns of others. */
const AT_ONCE = 2_000;

const addTo = (entries: Map<string, Entry & { readonly names: string[] }>, string: SiteString, language: Language) => {
  const key = { context: string.context, msgid: string.value };
  const known = entries.get(keyOf(key));
  const own = served(string, language);
  const said = known === undefined || (known.text === '' && own.text !== '') ? own : known;
  const names = known?.names ?? [];
  if (names.length < MOST_NAMES) names.push(string.name);
  entries.set(keyOf(key), { ...key, text: said.text, outdated: said.outdated, names });
};

/** The strings of a domain as the entries of a file; of several names the first that is translated says the text. */
export const entriesOf = async (strings: readonly SiteString[], language: Language): Promise<Entry[]> => {
  const entries = new Map<string, Entry & { readonly names: string[] }>();
  await inSlices(strings, AT_ONCE, (slice) => {
    for (const string of slice) if (string.source_language !== language) addTo(entries, string, language);
  });
  return [...entries.values()];
};
