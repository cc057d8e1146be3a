import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFaults, createTexts } from '@almanac/i18n';
import { describeRoutes, restCatalogues, type Words } from '@almanac/rest';
import { routesOf } from '../routes.ts';
import { coreUnderTest } from '../testing.contract.ts';
import { postTypes } from '../types/postTypes.ts';
import { statuses } from '../types/statusRoutes.ts';
import { taxonomyLabels } from '../types/taxonomyLabels.ts';
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
  const { namespaces } = describeRoutes(routesOf(coreUnderTest()), createTexts(), 'en');
  return Object.values(namespaces)
    .flatMap((routes) => Object.values(routes))
    .flatMap((route) => [
      ...route.summaries,
      ...route.endpoints.flatMap((endpoint) =>
        Object.values(endpoint.args as Record<string, Words>).flatMap(described),
      ),
    ]);
};

const labels = () => [
  ...postTypes.flatMap((type) => Object.values(type.labels)),
  ...statuses.map(({ name }) => name),
  ...Object.values(taxonomyLabels).flatMap((texts) => Object.values(texts)),
];

describe('the texts of core', () => {
  it('are found', () => {
    expect([sentences.length > 60, descriptions().length > 100, labels().length > 40]).toEqual([true, true, true]);
  });

  it('are translated, marks and all', () => {
    const all = [...sentences, ...descriptions(), ...labels()];
    expect(catalogueFaults(all, catalogues, restCatalogues)).toEqual([]);
  });
});
