import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogues, catalogueFaults, createTexts } from '@almanac/i18n';
import type { SchemaKeywords } from './arg.ts';
import { restCatalogues } from './catalogues.ts';
import { describeRoutes } from './describe.ts';
import type { Route } from './route.ts';

export interface SpokenTexts {
  /** The folders of sources with texts: the service's own, and libraries whose texts it translates. */
  readonly sources: readonly string[];
  readonly routes: readonly Route[];
  /** A folder of a source whose texts are for programs, in English alone. */
  readonly forPrograms?: string;
  /** Texts that are neither sentences nor descriptions of routes. */
  readonly others: readonly string[];
  readonly catalogues: Catalogues;
  /** Minimum number of sentences, so that a search that finds none fails; default 11. */
  readonly atLeast?: number;
}

/**
 * Matches sentences for clients in the sources: they begin with a capital or a placeholder and end with a full stop.
 */
const SENTENCE = /'((?:[A-Z]|\{name\})(?:[^'\\\n]|\\')*\.)'/g;

const sentencesIn = (folder: string, forPrograms?: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => forPrograms === undefined || !file.startsWith(`${forPrograms}/`))
    .filter((file) => file.endsWith('.ts') && !/\.(spec|contract)\.ts$|^testing\//.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(SENTENCE)].map(([, text = '']) => text));

const textsOf = (words: SchemaKeywords): string[] => [
  ...(words.description === undefined ? [] : [words.description]),
  ...(words.items === undefined ? [] : textsOf(words.items)),
  ...Object.values(words.properties ?? {}).flatMap(textsOf),
];

const descriptionsOf = async (routes: readonly Route[]): Promise<string[]> =>
  Object.values((await describeRoutes(routes, createTexts(), 'en')).namespaces)
    .flatMap((patterns) => Object.values(patterns))
    .flatMap(({ summaries, endpoints }) => [
      ...summaries,
      ...endpoints.flatMap(({ args }) => Object.values(args as Record<string, SchemaKeywords>).flatMap(textsOf)),
    ]);

/** Checks that a service's catalogues contain all its texts; the service's spec runs this. */
export const cataloguesContract = (
  name: string,
  { sources, forPrograms, routes, others, catalogues, atLeast = 11 }: SpokenTexts,
): void => {
  describe(`the texts of ${name}`, () => {
    const sentences = sources.map((folder) => sentencesIn(folder, forPrograms));
    let descriptions: readonly string[];
    beforeAll(async () => {
      descriptions = await descriptionsOf(routes);
    });

    it('are found', () => {
      expect(sentences.every((found) => found.length > 0)).toBe(true);
      expect(sentences.flat().length).toBeGreaterThanOrEqual(atLeast);
      expect(descriptions.length).toBeGreaterThanOrEqual(routes.filter(({ hidden }) => !hidden).length);
    });

    it('are translated with all their placeholders', () => {
      const all = [...sentences.flat(), ...descriptions, ...others];
      expect(catalogueFaults(all, catalogues, restCatalogues)).toEqual([]);
    });
  });
};
