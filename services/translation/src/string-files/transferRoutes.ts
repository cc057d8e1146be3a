import { DomainError } from '@almanac/domain';
import { type Language, languageCodes, languages } from '@almanac/i18n';
import { can } from '@almanac/identity';
import { type RestRequest, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import { stringsOf } from '../strings/domains.ts';
import type { SiteString } from '../strings/siteString.ts';
import type { Translation } from '../translation.ts';
import { entriesOf, type ReadEntry } from './entries.ts';
import { planOf, writeTexts } from './importEntries.ts';
import { readPo, writePo } from './poFile.ts';
import { sentBytes } from './sentFile.ts';
import { readStringXliff, writeStringXliff } from './xliffFile.ts';

const shared = {
  namespace: 'i18n/st/v1',
  permission: ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options'),
};

const FORMATS = ['po', 'xliff'] as const;
type Format = (typeof FORMATS)[number];

const CONTENT_TYPES = { po: 'text/x-gettext-translation; charset=utf-8', xliff: 'application/xliff+xml' } as const;
const EXTENSIONS = { po: 'po', xliff: 'xlf' } as const;

const domain = { description: 'The domain of the strings.' } as const;
const language = { enum: languageCodes, description: 'The language of the translations.' } as const;
const format = text({ default: 'po', enum: FORMATS, description: 'The form of the file.' });

const noSuchDomain = (): DomainError =>
  new DomainError('i18n_domain_not_found', 404, 'There are no strings of that domain.');

const stringsOfDomain = async ({ documents }: Translation, domain: string): Promise<SiteString[]> => {
  const strings = await stringsOf(documents, domain);
  if (strings.length === 0) throw noSuchDomain();
  return strings;
};

/** Strings as files for other programs, and back (docs/interface/translation-strings.md §2). */
export const transferRoutes = (translation: Translation): Route[] => [
  exportRoute(translation),
  importRoute(translation),
];

const exportRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/export/{domain:[^/]+}/{language:[a-z-]+}',
    methods: ['GET'],
    summary: 'Exports the strings of a domain as a file.',
    args: {
      domain: text({ ...domain, inPath: true }),
      language: text({ ...language, inPath: true }),
      format,
    },
    answers: {
      200: { contentTypes: ['text/x-gettext-translation', 'application/xliff+xml'] },
      404: ['i18n_domain_not_found'],
    },
    handle: async ({ args: { domain, language, format } }) => {
      const strings = await stringsOfDomain(translation, domain);
      const name = `${domain}-${languages[language].locale}.${EXTENSIONS[format]}`;
      return {
        body: written(format, { domain, language, strings, at: translation.now() }),
        contentType: CONTENT_TYPES[format],
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      };
    },
  });

interface Written {
  readonly domain: string;
  readonly language: Language;
  readonly strings: readonly SiteString[];
  readonly at: Date;
}

const written = (format: Format, { domain, language, strings, at }: Written): string =>
  format === 'po'
    ? writePo(domain, language, entriesOf(strings, language), at)
    : writeStringXliff(domain, language, strings);

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
    },
    answers: { 200: importAnswer, 404: ['i18n_domain_not_found'], 422: ['i18n_file_invalid'] },
    handle: async (request) => {
      const { domain, language, format, content } = request.args;
      const strings = await stringsOfDomain(translation, domain);
      const entries = await readEntries(format, sentBytes(content), language);
      const { writes, ...done } = planOf(entries, strings, language);
      await writeTexts(request, writes, language);
      return { body: done, tags: ['strings'] };
    },
  });

const readEntries = async (format: Format, content: Buffer, language: Language): Promise<ReadEntry[]> =>
  format === 'po' ? readPo(content.toString('utf8')) : readStringXliff(content, language);
