import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '@almanac/i18n';
import { type Source, UnreadableFileError } from '@almanac/text/lines';

/**
 * Reads a file that a person has named.
 * @param most the limit in bytes
 * @throws UnreadableFileError
 */
export const readContent = (file: string, most: number): Buffer<ArrayBuffer> =>
  asked(file, (path) => {
    if (statSync(path).size > most)
      throw new UnreadableFileError(`${file} is longer than ${most / 1024 / 1024} MiB, which is not read.`);
    return readFileSync(path);
  });

/**
 * Opens a file of any size for reading piece by piece.
 * @throws UnreadableFileError
 */
export const openText = (file: string): Source => {
  const path = asked(file, (name) => {
    accessSync(name, constants.R_OK);
    if (!statSync(name).isFile()) throw new UnreadableFileError(`${file} is no file that can be read twice.`);
    return name;
  });
  return () => createReadStream(path, { encoding: 'utf8' });
};

/** Returns the path of a file that a person has named. */
export const pathOf = (file: string): string => resolve(process.env.INIT_CWD ?? '.', file);

/** Returns the digest of a file's content. */
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
