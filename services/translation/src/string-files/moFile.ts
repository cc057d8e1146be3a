import { setImmediate as breathe } from 'node:timers/promises';
import type { Language } from '@almanac/i18n';
import { inSlices } from '@almanac/rest';
import { type GetTextTranslation, mo } from 'gettext-parser';
import { type Entry, type EntryKey, keyOf, type ReadEntry } from './entries.ts';
import { headersOf } from './gettextHeaders.ts';
import { COUNT, HEAD, joinedMo, ORIGINALS, ROW, TRANSLATIONS } from './joinedMo.ts';
import { tableOf } from './table.ts';

/** An entry of which there are several forms, as a file ships it. */
export type PluralEntry = GetTextTranslation & { readonly msgid_plural: string };

export interface ReadMo {
  readonly entries: readonly ReadEntry[];
  readonly plurals: readonly PluralEntry[];
}

const isPlural = (entry: GetTextTranslation): entry is PluralEntry => entry.msgid_plural !== undefined;

/** Texts that are read or written at once. */
const AT_ONCE = 1_000;

/** How the numbers of a file are read and written; the magic number is the same from both ends only in one of them. */
const numbersOf = (content: Buffer) =>
  content.readUInt32LE(0) === 0x950412de
    ? { read: (at: number) => content.readUInt32LE(at), write: (at: number, n: number) => content.writeUInt32LE(n, at) }
    : {
        read: (at: number) => content.readUInt32BE(at),
        write: (at: number, n: number) => content.writeUInt32BE(n, at),
      };

/** The file again and again, each time with a head that names the next texts alone: the library reads all that it names. */
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

/** All entries of a file; its first text says in which encoding it is. Others have their turn meanwhile. */
const parsed = async (content: Buffer): Promise<GetTextTranslation[] | null> => {
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

/** What a MO file has, in its order; null for what is none, or lies about its length. */
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

/** The plurals of which no entry has the text: a file has it once, and what the site has chosen wins. */
const otherPlurals = (plurals: readonly PluralEntry[], entries: readonly Entry[]): PluralEntry[] => {
  const byKey = new Map(plurals.map((plural) => [keyOf(pluralKey(plural)), plural]));
  if (byKey.size > 0) for (const entry of entries) if (isServed(entry)) byKey.delete(keyOf(entry));
  return [...byKey.values()];
};

/**
 * The MO file of a domain; what needs an update is left out, as `msgfmt` leaves out what is fuzzy. Null without entries.
 * Others have their turn meanwhile.
 */
export const writeMo = async (
  { domain, language }: { readonly domain: string; readonly language: Language },
  entries: readonly Entry[],
  plurals: readonly PluralEntry[],
): Promise<Buffer | null> => {
  const compile = (texts: readonly GetTextTranslation[]): Buffer =>
    mo.compile({ charset: 'utf-8', headers: headersOf(domain, language), translations: tableOf(texts) });
  const parts = await inSlices(entries, AT_ONCE, (slice) => {
    const served = slice.filter(isServed).map(written);
    return served.length === 0 ? [] : [compile(served)];
  });
  const shipped = otherPlurals(plurals, entries);
  const files = [...parts.flat(), ...(shipped.length === 0 ? [] : [compile(shipped)])];
  return files.length === 0 ? null : joinedMo(files);
};
