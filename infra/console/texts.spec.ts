import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './consoleBuild.mjs';

const sources = join(repository, 'services/console/src');
const read = (path: string): string => readFileSync(join(sources, path), 'utf8');
const folders = [...new Set(globSync('**/texts', { cwd: sources }))].sort();
const catalogue = (folder: string, language: string): Record<string, string> =>
  JSON.parse(read(`${folder}/${language}.json`));

/** Texts in the code: arguments of `translate`, notices, labels and titles. */
const TEXTS = [
  /\b(?:translate|notify|say)\(\s*'((?:[^'\\]|\\.)+)'/g,
  /\b(?:label|labelOne|title|help|helperText|placeholder|emptyText|name|text)="([^"{]+)"/g,
  /\b(?:label|labelOne|title|helperText|text): '((?:[^'\\]|\\.)+)'/g,
];
const IS_TEXT = /[A-Z].*|\s/;

const textsIn = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: sources }).flatMap((path) =>
    TEXTS.flatMap((pattern) => [...read(path).matchAll(pattern)].map(([, text = '']) => text.replaceAll("\\'", "'"))),
  );

const LANGUAGES = ['fr', 'es'];
const all = Object.fromEntries(
  LANGUAGES.map((language) => [language, Object.assign({}, ...folders.map((folder) => catalogue(folder, language)))]),
);

describe('the texts of the console', () => {
  it.each(folders)('have the same own keys in each language in %s', (folder) => {
    const own = (language: string) =>
      Object.keys(catalogue(folder, language))
        .filter((key) => !key.startsWith('ra.'))
        .sort();
    expect(own('es')).toEqual(own('fr'));
  });

  it.each(LANGUAGES)('are all translated in %s', (language) => {
    const used = [...new Set(textsIn('.'))].filter((text) => IS_TEXT.test(text) && !text.startsWith('ra.'));
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((text) => all[language]?.[text] === undefined)).toEqual([]);
  });

  it.each(LANGUAGES)('have the placeholders of their English texts in %s', (language) => {
    const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].sort();
    const differing = Object.entries<string>(all[language] ?? {}).filter(
      ([key, text]) => !key.startsWith('ra.') && `${placeholders(key)}` !== `${placeholders(text)}`,
    );
    expect(differing).toEqual([]);
  });
});
