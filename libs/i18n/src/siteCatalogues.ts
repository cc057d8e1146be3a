import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cataloguesOf, readCatalogueFiles } from './loadCatalogues.ts';
import { type Catalogues, hasSameMarks, type Translation } from './texts.ts';

/** A translation of the operator that is never shown, or is shown with faults. */
export interface CatalogueRemark {
  readonly file: string;
  /** The English text. */
  readonly text: string;
  readonly problem: 'unknown text' | 'other placeholders';
  /** The most similar known text, if an unknown one has a similar one and `withNearest` has looked for it. */
  readonly nearest?: string;
}

export interface SiteCatalogues {
  readonly catalogues: Catalogues;
  readonly remarks: readonly CatalogueRemark[];
}

/** Reads every English text of gateway, services and libraries; `npm run generate` writes the file. */
export const readEnglishTexts = (): readonly string[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'englishTexts.json'), 'utf8'));

/**
 * Reads the operator's catalogues from a folder and compares them with the English texts of the project.
 * @throws Error as `readCatalogueFiles` does
 */
export const readSiteCatalogues = (folder: string, englishTexts: readonly string[]): SiteCatalogues => {
  const files = readCatalogueFiles(folder);
  const known = new Set(englishTexts);
  const problemOf = (text: string, translation: Translation): CatalogueRemark['problem'] | undefined => {
    if (!known.has(text)) return 'unknown text';
    return hasSameMarks(text, translation) ? undefined : 'other placeholders';
  };
  const remarks = files.flatMap(({ file, catalogue }) =>
    Object.entries(catalogue).flatMap(([text, translation]) => {
      const problem = problemOf(text, translation);
      return problem === undefined ? [] : [{ file, text, problem }];
    }),
  );
  return { catalogues: cataloguesOf(files), remarks };
};

/** Adds to remarks on unknown texts the known text that the operator probably meant; slow for thousands of remarks. */
export const withNearest = (
  remarks: readonly CatalogueRemark[],
  englishTexts: readonly string[],
): readonly CatalogueRemark[] => {
  const nearestTo = nearestAmong(englishTexts);
  return remarks.map((remark) => {
    const nearest = remark.problem === 'unknown text' ? nearestTo(remark.text) : undefined;
    return nearest === undefined ? remark : { ...remark, nearest };
  });
};

/** Half of the pairs of letters; below it texts are not similar. */
const MIN_SIMILARITY = 0.5;

/** Creates a function that returns the most similar of some texts; undefined if none is similar. */
export const nearestAmong = (texts: readonly string[]): ((text: string) => string | undefined) => {
  const candidates = texts.map((text) => ({ text, pairs: pairsOf(text) }));
  return (text) => {
    const pairs = pairsOf(text);
    let [nearest, most]: [string | undefined, number] = [undefined, MIN_SIMILARITY];
    for (const candidate of candidates) {
      const shared = pairs.intersection(candidate.pairs).size;
      const similarity = (2 * shared) / (pairs.size + candidate.pairs.size);
      if (similarity > most) [nearest, most] = [candidate.text, similarity];
    }
    return nearest;
  };
};

/** Returns the pairs of neighbouring letters of a text, regardless of case. */
const pairsOf = (text: string): ReadonlySet<string> => {
  const letters = ` ${text.toLowerCase()} `;
  return new Set(Array.from(letters, (_, place) => letters.slice(place, place + 2)));
};
