import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { coreErrors, fileErrors, type UploadForm } from '../../errors.ts';

/** A received file, stored at a temporary path. */
export interface ReceivedFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Hash in lower-case hex. */
  readonly md5: string;
  read(): Readable;
  /** Removes the file. */
  discard(): Promise<void>;
}

/** Runs work on a received file and then removes the file, whether the work succeeds or not. */
export const withReceivedFile = async <T>(file: ReceivedFile, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    await file.discard();
  }
};

/** Runs work on a received file and removes the file if the work fails. */
export const discardingRefused = async <T>(file: ReceivedFile, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await file.discard();
    throw error;
  }
};

export interface ReceiveOptions {
  /** Folder of files that are incomplete or not validated yet. */
  readonly folder: string;
  /** Maximum size in bytes. */
  readonly limit: number;
  readonly form: UploadForm;
}

/**
 * Writes a file to disk as it arrives, without holding it in memory. When the limit is exceeded the source stays open,
 * so that the server can answer.
 * @throws DomainError 400 if the file is too large or the transfer breaks off
 */
export const receiveFile = async (source: Readable, { folder, limit, form }: ReceiveOptions): Promise<ReceivedFile> => {
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  try {
    const written = await write(source, path, { limit, form });
    return { path, ...written, read: () => createReadStream(path), discard };
  } catch (error) {
    await discard();
    throw isBrokenOff(error) ? coreErrors.interruptedUpload() : error;
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
      if (size > limit) throw fileErrors[form].fileTooLarge({ params: { limit } });
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
