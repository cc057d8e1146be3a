import { type CatalogueRemark, type Catalogues, readSiteCatalogues, withNearest } from '@almanac/i18n';
import { type CatalogueOwner, englishTextsOf } from './catalogueOwners.ts';

/** The texts of an owner that have no translation. */
interface Gap {
  readonly owner: string;
  readonly texts: readonly string[];
}

interface LanguageReport {
  readonly language: string;
  /** The number of English texts; a text of two owners counts twice. */
  readonly texts: number;
  readonly translated: number;
  readonly missing: readonly Gap[];
}

export interface CatalogueReport {
  readonly languages: readonly LanguageReport[];
  /** The faulty translations in the operator's folder. */
  readonly faults: readonly CatalogueRemark[];
}

export interface ReportOptions {
  /** The operator's folder of catalogues. */
  readonly messages?: string | undefined;
  /** Languages to report besides those with a catalogue. */
  readonly languages?: readonly string[] | undefined;
}

/** Compares catalogues with the English texts, for each language of a catalogue and further ones. */
export const catalogueReport = (
  owners: readonly CatalogueOwner[],
  { messages, languages = [] }: ReportOptions,
): CatalogueReport => {
  const englishTexts = englishTextsOf(owners.map(({ catalogues }) => catalogues));
  const site = messages === undefined ? { catalogues: {}, remarks: [] } : readSiteCatalogues(messages, englishTexts);
  const translated = [site.catalogues, ...owners.map(({ catalogues }) => catalogues)].flatMap(Object.keys);
  const wanted = new Set([...translated, ...languages.map((language) => language.toLowerCase())]);
  return {
    languages: [...wanted].sort().map((language) => languageReport(language, owners, site.catalogues)),
    faults: withNearest(site.remarks, englishTexts),
  };
};

const languageReport = (language: string, owners: readonly CatalogueOwner[], site: Catalogues): LanguageReport => {
  const candidates = [language, new Intl.Locale(language).language];
  const compared = owners.map(({ owner, catalogues }) => {
    const translations = candidates.flatMap((each) => [site[each] ?? {}, catalogues[each] ?? {}]);
    const texts = englishTextsOf([catalogues]);
    return {
      owner,
      total: texts.length,
      texts: texts.filter((text) => !translations.some((each) => Object.hasOwn(each, text))),
    };
  });
  const total = compared.reduce((sum, each) => sum + each.total, 0);
  const missing = compared.filter(({ texts }) => texts.length > 0).map(({ owner, texts }) => ({ owner, texts }));
  return {
    language,
    texts: total,
    translated: total - missing.reduce((sum, { texts }) => sum + texts.length, 0),
    missing,
  };
};

/** Returns the report as lines for a terminal. */
export const reportLines = ({ languages, faults }: CatalogueReport): string[] => [
  ...languages.flatMap(({ language, texts, translated, missing }) => [
    `${language}: ${translated} of ${texts} texts`,
    ...missing.flatMap((gap) => [
      `  ${gap.owner} lacks ${gap.texts.length}:`,
      ...gap.texts.map((text) => `    ${text}`),
    ]),
  ]),
  ...faults.map(({ file, text, problem, nearest }) => {
    const hint = nearest === undefined ? '' : `; the nearest is "${nearest}"`;
    return `${file}: ${problem} "${text}"${hint}`;
  }),
];
