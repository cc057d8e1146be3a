import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { createPause, isMultipart, type RestRequest } from '@almanac/rest';
import busboy from 'busboy';
import { redirectionErrors } from '../errors.ts';

/** A file from a form. */
export interface ReceivedFile {
  readonly name: string;
  readonly chunks: readonly Buffer[];
  /** Ends the reading of the file, with its reason. */
  readonly signal?: AbortSignal;
}

/** The bytes of a file, and the signal that ends their reading. */
export type FileBytes = Pick<ReceivedFile, 'chunks' | 'signal'>;

/** The size limit of a file in bytes. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** The number of bytes that are read at once: this takes some milliseconds. */
const PIECE_BYTES = 16 * 1024;
const LIMITS = { fields: 100, fieldSize: 10_000, files: 10, parts: 110, headerPairs: 50 };
const FILE_PART = 'file';

/**
 * Returns the file from the part `file` of a form. The rest of the body is read and dropped, so that the client
 * receives its answer.
 * @throws DomainError 400 for a request without a file, or with a file above the limit
 */
export const receiveFile = async ({
  headers,
  stream,
}: Pick<RestRequest, 'headers' | 'stream'>): Promise<ReceivedFile> => {
  if (stream === undefined || !isMultipart(headers)) throw redirectionErrors.invalidUpload();
  try {
    const file = await readForm(headers, stream);
    if (file === undefined) throw redirectionErrors.invalidUpload();
    return file;
  } finally {
    stream.resume();
  }
};

const parserOf = (headers: IncomingHttpHeaders): busboy.Busboy => {
  try {
    const limits = { ...LIMITS, fileSize: MAX_FILE_BYTES + 1 };
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch {
    throw redirectionErrors.invalidUpload();
  }
};

const readForm = (headers: IncomingHttpHeaders, form: Readable): Promise<ReceivedFile | undefined> =>
  new Promise((resolve, reject) => {
    const parser = parserOf(headers);
    let found: Promise<ReceivedFile> | undefined;
    parser.on('file', (part, stream, { filename = '' }) => {
      if (part === FILE_PART && found === undefined) found = readFile(stream, filename);
      else stream.resume();
      found?.catch(reject);
    });
    parser.once('close', () => resolve(found));
    // Each malformed part emits an error.
    parser.on('error', () => reject(redirectionErrors.invalidUpload()));
    form.once('error', () => reject(redirectionErrors.invalidUpload()));
    form.pipe(parser);
  });

const readFile = async (stream: AsyncIterable<Buffer>, name: string): Promise<ReceivedFile> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= MAX_FILE_BYTES) chunks.push(chunk);
  }
  if (size > MAX_FILE_BYTES) throw redirectionErrors.fileTooLarge({ params: { limit: MAX_FILE_BYTES } });
  return { name, chunks };
};

/**
 * Yields the bytes of a file in small pieces; other requests are answered between them.
 * @throws the reason of the file's signal
 */
export async function* piecesOf({ chunks, signal }: FileBytes): AsyncGenerator<Buffer> {
  const pause = createPause();
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      await pause();
      signal?.throwIfAborted();
      yield chunk.subarray(at, at + PIECE_BYTES);
    }
  }
}
