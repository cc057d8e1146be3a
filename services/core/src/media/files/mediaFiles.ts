import type { Readable } from 'node:stream';

/** An open stored file. */
export interface StoredFile {
  /** Size in bytes. */
  readonly size: number;
  /** Time of storage, in milliseconds since the epoch. */
  readonly storedAt: number;
  /** Returns all bytes, or those from `start` to `end`, both inclusive. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
}

/** Storage of media files. Paths are `YYYY/MM/name`, without a leading slash; an existing file never changes. */
export interface MediaFiles {
  /**
   * Stores a file as a whole or not at all.
   * @throws FileTakenError if the path is taken, also if a concurrent upload took it
   */
  put(path: string, content: Readable | Uint8Array): Promise<void>;
  /** Opens a file; undefined if it is missing. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Deletes a file; does nothing if it is missing. */
  delete(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Removes leftovers of writes that were interrupted before the given time (milliseconds since the epoch). */
  tidy(before: number): Promise<void>;
}

/** Another file has that path. */
export class FileTakenError extends Error {
  readonly code = 'file-taken';
  constructor(path: string) {
    super(`the path ${path} is taken`);
    this.name = 'FileTakenError';
  }
}

/** The storage of files does not answer as it should. */
export class FileStorageError extends Error {
  readonly code = 'file-storage';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileStorageError';
  }
}

const PATH = /^\d{4}\/\d{2}\/(?!\.)[^/\\\0]{1,255}$/;

/** True if a text is a valid path of this store: a year, a month and a plain name. */
export const isFilePath = (path: string): boolean => PATH.test(path);
