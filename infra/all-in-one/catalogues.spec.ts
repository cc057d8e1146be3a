import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogues, catalogueFaults, loadCatalogues } from '@almanac/i18n';

const repository = join(import.meta.dirname, '../..');

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder)).map((name) => join(repository, folder, name, 'src'));

const libraries = sourcesIn('libs');
const services = sourcesIn('services');
const gateway = join(repository, 'gateway/src');

/**
 * The workspaces with texts, each with the sources that may use its texts: those of a library are used by other
 * workspaces too.
 */
const owners: [owner: string, sources: readonly string[]][] = [
  ...[gateway, ...services].map((own): [string, string[]] => [own, [own, ...libraries]]),
  ...libraries.map((own): [string, string[]] => [own, [...libraries, ...services, gateway]]),
].filter(([own]) => existsSync(join(own, 'messages')));

const codeIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(spec|contract)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

/**
 * True if the code contains the text. For `{name} is not a time zone.`, a schema contains only the text after the name.
 */
const isSaid = (text: string, code: string): boolean =>
  [text, text.replace(/^\{name\} (.*)\.$/, '$1')].some(
    (said) => code.includes(`'${said.replaceAll("'", String.raw`\'`)}'`) || code.includes(`"${said}"`),
  );

const textsOf = (catalogues: Catalogues): string[] => Object.values(catalogues).flatMap(Object.keys);

describe('the catalogues of gateway, services and libraries', () => {
  it('are found', () => {
    expect(owners.map(([own]) => own.slice(repository.length + 1))).toEqual(
      expect.arrayContaining(['gateway/src', 'services/calendar/src', 'services/core/src', 'libs/rest/src']),
    );
  });
});

describe.each(owners.map(([own, sources]) => [own.slice(repository.length + 1), own, sources] as const))(
  'the catalogues in %s',
  (_, own, sources) => {
    const catalogues = loadCatalogues(own);

    it('hold each text in every language, with the placeholders of the English one', () => {
      expect(catalogueFaults(textsOf(catalogues), catalogues)).toEqual([]);
    });

    it('hold no text that no source contains any more', () => {
      const code = sources.map(codeIn).join('\n');
      expect(textsOf(catalogues).filter((text) => !isSaid(text, code))).toEqual([]);
    });
  },
);
