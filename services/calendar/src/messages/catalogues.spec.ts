import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFaults, createTexts } from '@almanac/i18n';
import { describeRoutes, restCatalogues, type Words } from '@almanac/rest';
import { documentTexts } from '../discovery/documentRoute.ts';
import { routesOf } from '../routes.ts';
import { calendarOf } from '../testing.contract.ts';
import { catalogues } from './catalogues.ts';

/** Sentences in the sources that are answered to clients: they begin with a capital or a mark and end with a stop. */
const SENTENCE = /'((?:[A-Z]|\{name\})(?:[^'\\\n]|\\')*\.)'/g;

const root = join(import.meta.dirname, '..');

const sentences = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(spec|contract)\.ts$|^messages\//.test(file))
  .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(SENTENCE)].map(([, text = '']) => text));

const described = (words: Words): string[] => [
  ...(words.description === undefined ? [] : [words.description]),
  ...(words.items === undefined ? [] : described(words.items)),
  ...Object.values(words.properties ?? {}).flatMap(described),
];

const descriptions = () => {
  const texts = createTexts();
  const { namespaces } = describeRoutes(routesOf(calendarOf(), texts), texts, 'en');
  return Object.values(namespaces)
    .flatMap((routes) => Object.values(routes))
    .flatMap((route) => [
      ...route.summaries,
      ...route.endpoints.flatMap((endpoint) =>
        Object.values(endpoint.args as Record<string, Words>).flatMap(described),
      ),
    ]);
};

describe('the texts of the calendar', () => {
  it('are found', () => {
    expect([sentences.length > 50, descriptions().length > 100]).toEqual([true, true]);
  });

  it('stand in every catalogue, marks and all', () => {
    expect(catalogueFaults([...sentences, ...descriptions(), ...documentTexts], catalogues, restCatalogues)).toEqual(
      [],
    );
  });
});
