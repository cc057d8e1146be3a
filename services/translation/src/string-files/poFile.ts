import type { Language } from '@almanac/i18n';
import { type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser';
import { type Entry, keyOf, type ReadEntry } from './entries.ts';
import { fileFault } from './fileFault.ts';
import { headersOf } from './gettextHeaders.ts';
import { placesOf } from './poPlaces.ts';
import { tableOf } from './table.ts';

/** Names stand in comments of one line each, without what would end them. */
const referencesOf = (names: readonly string[]): string => names.map((name) => name.replace(/\s+/g, ' ')).join('\n');

const written = ({ context, msgid, text, outdated, names }: Entry): GetTextTranslation => ({
  ...(context !== '' && { msgctxt: context }),
  msgid,
  msgstr: [text],
  comments: { reference: referencesOf(names), ...(outdated && { flag: 'fuzzy' }) },
});

/** The PO file of a domain; translations of older texts are fuzzy. */
export const writePo = (domain: string, language: Language, entries: readonly Entry[], at: Date): string => {
  const revised = `${at.toISOString().slice(0, 16).replace('T', ' ')}+0000`;
  const headers = { ...headersOf(domain, language), 'PO-Revision-Date': revised, 'Last-Translator': 'Almanac' };
  const header = { msgid: '', msgstr: [''] };
  const translations = tableOf([header, ...entries.map(written)]);
  return `${po.compile({ charset: 'utf-8', headers, translations }).toString('utf8').trimEnd()}\n`;
};

const isFuzzy = ({ comments }: GetTextTranslation): boolean => (comments?.flag ?? '').split(/[\s,]+/).includes('fuzzy');

const refusedOf = (entry: GetTextTranslation): ReadEntry['refused'] => {
  if (entry.msgid_plural !== undefined || entry.msgstr.length > 1) return 'plural';
  if (isFuzzy(entry)) return 'fuzzy';
  return (entry.msgstr[0] ?? '').trim() === '' ? 'empty' : null;
};

const readEntry = (entry: GetTextTranslation): ReadEntry => ({
  context: entry.msgctxt ?? '',
  msgid: entry.msgid,
  text: entry.msgstr[0] ?? '',
  refused: refusedOf(entry),
});

/** What the library says of a file, without the line that it may name in the middle of a sentence. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : '').replace(/^Error parsing PO data: /, '') || 'it is no PO file';

const lineOf = (error: unknown): number =>
  error instanceof SyntaxError && 'lineNumber' in error ? Number(error.lineNumber) : 0;

/** The library counts texts that every object has as names, `constructor`, as entries that are there already. */
const parsed = (content: string, validation = true): GetTextTranslations => {
  try {
    return po.parse(content, { validation });
  } catch (error) {
    const line = lineOf(error) || placesOf(content).faulty;
    if (line === 0 && validation) return parsed(content, false);
    throw fileFault(line, reasonOf(error));
  }
};

/**
 * The entries of a PO file, in its order; obsolete ones are none.
 * @throws DomainError 422 with the line
 */
export const readPo = (content: string): ReadEntry[] => {
  const { translations } = parsed(content);
  const entries = Object.values(translations).flatMap((byId) => Object.values(byId));
  if (entries.length === 0) throw fileFault(1, 'it has no entries');
  const { order } = placesOf(content);
  const placeOf = (entry: ReadEntry) => order.get(keyOf(entry)) ?? order.size;
  return entries
    .map(readEntry)
    .filter(({ context, msgid }) => msgid !== '' || context !== '')
    .toSorted((one, other) => placeOf(one) - placeOf(other));
};
