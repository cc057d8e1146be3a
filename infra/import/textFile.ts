import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A file that is not there, or not what it must be. */
export class UnreadableFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableFileError';
  }
}

/** A file as the person who typed its name means it. @throws UnreadableFileError */
export const readContent = (file: string): Buffer => {
  try {
    return readFileSync(resolve(process.env.INIT_CWD ?? '.', file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const fault = code === 'ENOENT' ? 'is not there.' : `cannot be read: ${message}`;
    throw new UnreadableFileError(`${file} ${fault}`, { cause: error });
  }
};
