import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileTooLarge, interrupted, type UploadForm } from './uploadErrors.ts';

/** A received file, in a temporary folder of its own. */
export interface ReceivedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly md5: string;
  read(): Readable;
  /** Removes the temporary folder. */
  discard(): Promise<void>;
}

/** Works on a received file and then removes its folder, whether the work succeeds or not. */
export const using = async <T>(file: ReceivedFile, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    await file.discard();
  }
};

/** Works on a received file and removes its folder if the work is refused. */
export const discardingRefused = async <T>(file: ReceivedFile, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await file.discard();
    throw error;
  }
};

export interface ReceiveOptions {
  /** The folder for files that are not complete, or not checked yet. */
  readonly folder: string;
  /** Bytes. */
  readonly limit: number;
  readonly form: UploadForm;
}

/**
 * Writes a file down while it arrives; it is never in memory as a whole. The source is left as it is when the limit is
 * passed, so that an answer can be given.
 * @throws DomainError 400 for one that is too large, or breaks off
 */
export const receiveFile = async (source: Readable, { folder, limit, form }: ReceiveOptions): Promise<ReceivedFile> => {
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  try {
    const written = await write(source, path, { limit, form });
    return { path, ...written, read: () => createReadStream(path), discard };
  } catch (error) {
    await discard();
    throw isBrokenOff(error) ? interrupted() : error;
  }
};

const write = async (source: Readable, path: string, { limit, form }: Omit<ReceiveOptions, 'folder'>) => {
  const hash = createHash('md5');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  const chunks: AsyncIterable<Buffer> = source.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > limit) throw fileTooLarge(form, limit);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { size, md5: hash.digest('hex') };
};

const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
