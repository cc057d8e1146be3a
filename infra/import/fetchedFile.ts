import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Outgoing, OutgoingResponse } from '@almanac/outgoing';
import { UnreadableFileError } from '@almanac/text/lines';

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_NAME_LENGTH = 100;

/** True for the address of a file; `webcal` is the address of a calendar. */
export const isAddress = (file: string): boolean => /^(?:https?|webcals?):\/\//i.test(file);

/** A fetched file on this machine. */
export interface FetchedFile {
  /** The file has its name at the address, which may show its kind. */
  readonly path: string;
  /** The file in the working directory beside which progress is stored; the same in every run for an address. */
  readonly name: string;
  remove(): void;
}

/**
 * Fetches a file.
 * @throws UnreadableFileError if its address does not answer with it
 */
export const fetchFile = async (address: string, outgoing: Outgoing): Promise<FetchedFile> => {
  const text = contentOf(await answerOf(address, outgoing));
  const folder = mkdtempSync(join(tmpdir(), 'almanac-import-'));
  const path = join(folder, basename(new URL(address).pathname).slice(-MAX_NAME_LENGTH) || 'fetched');
  writeFileSync(path, text);
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  // A second Ctrl-C ends the process at once.
  process.once('exit', remove);
  return { path, name: nameOf(address), remove };
};

const nameOf = (address: string): string => {
  const digest = createHash('sha256').update(address).digest('hex').slice(0, 16);
  return `${new URL(address).hostname.replace(/[^\w.-]/g, '')}-${digest}`;
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

/** True for a text that names its own encoding: by a byte order mark, or by an XML declaration. */
const namesEncoding = (body: Buffer): boolean =>
  /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe|\s*<\?xml\s[^>]{0,200}\bencoding\s*=)/.test(body.toString('latin1', 0, 300));

/** Returns the bytes of an answer, in UTF-8 if its server alone names another encoding of single bytes. */
const contentOf = ({ headers, body }: OutgoingResponse): Buffer => {
  if (namesEncoding(body)) return body;
  const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8';
  if (/^utf-?(?:8|16)/i.test(charset)) return body;
  try {
    return Buffer.from(new TextDecoder(charset).decode(body));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return body;
  }
};
