import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, Catalogues, TranslatedLanguage } from './texts.ts';

/**
 * Reads the translations of a folder's texts, from `messages/fr-ca.json` and `messages/es-us.json` in it: one object a
 * file, by English text. Translators' tools write `""` for an untranslated text; it counts as missing. Call it once, at
 * start.
 * @throws Error if a file is missing, is no JSON, or holds anything but texts
 */
export const loadCatalogues = (folder: string): Catalogues => ({
  'fr-ca': loadCatalogue(folder, 'fr-ca'),
  'es-us': loadCatalogue(folder, 'es-us'),
});

const loadCatalogue = (folder: string, language: TranslatedLanguage): Catalogue => {
  const file = join(folder, 'messages', `${language}.json`);
  const entries = Object.entries<unknown>(JSON.parse(readFileSync(file, 'utf8')));
  return Object.fromEntries(
    entries.flatMap(([text, translation]) => {
      if (typeof translation !== 'string') throw new Error(`${file}: the translation of "${text}" is no text`);
      return translation === '' ? [] : [[text, translation]];
    }),
  );
};
