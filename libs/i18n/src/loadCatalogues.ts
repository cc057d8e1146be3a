import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, type Catalogues, translatedLanguages } from './texts.ts';

/**
 * The translations of the texts of a folder, out of `messages/fr-ca.json` and `messages/es-us.json` in it: one object a
 * file, by English text. Translators' tools write `""` for what is still to be translated; it counts as missing.
 * Read once, at start.
 * @throws Error if a file is missing, is no JSON, or holds anything but texts
 */
export const loadCatalogues = (folder: string): Catalogues =>
  Object.fromEntries(
    translatedLanguages.map((language) => [language, loadCatalogue(join(folder, 'messages', `${language}.json`))]),
  ) as Catalogues;

const loadCatalogue = (file: string): Catalogue => {
  const entries = Object.entries<unknown>(JSON.parse(readFileSync(file, 'utf8')));
  const odd = entries.find(([, translation]) => typeof translation !== 'string');
  if (odd !== undefined) throw new Error(`${file}: the translation of "${odd[0]}" is no text`);
  return Object.fromEntries(entries.filter(([, translation]) => translation !== '')) as Catalogue;
};
