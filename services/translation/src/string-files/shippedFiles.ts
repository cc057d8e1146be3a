import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defaultLanguage, type Language, languageCodes, languageRecord, mainLanguage } from '@almanac/i18n';
import { type ComponentKind, componentKinds, type MoFolders } from '../moFolders.ts';

/** A MO file from a component, in a language of the site. */
export interface ShippedFile {
  /** `plugins/forms/languages/forms-fr_CA.mo`. */
  readonly id: string;
  readonly path: string;
  readonly domain: string;
  readonly language: Language;
}

/** The limits of a file's depth in the folder of a component, and of its size in bytes. */
const MAX_FOLDER_DEPTH = 3;
const MAX_MO_FILE_BYTES = 16 * 1024 * 1024;

const NAMED = /^(?:(?<domain>(?!\.)[A-Za-z0-9._-]{1,100})-)?(?<locale>[a-z]{2,3}(?:_[A-Z]{2})?)\.mo$/;

/** Returns the site's language for a locale; a locale without a country matches by its language. */
const languageOf = (locale: string): Language | undefined =>
  languageCodes().find((code) => languageRecord(code).locale === locale) ??
  languageCodes().find((code) => code !== defaultLanguage() && mainLanguage(code) === locale);

const filesBelow = async (folder: string, depth = 1): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isFile()) return entry.name.endsWith('.mo') ? [path] : [];
      return entry.isDirectory() && depth < MAX_FOLDER_DEPTH ? filesBelow(path, depth + 1) : [];
    }),
  );
  return found.flat();
};

const shippedIn = async (kind: ComponentKind, id: string, folder: string): Promise<ShippedFile[]> => {
  const paths = await filesBelow(folder);
  return paths.flatMap((path) => {
    const { domain = id, locale = '' } = NAMED.exec(basename(path))?.groups ?? {};
    const language = languageOf(locale);
    if (language === undefined || language === defaultLanguage()) return [];
    return [{ id: `${kind}/${id}${path.slice(folder.length)}`, path, domain, language }];
  });
};

/** Returns the files of components. Files without a country come first, so that those for the exact locale win. */
export const shippedFiles = async (
  { components }: MoFolders,
  wanted: Readonly<Record<ComponentKind, readonly string[]>>,
): Promise<ShippedFile[]> => {
  const found = await Promise.all(
    componentKinds.flatMap((kind) =>
      wanted[kind].flatMap((id) => {
        const folder = components[kind].get(id);
        return folder === undefined ? [] : [shippedIn(kind, id, folder)];
      }),
    ),
  );
  const files = found.flat();
  const isExact = ({ path, language }: ShippedFile) => path.endsWith(`${languageRecord(language).locale}.mo`);
  return files.toSorted((one, other) => Number(isExact(one)) - Number(isExact(other)) || (one.id < other.id ? -1 : 1));
};

/** Returns the files of all components. */
export const allShippedFiles = (folders: MoFolders): Promise<ShippedFile[]> => {
  const { plugins, themes, other } = folders.components;
  return shippedFiles(folders, { plugins: [...plugins.keys()], themes: [...themes.keys()], other: [...other.keys()] });
};

/** Returns a stamp that changes with the content of a file, without reading it. */
export const stampOf = async ({ path }: ShippedFile): Promise<string> => {
  const { size, mtimeMs } = await stat(path);
  return `${size}/${mtimeMs}`;
};

/** Returns the content of a file; null if it is too large. */
export const contentOf = async ({ path }: ShippedFile): Promise<Buffer | null> =>
  (await stat(path)).size > MAX_MO_FILE_BYTES ? null : readFile(path);
