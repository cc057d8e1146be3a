import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contracts from '@almanac/contracts';
import { type InternalContract, internalContracts, type Sender } from '@almanac/contracts';
import { serviceNames } from '@almanac/manifest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The processes of a site, with the folders of their code. */
const PROCESSES = new Map<Sender, string>([
  ...serviceNames.map((name): [Sender, string] => [name, `services/${name}`]),
  ['gateway', 'gateway'],
  ['operator', 'infra'],
]);

/** The contracts by their exported names. */
const byExport: ReadonlyMap<string, InternalContract> = new Map(
  Object.entries(contracts).flatMap(([name, value]) => {
    const contract = internalContracts.find((each) => Object.is(each, value));
    return contract === undefined ? [] : [[name, contract]];
  }),
);

interface SourceFile {
  readonly path: string;
  /** The names that the file imports as values, with their sources. */
  readonly imports: readonly { readonly name: string; readonly source: string }[];
  readonly exports: readonly string[];
  /** The code without its imports. */
  readonly code: string;
}

const IMPORT = /^import (?!type\b)[^;']*\{([^}]*)\}[^;']*from '([^']+)';$/gm;

const sourceFile = (path: string): SourceFile => {
  const text = readFileSync(`${root}${path}`, 'utf8');
  return {
    path,
    imports: [...text.matchAll(IMPORT)].flatMap(([, names = '', source = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => ({ name: name.split(' as ')[0] ?? name, source })),
    ),
    exports: [...text.matchAll(/^export (?:const|class|(?:async )?function) (\w+)/gm)].map(([, name = '']) => name),
    code: text.replaceAll(/^import [^;]*;$/gm, ''),
  };
};

/** Returns the files of a workspace that run in production, without specs and their helpers. */
export const sourcesOf = (workspace: string): SourceFile[] =>
  globSync(`${workspace}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((path) => !/\.(spec|contract|e2e)\.ts$|\/testing\b/.test(path))
    .map(sourceFile);

/** Matches the name of a contract that is passed to a caller, not to the route that answers it. */
const ASKED = /(?<!\b(?:contractArgs|internalRoute|sourcesRoute)\(\s*|\btypeof )\b([a-z]\w*)\b(?!\.)/g;

const askedIn = ({ code, imports }: SourceFile): string[] => {
  const imported = new Set(imports.filter(({ source }) => source === '@almanac/contracts').map(({ name }) => name));
  const names = [...code.matchAll(ASKED)].map(([, name = '']) => name);
  return names.filter((name) => imported.has(name) && byExport.has(name));
};

/** Returns the contracts that each exported name of a library calls. */
const askedByUsing = (files: readonly SourceFile[]): Map<string, Set<string>> => {
  const asked = new Map<string, Set<string>>();
  for (const file of files)
    for (const name of file.exports)
      for (const each of askedIn(file)) asked.getOrInsertComputed(name, newSet).add(each);
  for (let known = -1; known !== asked.size; ) {
    known = asked.size;
    for (const { imports, exports } of files) {
      const within = imports
        .filter(({ source }) => source.startsWith('.'))
        .flatMap(({ name }) => [...(asked.get(name) ?? [])]);
      for (const name of exports) for (const each of within) asked.getOrInsertComputed(name, newSet).add(each);
    }
  }
  return asked;
};

const newSet = (): Set<string> => new Set();

const libraries = new Map(
  globSync('libs/*', { cwd: root })
    .filter((path) => path !== 'libs/contracts')
    .map((path) => [`@almanac/${basename(path)}`, askedByUsing(sourcesOf(path))]),
);

/** The file that hosts services, which call contracts in their own names. */
const HOST = 'infra/all-in-one/serviceHost.ts';

/** Returns the package of an import without the path within it. */
const packageOf = (source: string): string => source.split('/', 2).join('/');

const askedByProcess = (workspace: string): Set<string> =>
  new Set(
    sourcesOf(workspace)
      .filter(({ path }) => path !== HOST)
      .flatMap((file) => [
        ...askedIn(file),
        ...file.imports.flatMap(({ name, source }) => [...(libraries.get(packageOf(source))?.get(name) ?? [])]),
      ]),
  );

/** Returns the processes that call each contract in the code, by its name. */
export const askersInCode = (): Map<string, Sender[]> => {
  const asked = [...PROCESSES].map(([process, workspace]) => [process, askedByProcess(workspace)] as const);
  return new Map(
    Array.from(byExport, ([exported, { name }]) => [
      name,
      asked.filter(([, names]) => names.has(exported)).map(([process]) => process),
    ]),
  );
};
