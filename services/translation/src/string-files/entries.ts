import type { Language } from '@almanac/i18n';
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
  /** The names of its strings. */
  readonly names: readonly string[];
}

/** An entry of a file that was read; what has no text that can be taken says why. */
export interface ReadEntry extends EntryKey {
  readonly text: string;
  readonly refused: 'fuzzy' | 'empty' | 'plural' | null;
}

/** No text holds what stands between both. */
export const keyOf = ({ context, msgid }: EntryKey): string => `${context}\u0004${msgid}`;

const served = ({ translations }: SiteString, language: Language) => {
  const { value = null, mo_value = null, status } = translations[language] ?? {};
  return { text: value ?? mo_value ?? '', outdated: status === 3 };
};

/** The strings of a domain as the entries of a file; of several names the first that is translated says the text. */
export const entriesOf = (strings: readonly SiteString[], language: Language): Entry[] => {
  const entries = new Map<string, Entry>();
  for (const string of strings) {
    if (string.source_language === language) continue;
    const key = { context: string.context, msgid: string.value };
    const known = entries.get(keyOf(key));
    const own = served(string, language);
    const said = known === undefined || (known.text === '' && own.text !== '') ? own : known;
    const names = [...(known?.names ?? []), string.name];
    entries.set(keyOf(key), { ...key, text: said.text, outdated: said.outdated, names });
  }
  return [...entries.values()];
};
