import type { Language } from '@almanac/i18n';
import { inSlices } from '@almanac/rest';
import type { SiteString } from '../strings/siteString.ts';

/** The key of a string in files: a text in a context. Strings that differ only in their names are one entry. */
export interface EntryKey {
  readonly context: string;
  readonly msgid: string;
}

export interface Entry extends EntryKey {
  /** The translation; empty for none. */
  readonly text: string;
  /** True if the translation belongs to an older text. */
  readonly outdated: boolean;
  /** The names of its strings, up to a limit. */
  readonly names: readonly string[];
}

/** An entry read from a file; `refused` is the reason why its text cannot be imported. */
export interface ReadEntry extends EntryKey {
  readonly text: string;
  readonly refused: 'fuzzy' | 'empty' | 'plural' | 'unknown' | null;
  /** The entry without the line breaks that a program may have put around its texts. */
  readonly unindented?: Pick<ReadEntry, 'msgid' | 'text'> | undefined;
}

/** Joins context and text with a character that neither can contain. */
export const keyOf = ({ context, msgid }: EntryKey): string => `${context}\u0004${msgid}`;

/** Adds strings to a map by their key in files. */
export const addStrings = (known: Map<string, SiteString[]>, strings: readonly SiteString[]): void => {
  for (const string of strings)
    known.getOrInsertComputed(keyOf({ context: string.context, msgid: string.value }), () => []).push(string);
};

const served = ({ translations }: SiteString, language: Language) => {
  const { value = null, mo_value = null, status } = translations[language] ?? {};
  return { text: value ?? mo_value ?? '', outdated: status === 3 };
};

/** The limit of names per entry; files are for translators, who need no more. */
const MAX_NAMES = 100;
/** The number of strings between two pauses for other requests. */
const AT_ONCE = 2_000;

const addTo = (entries: Map<string, Entry & { readonly names: string[] }>, string: SiteString, language: Language) => {
  const key = { context: string.context, msgid: string.value };
  const known = entries.get(keyOf(key));
  const own = served(string, language);
  const said = known === undefined || (known.text === '' && own.text !== '') ? own : known;
  const names = known?.names ?? [];
  if (names.length < MAX_NAMES) names.push(string.name);
  entries.set(keyOf(key), { ...key, text: said.text, outdated: said.outdated, names });
};

/**
 * Returns the strings of a domain as entries of a file. Among strings with the same key, the first translated one
 * provides the text.
 */
export const entriesOf = async (strings: readonly SiteString[], language: Language): Promise<Entry[]> => {
  const entries = new Map<string, Entry & { readonly names: string[] }>();
  await inSlices(strings, AT_ONCE, (slice) => {
    for (const string of slice) if (string.source_language !== language) addTo(entries, string, language);
  });
  return [...entries.values()];
};
