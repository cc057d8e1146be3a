import { type Language, languageCodes, languageRecord } from '@almanac/i18n';
import { mayManageSite } from '@almanac/identity';
import {
  boolean,
  cappedInteger,
  invalidParams,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
} from '@almanac/rest';
import { z } from 'zod';
import { decodeBase64 } from '../base64.ts';
import { translationErrors } from '../errors.ts';
import { stringsOf } from '../strings/domains.ts';
import type { SiteString } from '../strings/siteString.ts';
import type { Translation } from '../translation.ts';
import { entriesOf, type ReadEntry } from './entries.ts';
import { type FilePieces, partOfFile } from './fileParts.ts';
import { importEntries, knownStrings, planImport } from './importEntries.ts';
import { progressOf } from './importProgress.ts';
import { readStringXliff, writeStringXliff } from './xliffFile.ts';

/**
 * Returns the bytes of a file that a body has in base64, or else its text, which always has a character outside base64.
 */
const sentFile = (content: string): Buffer | string => decodeBase64(content) ?? content;

const shared = { namespace: 'i18n/st/v1', permission: mayManageSite };

const FORMATS = ['po', 'xliff'] as const;
type Format = (typeof FORMATS)[number];

const CONTENT_TYPES = { po: 'text/x-gettext-translation; charset=utf-8', xliff: 'application/xliff+xml' } as const;
const EXTENSIONS = { po: 'po', xliff: 'xlf' } as const;

const domain = { description: 'The domain of the strings.' } as const;
const language = { enum: languageCodes, description: 'The language of the translations.' } as const;
const format = text({ default: 'po', enum: FORMATS, description: 'The format of the file.' });

/** Returns the routes that export strings as files and import them again (docs/interface/translation-strings.md §2). */
export const transferRoutes = (translation: Translation): Route[] => [
  exportRoute(translation),
  importRoute(translation),
];

const exportRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/export/{domain:[^/]+}/{language:[a-z0-9-]+}',
    methods: ['GET'],
    summary: 'Exports the strings of a domain as a file.',
    args: {
      domain: text({ ...domain, inPath: true }),
      language: text({ ...language, inPath: true }),
      format,
      page: cappedInteger({
        default: 1,
        minimum: 1,
        description: 'One part of a file that is larger than the limit of an import.',
      }),
    },
    answers: {
      200: {
        contentTypes: ['text/x-gettext-translation', 'application/xliff+xml'],
        headers: { 'X-Core-Total': z.int(), 'X-Core-TotalPages': z.int() },
      },
      404: ['i18n_domain_not_found'],
    },
    handle: async ({ args: { domain, language, format, page } }) => {
      const strings = await stringsOf(translation.documents, domain);
      if (strings.length === 0) throw translationErrors.unknownDomain();
      const pieces = await written(format, { domain, language, strings, at: translation.now() });
      const part = await partOfFile(pieces, page);
      if (part === undefined) throw invalidParams({ page: 'There is no such page.' });
      const number = part.parts > 1 ? `-${page}` : '';
      const name = `${domain}-${languageRecord(language).locale}${number}.${EXTENSIONS[format]}`;
      return {
        body: part.text,
        contentType: CONTENT_TYPES[format],
        headers: {
          'Content-Disposition': `attachment; filename="${name}"`,
          'X-Core-Total': part.entries,
          'X-Core-TotalPages': part.parts,
        },
      };
    },
  });

interface FileContents {
  readonly domain: string;
  readonly language: Language;
  readonly strings: readonly SiteString[];
  readonly at: Date;
}

const written = async (format: Format, { domain, language, strings, at }: FileContents): Promise<FilePieces> => {
  if (format !== 'po') return writeStringXliff(domain, language, strings);
  const { writePo } = await import('./poFile.ts');
  return writePo(domain, language, await entriesOf(strings, language), at);
};

const importAnswer = z.strictObject({
  imported: z.int(),
  unchanged: z.int(),
  skipped: z.array(
    z.strictObject({
      context: z.string(),
      msgid: z.string(),
      reason: z.enum(['fuzzy', 'empty', 'unknown', 'plural']),
    }),
  ),
});

const importRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/import',
    methods: ['POST'],
    summary: 'Imports translations of strings from a file.',
    args: {
      domain: text({ ...domain, required: true }),
      language: text({ ...language, required: true }),
      format,
      content: text({ required: true, nonEmpty: true, description: 'The file, as it is or in base64.' }),
      dry_run: boolean({ default: false, description: 'True to store nothing and to return what an import would do.' }),
    },
    answers: { 200: importAnswer, 404: ['i18n_domain_not_found'], 422: ['i18n_file_invalid'] },
    handle: (request) => imported(translation, request, request.args),
    recover: (request) => imported(translation, request, request.args),
  });

interface SentFile {
  readonly domain: string;
  readonly language: Language;
  readonly format: Format;
  readonly content: string;
  readonly dry_run: boolean;
}

/** Starts an import, or continues one with the same key that ended without an answer. */
const imported = async (
  translation: Translation,
  request: Pick<RestRequest, 'commands' | 'context' | 'abandoned' | 'goesOn' | 'principal' | 'args' | 'headers'>,
  { domain, language, format, content, dry_run: isDryRun }: SentFile,
): Promise<RestResponse> => {
  const known = await knownStrings(translation.documents, domain, language);
  if (known === undefined) throw translationErrors.unknownDomain();
  const entries = await readEntries(format, sentFile(content), language);
  if (isDryRun) return { body: await planImport(entries, known, language) };
  request.goesOn();
  const progress = await progressOf(translation, request);
  return { body: await importEntries(request, entries, { known, language, progress }) };
};

const readEntries = async (format: Format, content: Buffer | string, language: Language): Promise<ReadEntry[]> => {
  if (format === 'xliff') return readStringXliff(content, language);
  const { poText, readPo } = await import('./poFile.ts');
  return readPo(poText(content));
};
