import { setImmediate as breathe } from 'node:timers/promises';
import type { Language } from '@almanac/i18n';
import { inSlices } from '@almanac/rest';
import type { GetTextTranslation } from 'gettext-parser';
import { type Entry, type EntryKey, keyOf, type ReadEntry } from './entries.ts';
import { headersOf } from './gettextHeaders.ts';
import { COUNT, HEAD, joinMoFiles, ORIGINALS, ROW, TRANSLATIONS } from './joinMoFiles.ts';
import { tableOf } from './table.ts';

/** A plural entry from a shipped file. */
export type PluralEntry = GetTextTranslation & { readonly msgid_plural: string };

export interface ReadMo {
  readonly entries: readonly ReadEntry[];
  readonly plurals: readonly PluralEntry[];
}

const isPlural = (entry: GetTextTranslation): entry is PluralEntry => entry.msgid_plural !== undefined;

/** The number of texts that are read or written at once. */
const AT_ONCE = 1_000;

/** Returns functions that read and write numbers in the file's byte order, which its magic number shows. */
const numbersOf = (content: Buffer) =>
  content.readUInt32LE(0) === 0x950412de
    ? { read: (at: number) => content.readUInt32LE(at), write: (at: number, n: number) => content.writeUInt32LE(n, at) }
    : {
        read: (at: number) => content.readUInt32BE(at),
        write: (at: number, n: number) => content.writeUInt32BE(n, at),
      };

/**
 * Yields the file repeatedly with a head that names only the next texts: the library reads all texts that the head
 * names.
 */
function* slicesOf(content: Buffer): Generator<Buffer> {
  if (content.length < HEAD) return yield content;
  const file = Buffer.from(content);
  const { read, write } = numbersOf(file);
  const [count, originals, translations] = [read(COUNT), read(ORIGINALS), read(TRANSLATIONS)];
  for (let start = 0; start === 0 || start < count; start += AT_ONCE) {
    write(COUNT, Math.min(AT_ONCE, count - start));
    write(ORIGINALS, originals + start * ROW);
    write(TRANSLATIONS, translations + start * ROW);
    yield file;
  }
}

/**
 * Returns all entries of a file; its first text declares the encoding. Other requests are answered between the slices.
 */
const parsed = async (content: Buffer): Promise<GetTextTranslation[] | null> => {
  const { mo } = await import('gettext-parser');
  const entries: GetTextTranslation[] = [];
  let charset = 'utf-8';
  try {
    for (const slice of slicesOf(content)) {
      const table = mo.parse(slice, charset);
      if (!table) return null;
      charset = table.charset;
      for (const byId of Object.values(table.translations)) entries.push(...Object.values(byId));
      await breathe();
    }
  } catch {
    return null;
  }
  return entries;
};

const readEntry = (entry: GetTextTranslation): ReadEntry[] => {
  const [text = ''] = entry.msgstr;
  if (isPlural(entry) || entry.msgid === '' || text === '') return [];
  return [{ context: entry.msgctxt ?? '', msgid: entry.msgid, text, refused: null }];
};

/** Returns the entries of a MO file in its order; null for an invalid file, or one with a wrong length. */
export const readMo = async (content: Buffer): Promise<ReadMo | null> => {
  const all = await parsed(content);
  if (all === null) return null;
  const read = await inSlices(all, AT_ONCE, (slice) => ({
    entries: slice.flatMap(readEntry),
    plurals: slice.filter(isPlural),
  }));
  return { entries: read.flatMap(({ entries }) => entries), plurals: read.flatMap(({ plurals }) => plurals) };
};

const isServed = ({ text, outdated }: Entry): boolean => text !== '' && !outdated;

const written = ({ context, msgid, text }: Entry): GetTextTranslation => ({
  ...(context !== '' && { msgctxt: context }),
  msgid,
  msgstr: [text],
});

const pluralKey = ({ msgctxt = '', msgid }: PluralEntry): EntryKey => ({ context: msgctxt, msgid });

/** Returns the plurals whose text no entry has. A file contains each text once, and the site's own translation wins. */
const otherPlurals = (plurals: readonly PluralEntry[], entries: readonly Entry[]): PluralEntry[] => {
  const byKey = new Map(plurals.map((plural) => [keyOf(pluralKey(plural)), plural]));
  if (byKey.size > 0) for (const entry of entries) if (isServed(entry)) byKey.delete(keyOf(entry));
  return [...byKey.values()];
};

/**
 * Returns the MO file of a domain; null without entries. Outdated translations are left out, as `msgfmt` leaves out
 * fuzzy ones. Other requests are answered between the parts.
 */
export const writeMo = async (
  { domain, language }: { readonly domain: string; readonly language: Language },
  entries: readonly Entry[],
  plurals: readonly PluralEntry[],
): Promise<Buffer | null> => {
  const { mo } = await import('gettext-parser');
  const compile = (texts: readonly GetTextTranslation[]): Buffer =>
    mo.compile({ charset: 'utf-8', headers: headersOf(domain, language), translations: tableOf(texts) });
  const parts = await inSlices(entries, AT_ONCE, (slice) => {
    const served = slice.filter(isServed).map(written);
    return served.length === 0 ? [] : [compile(served)];
  });
  const shipped = otherPlurals(plurals, entries);
  const files = [...parts.flat(), ...(shipped.length === 0 ? [] : [compile(shipped)])];
  return files.length === 0 ? null : joinMoFiles(files);
};
