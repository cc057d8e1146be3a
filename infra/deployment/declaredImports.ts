import { globSync, readFileSync } from 'node:fs';

const STATEMENT = /^(?:import|export)\s(?:[^=;'"`]*\sfrom\s)?'([^'\n]+)'(?: with \{ type: 'json' \})?;$/gm;
const DYNAMIC = /\b(?:import|require\.resolve)\('([^'\n]+)'\)/g;
/**
 * Matches specs, the checks of casts and of regular expressions, and files that only these, tests and benchmarks use.
 */
const OF_TESTS =
  /\.(spec|contract|e2e)\.ts$|\/testing(\/|\.ts$)|^e2e\/|^infra\/scripts\/(checkRegexes|parsedSource)\.mjs$/;

/** Folders with a package.json of their own, and programs that use the client. */
const OUTSIDE = [
  '**/node_modules/**',
  'infra/docs-site/**',
  'infra/mutation/**',
  'infra/release/*.mjs',
  'infra/sdk/client/**',
  'infra/sdk/examples/**',
  'e2e/field/clients/**',
  'e2e/fixture-service/repository/**',
  'e2e/sdk/consumer/**',
];

/** A workspace within the folder of another one. */
const NESTED = 'infra/cli';

interface PackageFile {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Imports and declared dependencies without a counterpart. */
export interface Declarations {
  /** `FILE imports PACKAGE`: the package.json of its workspace does not declare the package. */
  readonly undeclared: readonly string[];
  /** Dependencies that no file of the workspace imports. */
  readonly unused: readonly string[];
}

/**
 * Compares the imports of a workspace with the dependencies in its package.json. Only tests may use development
 * dependencies, including those of the repository's package.json.
 * @param root the repository's folder, with a slash at its end
 */
export const declarationsOf = (root: string, workspace: string): Declarations => {
  const { name: own, dependencies = {}, devDependencies = {} } = packageAt(root, workspace);
  // jest provides its globals
  const ofTests = {
    ...dependencies,
    ...devDependencies,
    ...packageAt(root, '.').devDependencies,
    '@jest/globals': '*',
  };
  const used = new Set<string>();
  const undeclared: string[] = [];
  const exclude = workspace === NESTED ? OUTSIDE : [...OUTSIDE, `${NESTED}/**`];
  for (const file of globSync(`${workspace}/**/*.{ts,mjs}`, { cwd: root, exclude })) {
    for (const name of packagesIn(readFileSync(`${root}${file}`, 'utf8'))) {
      used.add(name);
      if (name !== own && !Object.hasOwn(OF_TESTS.test(file) ? ofTests : dependencies, name))
        undeclared.push(`${file} imports ${name}`);
    }
  }
  return { undeclared, unused: Object.keys(dependencies).filter((name) => !used.has(name)) };
};

const packageAt = (root: string, folder: string): PackageFile =>
  JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8'));

/** Returns the packages that a text imports, without Node's own. */
export const packagesIn = (text: string): string[] =>
  [STATEMENT, DYNAMIC]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = '']) => path))
    .filter((path) => !/^(\.|node:)/.test(path))
    .map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
