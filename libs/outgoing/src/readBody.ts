import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { failureOf, OutgoingError } from './outgoingError.ts';

export interface BodyLimit {
  /** Maximum size in bytes, after decompression. */
  readonly maxBytes: number;
  /** True to truncate a larger body to `maxBytes` instead of refusing it. */
  readonly cut: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads a body up to the limit, whatever its `content-length`.
 * @throws OutgoingError too-large, timeout, unreachable
 */
export const readBody = (response: IncomingMessage, limit: BodyLimit): Promise<Buffer> =>
  consume(response, limit, (stream) => bytesOf(stream, limit));

/**
 * Writes a body to a file, a piece at a time. A body beyond the limit is never truncated.
 * @throws OutgoingError as `readBody`; the error of the file system
 */
export const saveBody = (response: IncomingMessage, file: string, limit: BodyLimit): Promise<void> =>
  consume(response, { ...limit, cut: false }, (stream) => writeFile(file, upTo(limit.maxBytes, stream)));

async function* upTo(maxBytes: number, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

const consume = async <Result>(
  response: IncomingMessage,
  { maxBytes, cut, signal }: BodyLimit,
  read: (stream: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> => {
  const announced = Number(response.headers['content-length'] ?? 0);
  try {
    if (!cut && announced > maxBytes) throw tooLarge(maxBytes);
    const body = await read(decoded(response));
    // a body without length ends without an error when the signal closes its connection
    signal.throwIfAborted();
    return body;
  } catch (error) {
    throw error instanceof OutgoingError ? error : failureOf(error, signal);
  } finally {
    response.destroy();
  }
};

const bytesOf = async (stream: AsyncIterable<Buffer>, { maxBytes, cut }: BodyLimit): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < maxBytes || (size === maxBytes && !cut)) continue;
    if (!cut) throw tooLarge(maxBytes);
    return Buffer.concat(chunks).subarray(0, maxBytes);
  }
  return Buffer.concat(chunks, size);
};

const decoded = (response: IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return response;
  if (encoding === 'gzip' || encoding === 'x-gzip') return through(response, createGunzip());
  if (encoding === 'br') return through(response, createBrotliDecompress());
  throw new OutgoingError('unreachable', `the answer is encoded as ${encoding}, which was not asked for`);
};

const through = (response: IncomingMessage, decoder: ReturnType<typeof createGunzip>): Readable =>
  // errors reach the reader of the decoder
  pipeline(response, decoder, () => undefined);

const tooLarge = (maxBytes: number): OutgoingError =>
  new OutgoingError('too-large', `the answer has more than ${maxBytes} bytes`);
