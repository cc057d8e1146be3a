import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, Catalogues } from './texts.ts';

/**
 * Reads the translations of a folder's texts from the catalogues in `messages` in it, such as `messages/fr.json`. Call
 * it once, at start.
 * @throws Error as `readCatalogues` does
 */
export const loadCatalogues = (folder: string): Catalogues => readCatalogues(join(folder, 'messages'));

/**
 * Reads the catalogues in a folder: every JSON file is the catalogue of the language in its name, an object of
 * translations by English text. Translators' tools write `""` for an untranslated text; it counts as missing.
 * @throws Error if the folder is missing, or if a file is named by no language, is no JSON or holds anything but texts
 */
export const readCatalogues = (folder: string): Catalogues =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [languageOf(name, folder), readCatalogue(join(folder, name))]),
  );

const languageOf = (name: string, folder: string): string => {
  const tag = name.slice(0, -'.json'.length);
  try {
    return new Intl.Locale(tag).toString().toLowerCase();
  } catch (error) {
    const message = `${join(folder, name)}: the name must be a language tag such as \`pt-BR.json\`; got \`${tag}\``;
    throw new Error(message, { cause: error });
  }
};

const readCatalogue = (file: string): Catalogue => {
  const content = parseFile(file);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${file}: must be an object of translations by English text`);
  return Object.fromEntries(
    Object.entries<unknown>({ ...content }).flatMap(([text, translation]) => {
      if (typeof translation !== 'string') throw new Error(`${file}: the translation of "${text}" must be a string`);
      return translation === '' ? [] : [[text, translation]];
    }),
  );
};

const parseFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: cannot be read as JSON: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
};
