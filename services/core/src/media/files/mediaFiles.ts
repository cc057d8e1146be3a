import type { Readable } from 'node:stream';

/** A stored file, opened. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** When it was stored, milliseconds since the epoch. */
  readonly storedAt: number;
  /** Its bytes, or those from `start` to `end`, both inclusive. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
}

/**
 * Where the files of media are kept. Paths are `YYYY/MM/name`, without a slash at the beginning; a file that exists is
 * never changed.
 */
export interface MediaFiles {
  /**
   * Stores a file as a whole or not at all.
   * @throws FileTakenError when the path is taken, also when another upload was faster
   */
  put(path: string, content: Readable | Uint8Array): Promise<void>;
  /** Undefined where there is no such file. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Nothing where there is none. */
  delete(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Removes what writes that were interrupted before a moment (milliseconds since the epoch) have left. */
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

const PATH = /^\d{4}\/\d{2}\/(?!\.)[^/\\\0]{1,255}$/;

/** Whether a text is a path of this store: a year, a month and a plain name. */
export const isFilePath = (path: string): boolean => PATH.test(path);
