import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outgoing, OutgoingResponse } from '@almanac/outgoing';
import { UnreadableFileError } from './textFile.ts';

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** True for the address of a file; `webcal` is the address of a calendar. */
export const isAddress = (file: string): boolean => /^(?:https?|webcals?):\/\//i.test(file);

/** A fetched file on this machine. */
export interface FetchedFile {
  /** Its ending tells its kind: `.ics`, `.xml` or `.xlf`. */
  readonly path: string;
  remove(): void;
}

/**
 * Fetches a file.
 * @throws UnreadableFileError if its address does not answer with it
 */
export const fetchFile = async (address: string, outgoing: Outgoing): Promise<FetchedFile> => {
  const text = contentOf(await answerOf(address, outgoing));
  const folder = mkdtempSync(join(tmpdir(), 'almanac-import-'));
  const path = join(folder, `fetched${endingOf(text)}`);
  writeFileSync(path, text);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const answerOf = async (address: string, outgoing: Outgoing): Promise<OutgoingResponse> => {
  const url = address.replace(/^webcals?:/i, 'https:');
  const limits = { maxBytes: MAX_FILE_BYTES, timeout: TIMEOUT_MS };
  const answer = await outgoing.fetch(url, limits).catch((cause: Error) => {
    throw new UnreadableFileError(`${address} cannot be fetched: ${cause.message}.`, { cause });
  });
  if (answer.status !== 200) throw new UnreadableFileError(`${address} answers ${answer.status} instead of a file.`);
  return answer;
};

/** Returns the bytes of an answer, in UTF-8 if it names another encoding of single bytes. */
const contentOf = ({ headers, body }: OutgoingResponse): Buffer => {
  const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8';
  if (/^utf-?(?:8|16)/i.test(charset)) return body;
  try {
    return Buffer.from(new TextDecoder(charset).decode(body));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return body;
  }
};

const endingOf = (text: Buffer): string => {
  const start = text.toString('latin1', 0, 2_000);
  if (/<xliff\b/.test(start)) return '.xlf';
  return /^\W*<(?:\?xml|rss)\b/.test(start) ? '.xml' : '.ics';
};
