import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const BYTES = 32;

/** What signs principals and keys what must not be guessed. */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url');

/** The secret in a file, the same over all starts; made where the file is missing. */
export const keptSecret = (file: string): string => {
  try {
    writeFileSync(file, newSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};
