import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '@almanac/i18n';

/** A text in pieces, from its beginning each time. */
export type Source = () => AsyncIterable<string> | Iterable<string>;

/** A file that is not there, or not what it must be. */
export class UnreadableFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableFileError';
  }
}

/** A file as the person who typed its name means it. @param most in bytes @throws UnreadableFileError */
export const readContent = (file: string, most: number): Buffer =>
  asked(file, (path) => {
    if (statSync(path).size > most)
      throw new UnreadableFileError(`${file} is longer than ${most / 1024 / 1024} MiB, which is not read.`);
    return readFileSync(path);
  });

/** The same piece by piece, for files of any size. @throws UnreadableFileError */
export const openText = (file: string): Source => {
  const path = asked(file, (name) => {
    accessSync(name, constants.R_OK);
    if (!statSync(name).isFile()) throw new UnreadableFileError(`${file} is no file that can be read twice.`);
    return name;
  });
  return () => createReadStream(path, { encoding: 'utf8' });
};

/** Where a file is that a person named. */
export const pathOf = (file: string): string => resolve(process.env.INIT_CWD ?? '.', file);

/** The digest of what is in a file. */
export const digestOf = async (path: string): Promise<string> => {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
};

const asked = <Found>(file: string, find: (path: string) => Found): Found => {
  try {
    return find(pathOf(file));
  } catch (error) {
    const code = codeOf(error);
    if (!(error instanceof Error) || code === undefined) throw error;
    const fault = code === 'ENOENT' ? 'is not there.' : `cannot be read: ${error.message}`;
    throw new UnreadableFileError(`${file} ${fault}`, { cause: error });
  }
};
