import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogues, catalogueFaults } from '@almanac/i18n';
import { pageCatalogues } from './catalogues.ts';

/** What looks like a text in the sources and is shown to nobody. */
const NOT_SHOWN = new Set(['GET', 'POST', 'Accept-Language']);

const SHOWN = /\btext\('([^']+)'|(?:: |\? )'([A-Z(][^']*)'/g;

/** Every text that the pages of a service show stands in its catalogues; the spec of the pages in the folder runs this. */
export const pageTextsContract = (folder: string, catalogues: Catalogues): void => {
  it('the texts of the pages are in every language', () => {
    const sources = readdirSync(folder).filter((file) => !/\.(spec|contract)\.ts$/.test(file));
    const texts = sources.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(SHOWN)].map(([, a, b]) => (a ?? b) as string),
    );
    const shown = texts.filter((text) => !NOT_SHOWN.has(text));
    expect(shown.length).toBeGreaterThan(10);
    expect(catalogueFaults(shown, catalogues, pageCatalogues)).toEqual([]);
  });
};
