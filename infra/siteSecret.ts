import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isKey } from '@almanac/secrets';
import { ConfigurationError } from '@almanac/service';

const BYTES = 32;

/** What signs principals and keys what must not be guessed. */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url');

/** The file of the keys that encrypt what services keep of outside services, beside the site's secret. */
export const SECRET_KEYS = 'secrets.key';

/**
 * The keys in a file, one a line: the first encrypts. Made where the file is missing.
 * @throws ConfigurationError for a file that holds something else
 */
export const keptKeys = (file: string): { readonly SECRETS_KEY: string; readonly SECRETS_OLD_KEYS?: string } => {
  const [SECRETS_KEY = '', ...old] = keptSecret(file).split('\n');
  if (![SECRETS_KEY, ...old].every(isKey)) throw new ConfigurationError(`${file} holds something else than keys.`);
  return { SECRETS_KEY, ...(old.length > 0 && { SECRETS_OLD_KEYS: old.join(',') }) };
};

/** The secret in a file, the same over all starts; made where the file is missing. */
export const keptSecret = (file: string): string => {
  try {
    writeFileSync(file, newSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};
