import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogues, catalogueFaults } from '@almanac/i18n';
import { pageCatalogues } from './catalogues.ts';

/** Strings in the sources that look like texts but are not shown, or are the same in every language. */
const NOT_TRANSLATED = new Set([
  'GET',
  'POST',
  'Accept-Language',
  'JSON',
  'UTC',
  'A page of the site',
  'BlogPosting',
  'D',
  'Person',
  'Schedule',
  'WebPage',
]);

const NOT_SHOWING = /(^testing|\.(spec|contract))\.ts$/;

const SHOWN = /\btext\('([^']+)'|(?:: |\? )'([A-Z(][^']*)'/g;

/**
 * Checks that the catalogues contain every text on the pages of a service; the spec of the pages in the folder runs
 * this.
 */
export const pageTextsContract = (folder: string, catalogues: Catalogues): void => {
  it('the texts of the pages are in every language', () => {
    const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !NOT_SHOWING.test(file));
    const texts = sources.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(SHOWN)].map(([, a, b]) => (a ?? b) as string),
    );
    const shown = texts.filter((text) => !NOT_TRANSLATED.has(text));
    expect(shown.length).toBeGreaterThan(10);
    expect(catalogueFaults(shown, catalogues, pageCatalogues)).toEqual([]);
  });
};
