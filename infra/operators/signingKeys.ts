import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@almanac/i18n';
import { readPublicKeys } from '@almanac/identity';
import { ConfigurationError } from '@almanac/service';
import { createSigningKeys } from '../native/signingKeys.ts';
import { type OperatorCommand, required } from './operatorCommand.ts';

/** Returns the public keys in a file. @throws ConfigurationError */
const formerKeys = (path: string): readonly object[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${path} cannot be read.`, { cause: error });
  }
  if (readPublicKeys(text) === undefined) throw new ConfigurationError(`${path} is no set of public keys (JWKS).`);
  return JSON.parse(text).keys;
};

/** Writes a new file for this user only. @throws ConfigurationError if there is one */
const writeNew = (path: string, text: string): void => {
  try {
    writeFileSync(path, `${text}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new ConfigurationError(`${path} exists, and is kept. Name a new folder.`, { cause: error });
  }
};

/** `signing-keys`: creates a key for each process of a site, and the set of their public keys. */
export const signingKeysCommand: OperatorCommand = {
  run: async ([given, former], around) => {
    const folder = required(given, 'FOLDER');
    const name = around.now().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const keys = createSigningKeys(name, former === undefined ? [] : formerKeys(former));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [part, key] of keys.private) writeNew(join(folder, `${part}.json`), key);
    writeNew(join(folder, 'public.json'), keys.public);
    const parts = [...keys.private.keys()];
    around.say(`${folder} has a private key for each of ${parts.join(', ')}, and public.json for all of them.`, {
      folder,
      parts,
    });
    return true;
  },
};
