import { accessSync, constants, createReadStream, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Source } from './lines.ts';

/** A file that is not there, or not what it must be. */
export class UnreadableFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableFileError';
  }
}

/** A file as the person who typed its name means it. @throws UnreadableFileError */
export const readContent = (file: string): Buffer => asked(file, (path) => readFileSync(path));

/** The same piece by piece, for files of any size. @throws UnreadableFileError */
export const openText = (file: string): Source => {
  const path = asked(file, (name) => {
    accessSync(name, constants.R_OK);
    return name;
  });
  return () => createReadStream(path, { encoding: 'utf8' });
};

const asked = <Found>(file: string, find: (path: string) => Found): Found => {
  try {
    return find(resolve(process.env.INIT_CWD ?? '.', file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const fault = code === 'ENOENT' ? 'is not there.' : `cannot be read: ${message}`;
    throw new UnreadableFileError(`${file} ${fault}`, { cause: error });
  }
};
