import { defaultLanguage, isLanguage, type Language, languageCode, languageRecord, matchLanguage } from '@almanac/i18n';
import { isFinished, type ReadXliff, readXliffInTurns, XliffFault, type XliffUnit, xliffPieces } from '@almanac/xliff';
import { invalidFile } from '../errors.ts';
import type { SiteString } from '../strings/siteString.ts';
import { type Entry, entriesOf, keyOf, type ReadEntry } from './entries.ts';
import type { FilePieces } from './fileParts.ts';

const CONTEXT = 'context';

const stateOf = ({ text, outdated }: Entry) =>
  text === '' || outdated ? ('initial' as const) : ('translated' as const);

const unitOf = (entry: Entry, index: number): XliffUnit => ({
  id: `s${index + 1}`,
  source: entry.msgid,
  target: entry.text,
  state: stateOf(entry),
  notes: [
    ...(entry.context === '' ? [] : [{ category: CONTEXT, text: entry.context }]),
    ...entry.names.map((text) => ({ category: 'name', text })),
  ],
});

/** Returns the source language of most strings; a file has only one. */
const sourceOf = (strings: readonly SiteString[]): Language | undefined => {
  const counts = new Map<Language, number>();
  for (const { source_language: each } of strings) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
};

/** Returns the XLIFF file of a domain; outdated translations are not marked as finished. */
export const writeStringXliff = async (
  domain: string,
  language: Language,
  strings: readonly SiteString[],
): Promise<FilePieces> => {
  const source = sourceOf(strings.filter(({ source_language }) => source_language !== language)) ?? defaultLanguage();
  const ofSource = strings.filter(({ source_language }) => source_language === source);
  const entries = await entriesOf(ofSource, language);
  const { head, units, tail } = xliffPieces('1.2', {
    original: domain,
    sourceLanguage: languageRecord(source).tag,
    targetLanguage: languageRecord(language).tag,
    reference: '',
    units: entries.map(unitOf),
  });
  return { head, entries: units, tail };
};

const read = async (content: Uint8Array | string): Promise<ReadXliff> => {
  try {
    return await readXliffInTurns(content);
  } catch (error) {
    if (error instanceof XliffFault) throw invalidFile(error.line, error.reason);
    throw error;
  }
};

/** True for a tag with the same main language, unless it is exactly another language of the site, and for no tag. */
const isForLanguage = (tag: string, language: Language): boolean => {
  const code = languageCode(tag);
  return tag === '' || code === language || (!isLanguage(code) && matchLanguage(tag, [language]) !== undefined);
};

/** True for a text that a program may have indented: it begins and ends with blanks that contain a line break. */
const isOnOwnLines = (text: string): boolean => {
  const before = text.slice(0, text.length - text.trimStart().length);
  return before.includes('\n') && text.slice(text.trimEnd().length).includes('\n');
};

/**
 * Refuses entries with the same text and context but different translations: the program has lost their contexts, which
 * are in notes, and a translation would replace another one.
 */
const withoutAmbiguous = (entries: readonly ReadEntry[]): ReadEntry[] => {
  const texts = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (entry.refused === null && texts.getOrInsert(key, entry.text) !== entry.text) ambiguous.add(key);
  }
  if (ambiguous.size === 0) return [...entries];
  return entries.map((entry) =>
    ambiguous.has(keyOf(entry)) ? { ...entry, refused: entry.refused ?? 'unknown' } : entry,
  );
};

/**
 * Returns the entries of an XLIFF file in its order.
 * @throws DomainError 422 with the line
 */
export const readStringXliff = async (content: Uint8Array | string, language: Language): Promise<ReadEntry[]> => {
  const file = await read(content);
  if (!isForLanguage(file.targetLanguage, language))
    throw invalidFile(1, `its target language is “${file.targetLanguage}”, not “${languageRecord(language).tag}”`);
  const entries = file.units.map(
    ({ source, target, state, notes }): ReadEntry => ({
      context: notes.find(({ category }) => category === CONTEXT)?.text ?? '',
      msgid: source,
      text: target,
      refused: target.trim() === '' ? 'empty' : isFinished({ target, state }) ? null : 'fuzzy',
      unindented: isOnOwnLines(source) ? { msgid: source.trim(), text: target.trim() } : undefined,
    }),
  );
  return withoutAmbiguous(entries);
};
