import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@almanac/i18n';
import { isKey } from '@almanac/secrets';
import { ConfigurationError } from '@almanac/service';

const SECRET_BYTES = 32;

/** Returns a new secret, which signs principals and keyed hashes. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The file of the keys that encrypt the secrets of outside services, beside the site's secret. */
export const SECRET_KEYS = 'secrets.key';

/** The file of the site's secret in the folder of its data. */
export const SITE_SECRET = 'secret';

/**
 * Checks that no secret of data is made again.
 * @throws ConfigurationError for a secret that is missing in a folder with data
 */
export const refuseLostSecrets = (
  folder: string,
  { hasOwnKeys, hasData }: { readonly hasOwnKeys: boolean; readonly hasData: () => boolean },
): void => {
  const names = hasOwnKeys ? [SITE_SECRET] : [SITE_SECRET, SECRET_KEYS];
  const missing = names.map((name) => join(folder, name)).find((file) => !existsSync(file));
  if (missing === undefined || !hasData()) return;
  throw new ConfigurationError(
    `${missing} is missing, and the data beside it need it: put it back from a backup. Without one, make a new one (openssl rand -base64 32 > ${missing}); tokens, keys and sessions of the old one stay unreadable.`,
  );
};

/**
 * Returns the keys in a file, one per line; the first encrypts. Creates a missing file.
 * @throws ConfigurationError for a file with other content
 */
export const keptKeys = (file: string): { readonly SECRETS_KEY: string; readonly SECRETS_OLD_KEYS?: string } => {
  const [SECRETS_KEY = '', ...old] = parseKeys(keptSecret(file), file);
  return { SECRETS_KEY, ...(old.length > 0 && { SECRETS_OLD_KEYS: old.join(',') }) };
};

/**
 * Returns the keys in a file, one per line; none for a missing file.
 * @throws ConfigurationError for a file with other content
 */
export const keysIn = (file: string): readonly string[] =>
  existsSync(file) ? parseKeys(readFileSync(file, 'utf8').trim(), file) : [];

const parseKeys = (text: string, file: string): readonly string[] => {
  const keys = text.split('\n');
  if (!keys.every(isKey)) throw new ConfigurationError(`${file} holds something else than keys.`);
  return keys;
};

/**
 * Returns the secret in a file, the same at every start. Creates a missing file.
 * @throws ConfigurationError for an empty file
 */
export const keptSecret = (file: string): string => {
  if (!existsSync(file)) make(file, newSecret());
  const kept = readFileSync(file, 'utf8').trim();
  if (kept === '') throw new ConfigurationError(`${file} is empty: put back what a backup has of it.`);
  return kept;
};

/** Replaces the keys in a file, all or none, even if the process or the machine ends meanwhile. */
export const replaceKeys = (file: string, keys: readonly string[]): void =>
  renameSync(writtenBeside(file, keys.join('\n')), file);

/** Creates a file unless another process has created it first. */
const make = (file: string, text: string): void => {
  const made = writtenBeside(file, text);
  try {
    linkSync(made, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // The file system has no hard links.
    renameSync(made, file);
  } finally {
    rmSync(made, { force: true });
  }
};

/** Writes the text to the disk before the file gets its name: a cut file would be a lost secret. */
const writtenBeside = (file: string, text: string): string => {
  const beside = `${file}.new`;
  rmSync(beside, { force: true });
  writeFileSync(beside, text, { mode: 0o600, flush: true });
  return beside;
};
