import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from '@almanac/i18n';
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

/**
 * The secret in a file, the same over all starts; made where the file is missing.
 * @throws ConfigurationError for an empty file
 */
export const keptSecret = (file: string): string => {
  if (!existsSync(file)) make(file, newSecret());
  const kept = readFileSync(file, 'utf8').trim();
  if (kept === '') throw new ConfigurationError(`${file} is empty: put back what a backup has of it.`);
  return kept;
};

/** Puts keys in the place of those in a file, all or, where the process or the machine ends meanwhile, none. */
export const replaceKeys = (file: string, keys: readonly string[]): void =>
  renameSync(writtenBeside(file, keys.join('\n')), file);

/** What another process has made first stays. */
const make = (file: string, text: string): void => {
  const made = writtenBeside(file, text);
  try {
    linkSync(made, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // no hard links there
    renameSync(made, file);
  } finally {
    rmSync(made, { force: true });
  }
};

/** On the disk before it gets its name: a file that is cut off would be a secret that is lost, or none. */
const writtenBeside = (file: string, text: string): string => {
  const beside = `${file}.new`;
  rmSync(beside, { force: true });
  writeFileSync(beside, text, { mode: 0o600, flush: true });
  return beside;
};
