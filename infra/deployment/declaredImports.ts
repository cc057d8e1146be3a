import { globSync, readFileSync } from 'node:fs';

const STATEMENT = /^(?:import|export)\s(?:[^=;'"`]*\sfrom\s)?'([^'\n]+)';$/gm;
const DYNAMIC = /\b(?:import|require\.resolve)\('([^'\n]+)'\)/g;
/** Specs, the checks of casts and of regular expressions, and files that only these, tests and benchmarks use. */
const OF_TESTS =
  /\.(spec|contract|e2e)\.ts$|\/testing(\/|\.ts$)|^e2e\/|^infra\/scripts\/(checkCasts|casts|checkRegexes|regexes)\.mjs$/;

/** What has a package.json of its own. */
const OUTSIDE = [
  '**/node_modules/**',
  'infra/mutation/**',
  'infra/sdk/client/**',
  'e2e/fixture-service/repository/**',
  'e2e/sdk/consumer/**',
];

interface PackageFile {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** An import, or a declared dependency, that has no counterpart. */
export interface Declarations {
  /** `FILE imports PACKAGE`: not in the package.json of its workspace. */
  readonly undeclared: readonly string[];
  /** Dependencies that nothing in the workspace imports. */
  readonly unused: readonly string[];
}

/**
 * How the imports of a workspace agree with the dependencies in its package.json. Tests may use development dependencies,
 * those of the repository's package.json too; nothing else may.
 * @param root the repository's folder, with a slash at its end
 */
export const declarationsOf = (root: string, workspace: string): Declarations => {
  const { name: own, dependencies = {}, devDependencies = {} } = packageAt(root, workspace);
  // jest brings its globals along
  const ofTests = {
    ...dependencies,
    ...devDependencies,
    ...packageAt(root, '.').devDependencies,
    '@jest/globals': '*',
  };
  const used = new Set<string>();
  const undeclared: string[] = [];
  for (const file of globSync(`${workspace}/**/*.{ts,mjs}`, { cwd: root, exclude: OUTSIDE })) {
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

/** The packages that a text imports, without Node's own. */
export const packagesIn = (text: string): string[] =>
  [STATEMENT, DYNAMIC]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = '']) => path))
    .filter((path) => !/^(\.|node:)/.test(path))
    .map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
