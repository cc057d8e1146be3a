import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalogue, Catalogues, PluralForms, Translation } from './texts.ts';

/** A file of translations by English text. */
export interface CatalogueFile {
  /** The path of the file. */
  readonly file: string;
  /** The lower-case language tag in its name. */
  readonly language: string;
  readonly catalogue: Catalogue;
}

/**
 * Returns the translations of a folder's texts from the catalogues in `messages` in it, such as `messages/fr.json`. A
 * catalogue is read when its language is first used. Call it once, at start.
 * @throws Error as `readCatalogueFiles` does, for the content of a file at its first use
 */
export const loadCatalogues = (folder: string): Catalogues => {
  const files = Map.groupBy(filesIn(join(folder, 'messages')), ({ language }) => language);
  const catalogues: Catalogues = {};
  for (const [language, ofLanguage] of files)
    Object.defineProperty(
      catalogues,
      language,
      readOnce(() => Object.assign({}, ...ofLanguage.map(({ file }) => readCatalogue(file)))),
    );
  return catalogues;
};

/** Returns a property whose value is read at its first use. */
const readOnce = (read: () => Catalogue): PropertyDescriptor => {
  let catalogue: Catalogue | undefined;
  const get = (): Catalogue => {
    catalogue ??= read();
    return catalogue;
  };
  return { get, enumerable: true };
};

/** Combines files to catalogues by language; of equal texts the last wins. */
export const cataloguesOf = (files: readonly CatalogueFile[]): Catalogues => {
  const byLanguage = new Map<string, Catalogue>();
  for (const { language, catalogue } of files) byLanguage.set(language, { ...byLanguage.get(language), ...catalogue });
  return Object.fromEntries(byLanguage);
};

/**
 * Reads the catalogues in a folder: every JSON file is the catalogue of the language in its name, an object of
 * translations by English text; a translation with `{count}` may be an object of plural forms. Translators' tools write
 * `""` for an untranslated text; it counts as missing.
 * @throws Error if the folder is missing, or if a file is named by no language, is no JSON or holds anything but texts
 */
export const readCatalogueFiles = (folder: string): CatalogueFile[] =>
  filesIn(folder).map((found) => ({ ...found, catalogue: readCatalogue(found.file) }));

const filesIn = (folder: string): Pick<CatalogueFile, 'file' | 'language'>[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
    .map((file) => ({ file, language: languageOf(file) }));

const languageOf = (file: string): string => {
  const tag = basename(file, '.json');
  if (!isLanguageTag(tag)) throw new Error(`${file}: the name must be a language tag, such as \`pt-BR.json\``);
  return tag.toLowerCase();
};

/** True for a well-formed language tag, such as `pt-BR` or `zh-hant`. */
export const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

const readCatalogue = (file: string): Catalogue => {
  const content = parseFile(file);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${file}: must be an object of translations by English text`);
  return Object.fromEntries(
    Object.entries<unknown>({ ...content }).flatMap(([text, translation]) => {
      if (!isTranslation(translation))
        throw new Error(`${file}: the translation of "${text}" must be a string, or plural forms with "other"`);
      return translation === '' ? [] : [[text, translation]];
    }),
  );
};

const PLURAL_CATEGORIES: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

const isTranslation = (value: unknown): value is Translation => typeof value === 'string' || isPluralForms(value);

const isPluralForms = (value: unknown): value is PluralForms =>
  typeof value === 'object' &&
  value !== null &&
  'other' in value &&
  Object.entries(value).every(([category, form]) => PLURAL_CATEGORIES.has(category) && isText(form));

const isText = (form: unknown): boolean => typeof form === 'string' && form !== '';

const parseFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: cannot be read as JSON: ${reason}`, { cause: error });
  }
};
