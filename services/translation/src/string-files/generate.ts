import { randomUUID } from 'node:crypto';
import { access, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLanguage, type Language, languageCodes, languageRecord } from '@almanac/i18n';
import { translationErrors } from '../errors.ts';
import { domainsOf, stringsOf } from '../strings/domains.ts';
import { type SiteString, siteStrings } from '../strings/siteString.ts';
import type { Translation } from '../translation.ts';
import { entriesOf } from './entries.ts';
import { type PluralEntry, readMo, writeMo } from './moFile.ts';
import { allShippedFiles, contentOf, type ShippedFile, stampOf } from './shippedFiles.ts';

const GENERATED_FILE_KIND = 'mo-generated';
/** The limits of one call. */
const MAX_FILES = 20;
const MAX_DURATION_MS = 5_000;

/** A file to generate: the strings of a domain in a language. */
interface FileRequest {
  readonly domain: string;
  readonly language: Language;
  readonly shipped: readonly ShippedFile[];
  /** Identifies the sources of the file without reading them. */
  readonly stamp: string;
}

/** Returns a stamp of a domain's strings: the time and version of the newest, and their number. */
const stampOfDomain = async ({ documents }: Translation, domain: string): Promise<string> => {
  const filter = { field: 'domain', equals: domain } as const;
  const [newest] = await documents.find<SiteString>(siteStrings, {
    filter,
    order: [{ field: 'changed', direction: 'desc' }],
    limit: 1,
  });
  return `${newest?.changed} ${newest?.version} ${await documents.count(siteStrings, filter)}`;
};

const wantedOf = async (
  translation: Translation,
  domain: string,
  shipped: readonly ShippedFile[],
): Promise<FileRequest[]> => {
  const strings = await stampOfDomain(translation, domain);
  return Promise.all(
    languageCodes().map(async (language) => {
      const own = shipped.filter((file) => file.domain === domain && file.language === language);
      const stamps = await Promise.all(own.map(stampOf));
      return { domain, language, shipped: own, stamp: [strings, ...stamps].join(' ') };
    }),
  );
};

const fileName = ({ domain, language }: FileRequest): string => `${domain}-${languageRecord(language).locale}.mo`;

const idOf = ({ domain, language }: FileRequest): string => `${domain}/${language}`;

interface GeneratedFile {
  readonly stamp: string;
  /** False if there was nothing to write. */
  readonly written: boolean;
}

const isDone = async ({ entries }: Translation, wanted: FileRequest, folder: string): Promise<boolean> => {
  const made = (await entries.get<GeneratedFile>(GENERATED_FILE_KIND, idOf(wanted)))?.body;
  if (made?.stamp !== wanted.stamp) return false;
  if (!made.written) return true;
  return access(join(folder, fileName(wanted))).then(
    () => true,
    () => false,
  );
};

/** Returns the plural entries of shipped files. The site cannot edit them, and a generated file must keep them. */
const pluralsOf = async (shipped: readonly ShippedFile[]): Promise<PluralEntry[]> => {
  const read = await Promise.all(
    shipped.map(async (file) => {
      const content = await contentOf(file);
      return (content === null ? null : await readMo(content))?.plurals ?? [];
    }),
  );
  return read.flat();
};

const TEMPORARY = '.writing-';

/** Writes a temporary file and renames it, so that readers never see half a file. Null deletes the file. */
const putFile = async (folder: string, name: string, content: Buffer | null): Promise<void> => {
  const aside = join(folder, `${TEMPORARY}${randomUUID()}`);
  try {
    if (content === null) return await rm(join(folder, name), { force: true });
    await writeFile(aside, content);
    await rename(aside, join(folder, name));
  } catch {
    await rm(aside, { force: true }).catch(() => undefined);
    throw translationErrors.folderNotWritable();
  }
};

const make = async (
  translation: Translation,
  wanted: FileRequest,
  { strings, folder }: { readonly strings: readonly SiteString[]; readonly folder: string },
): Promise<void> => {
  const content = await writeMo(wanted, await entriesOf(strings, wanted.language), await pluralsOf(wanted.shipped));
  await putFile(folder, fileName(wanted), content);
  const made: GeneratedFile = { stamp: wanted.stamp, written: content !== null };
  await translation.entries.put(GENERATED_FILE_KIND, idOf(wanted), made);
};

const openFolder = async (translation: Translation): Promise<string> => {
  try {
    const folder = await translation.moFolders.generated();
    await readdir(folder);
    return folder;
  } catch {
    throw translationErrors.folderNotWritable();
  }
};

/** Deletes the files of domains without strings. */
const removeOthers = async ({ entries }: Translation, domains: readonly string[], folder: string): Promise<void> => {
  for (const { id } of await entries.list<GeneratedFile>(GENERATED_FILE_KIND)) {
    const [domain = '', language] = id.split('/');
    if (domains.includes(domain) || !isLanguage(language)) continue;
    await putFile(folder, `${domain}-${languageRecord(language).locale}.mo`, null);
    await entries.delete(GENERATED_FILE_KIND, id);
  }
};

/** Returns the files that are missing or older than their strings. */
const staleOf = async (
  translation: Translation,
  domains: readonly string[],
  folder: string,
): Promise<FileRequest[]> => {
  const shipped = await allShippedFiles(translation.moFolders);
  const stale: FileRequest[] = [];
  for (const domain of domains) {
    for (const wanted of await wantedOf(translation, domain, shipped))
      if (!(await isDone(translation, wanted, folder))) stale.push(wanted);
  }
  return stale;
};

/**
 * Generates the files that are missing or older than their strings.
 * @returns the number of remaining files
 * @throws DomainError 507 if the files cannot be written
 */
export const generateFiles = async (translation: Translation): Promise<number> => {
  const until = translation.now().getTime() + MAX_DURATION_MS;
  const folder = await openFolder(translation);
  const domains = await domainsOf(translation.documents);
  await removeOthers(translation, domains, folder);
  const stale = await staleOf(translation, domains, folder);
  let made = 0;
  let read: { readonly domain: string; readonly strings: readonly SiteString[] } | undefined;
  for (const wanted of stale.slice(0, MAX_FILES)) {
    if (translation.now().getTime() >= until) break;
    const { domain } = wanted;
    if (read?.domain !== domain) read = { domain, strings: await stringsOf(translation.documents, domain) };
    await make(translation, wanted, { strings: read.strings, folder });
    made += 1;
  }
  return stale.length - made;
};
