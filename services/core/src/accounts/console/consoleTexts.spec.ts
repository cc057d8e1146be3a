import { readdirSync, readFileSync } from 'node:fs';
import { catalogueFaults } from '@almanac/i18n';
import { pageCatalogues } from '@almanac/pages';
import { catalogues } from '../../messages/catalogues.ts';
import { consoleViews } from '../sign-in/consoleViews.ts';

const WRITTEN = /\btext\(\s*'((?:[^'\\\n]|\\')*)'/g;

describe('the texts of the console', () => {
  it('exist in every language, labels too', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    const written = sources.flatMap((file) =>
      [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(WRITTEN)].map(([, text = '']) => text),
    );
    expect(written.length).toBeGreaterThan(15);
    expect(
      catalogueFaults([...written, ...consoleViews.map(({ title }) => title)], catalogues, pageCatalogues),
    ).toEqual([]);
  });
});
