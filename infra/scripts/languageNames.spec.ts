import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TAGS, languageRecord } from '@almanac/i18n';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['gateway/src/**/*.ts', 'services/*/src/**/*.ts', 'libs/*/src/**/*.ts', 'infra/**/*.ts'];
/** The library of languages, and files for specs. */
const EXEMPT = /^libs\/(?:i18n|testing)\/|\/node_modules\/|\.(?:spec|contract)\.ts$|\/testing\.ts$|\/testing\//;
/** Files with texts in English, and libraries that do not use the library of languages. */
const IN_ENGLISH = new Set([
  'libs/dates/src/formatDate.ts',
  'libs/engine/src/console.ts',
  'libs/event-sourcing/src/givenWhenThen.ts',
  'libs/messaging/src/cloudEvent.ts',
  // texts in three languages of its own
  'services/console/src/shell/site.ts',
]);
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const NAMES = DEFAULT_TAGS.flatMap((tag) => [tag, tag.toLowerCase(), languageRecord(tag.toLowerCase()).locale]);
const NAMING = new RegExp(`(['"/])(?:${[...new Set(NAMES)].join('|')})['"/]`, 'g');

/** Returns the places of code that name a default language of Almanac. */
const naming = (path: string): string[] => {
  const code = readFileSync(join(ROOT, path), 'utf8').replaceAll(COMMENTS, '');
  return [...code.matchAll(NAMING)].map(([name]) => `${path}: ${name}`);
};

describe('code outside the library of languages', () => {
  it('names no language, so that a site can choose any', () => {
    const paths = globSync(SOURCES, { cwd: ROOT }).filter((path) => !EXEMPT.test(path) && !IN_ENGLISH.has(path));
    expect(paths.length).toBeGreaterThan(1_000);
    expect(paths.flatMap(naming)).toEqual([]);
  });
});
