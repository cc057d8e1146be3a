import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogues, loadCatalogues } from '@almanac/i18n';

const root = join(import.meta.dirname, '../..');

export interface CatalogueOwner {
  /** The path of the package: `services/core`. */
  readonly owner: string;
  readonly catalogues: Catalogues;
}

/** Reads the catalogues of every package with texts. */
export const catalogueOwners = (): CatalogueOwner[] =>
  globSync('{gateway,libs/*,services/*}/src/messages', { cwd: root })
    .map((path) => path.split('/').slice(0, -2).join('/'))
    .sort()
    .map((owner) => ({ owner, catalogues: loadCatalogues(join(root, owner, 'src')) }));

/** Returns the English texts of some catalogues, each once, in order. */
export const englishTextsOf = (catalogues: readonly Catalogues[]): string[] => {
  const texts = catalogues.flatMap((each) => Object.values(each)).flatMap((each) => Object.keys(each));
  return [...new Set(texts)].sort();
};
