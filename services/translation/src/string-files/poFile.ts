import { isUtf8 } from 'node:buffer';
import { setImmediate as breathe } from 'node:timers/promises';
import { type Language, strictDecoder, wideEncoding } from '@almanac/i18n';
import { type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser';
import { invalidFile } from '../errors.ts';
import { type Entry, keyOf, type ReadEntry } from './entries.ts';
import type { FilePieces } from './fileParts.ts';
import { headersOf } from './gettextHeaders.ts';
import { type EntryFault, type PoPiece, piecesOf } from './poPieces.ts';
import { tableOf } from './table.ts';

/** Returns the names as comments, one per line, without characters that end a line. */
const referencesOf = (names: readonly string[]): string => names.map((name) => name.replace(/\s+/g, ' ')).join('\n');

const written = ({ context, msgid, text, outdated, names }: Entry): GetTextTranslation => ({
  ...(context !== '' && { msgctxt: context }),
  msgid,
  msgstr: [text],
  comments: { reference: referencesOf(names), ...(outdated && { flag: 'fuzzy' }) },
});

type Headers = Readonly<Record<string, string>>;

const ESCAPED = new Map([
  ['\t', '\\t'],
  ['\r', '\\r'],
]);

/** Escapes a text as the library does; without folding, the library does not escape. */
const escaped = (text: string): string => text.replace(/[\\"\t\r]/g, (each) => ESCAPED.get(each) ?? `\\${each}`);

/** Compiles a long entry without folding its lines: folding takes longer than everything else together. */
const compiledLong = ({ context, msgid, text, ...more }: Entry): string => {
  const entry = { context: escaped(context), msgid: escaped(msgid), text: escaped(text), ...more };
  const options = { foldLength: 0, escapeCharacters: false };
  const [, said = ''] = po
    .compile({ charset: 'utf-8', headers: {}, translations: tableOf([written(entry)]) }, options)
    .toString('utf8')
    .trimEnd()
    .split('\n\n');
  return said;
};

/** Compiles the header and the entries. An empty line separates two of them; none of them contains one. */
const compiled = (headers: Headers, entries: readonly Entry[]): string[] => {
  const translations = tableOf([{ msgid: '', msgstr: [''] }, ...entries.map(written)]);
  return po
    .compile({ charset: 'utf-8', headers: { ...headers }, translations })
    .toString('utf8')
    .trimEnd()
    .split('\n\n');
};

/** The number of characters of entries that are compiled together. */
const TOGETHER = 16 * 1024;

const isLong = ({ msgid, text }: Entry): boolean => msgid.length + text.length > TOGETHER;

/** Yields entries in batches; each long entry has a batch of its own. */
function* batchesOf(entries: readonly Entry[]): Generator<Entry[]> {
  let [batch, size]: [Entry[], number] = [[], 0];
  for (const entry of entries) {
    if (isLong(entry)) {
      yield [entry];
      continue;
    }
    batch.push(entry);
    size += entry.msgid.length + entry.text.length;
    if (size < TOGETHER) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function* compiledEntries(entries: readonly Entry[]): Generator<string> {
  for (const batch of batchesOf(entries)) {
    const [first] = batch;
    const texts = first && isLong(first) ? [compiledLong(first)] : compiled({}, batch).slice(1);
    for (const text of texts) yield `\n\n${text}`;
  }
}

/** Returns the PO file of a domain; outdated translations are fuzzy. */
export const writePo = (domain: string, language: Language, entries: readonly Entry[], at: Date): FilePieces => {
  const revised = `${at.toISOString().slice(0, 16).replace('T', ' ')}+0000`;
  const headers = { ...headersOf(domain, language), 'PO-Revision-Date': revised, 'Last-Translator': 'Almanac' };
  return { head: compiled(headers, [])[0] ?? '', entries: compiledEntries(entries), tail: '\n' };
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

/** Returns the library's fault with the line in the file. The library's message may contain the line within a piece. */
const lexicalFault = (error: unknown, { line: first }: PoPiece): EntryFault | undefined => {
  if (!(error instanceof SyntaxError && 'lineNumber' in error)) return undefined;
  const line = Number(error.lineNumber) + first - 1;
  const reason = error.message.replace(/^Error parsing PO data: /, '').replace(/at line \d+/, `at line ${line}`);
  return { line, reason };
};

/**
 * Parses the entries of a piece. With validation, the library wrongly refuses texts such as `constructor` as
 * duplicates. It also refuses plurals if the header is in another piece. In these cases the piece is parsed without
 * validation.
 */
const parsed = (piece: PoPiece): GetTextTranslation[] => {
  const { text, fault } = piece;
  const all = ({ translations }: GetTextTranslations) =>
    Object.values(translations).flatMap((byId) => Object.values(byId));
  try {
    const read = po.parse(text, { validation: true });
    if (fault === undefined) return all(read);
  } catch (error) {
    const found = lexicalFault(error, piece) ?? fault;
    if (found === undefined) return all(po.parse(text, { validation: false }));
    throw invalidFile(found.line, found.reason);
  }
  throw invalidFile(fault.line, fault.reason);
};

/** Sorts entries in the order of the file; the library puts texts that are numbers first. */
const inOrder = (entries: readonly ReadEntry[], { lines }: PoPiece): ReadEntry[] => {
  const lineOf = (entry: ReadEntry) => lines.get(keyOf(entry)) ?? Number.POSITIVE_INFINITY;
  return entries.toSorted((one, other) => lineOf(one) - lineOf(other));
};

const isHeader = ({ context, msgid }: ReadEntry): boolean => msgid === '' && context === '';

/** Bytes that contain the header of a PO file. */
const MAX_HEADER_BYTES = 4096;

/** Returns the encoding that the header of a PO file names; UTF-8 for none. */
const charsetOf = (content: Buffer): string =>
  /"Content-Type:[^"]*charset=([\w.:-]+)/i.exec(content.toString('latin1', 0, MAX_HEADER_BYTES))?.[1] ?? 'utf-8';

/**
 * Returns the text of a PO file in UTF-8, in UTF-16, or in the encoding that its header names.
 * @throws DomainError 422 for another encoding
 */
export const poText = (content: Buffer | string): string => {
  if (typeof content === 'string') return content;
  const encoding = wideEncoding(content) ?? (isUtf8(content) ? 'utf-8' : charsetOf(content));
  try {
    const text = strictDecoder(encoding)?.decode(content);
    if (text !== undefined) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw invalidFile(1, `the file is not in ${encoding.toUpperCase()}`);
};

/**
 * Returns the entries of a PO file in its order, without obsolete ones. Other requests are answered between the pieces.
 * @throws DomainError 422 with the line
 */
export const readPo = async (content: string): Promise<ReadEntry[]> => {
  const found: ReadEntry[] = [];
  for (const piece of piecesOf(content)) {
    found.push(...inOrder(parsed(piece).map(readEntry), piece));
    await breathe();
  }
  if (found.length === 0) throw invalidFile(1, 'it has no entries');
  return found.filter((entry) => !isHeader(entry));
};
