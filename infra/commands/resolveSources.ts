import { type ResolveFnOutput, type ResolveHookContext, registerHooks } from 'node:module';

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

type Resolve = (specifier: string, context: ResolveHookContext, next: NextResolve) => ResolveFnOutput;

const PACKAGES = '/node_modules/';
/** Begins the names of the project's workspaces, which are the same for all modules. */
const WORKSPACES = '@almanac/';
/** The folder of the project. */
const PROJECT = new URL('../../', import.meta.url).href;
/** The folder of a workspace's sources; packages are installed beside or above it, never in it. */
const SOURCES = '/src/';
/** A file of a package, as an ECMAScript module of the same package names it. */
const FILE_OF_PACKAGE = /^\.\.?\/[\w./-]+\.m?js$/;

/** Parts of packages that no code of a site uses: folder of the importing package, and specifiers. */
const UNUSED = [
  // zod's messages in other languages than English: this project words its own
  { of: `${PACKAGES}zod/v4/`, specifier: '../locales/index.js' },
  // exemplars of prom-client, which are switched off
  { of: `${PACKAGES}prom-client/`, specifier: '@opentelemetry/api' },
  // quantiles of summaries, of which there are none
  { of: `${PACKAGES}prom-client/`, specifier: 'tdigest' },
  // applications of Express and its readers of bodies and files: services use its router alone
  { of: `${PACKAGES}express/`, specifier: './application' },
  { of: `${PACKAGES}express/`, specifier: './request' },
  { of: `${PACKAGES}express/`, specifier: './response' },
  { of: `${PACKAGES}express/`, specifier: 'body-parser' },
  { of: `${PACKAGES}express/`, specifier: 'serve-static' },
] as const;

/** A module without exports. */
const NOTHING: ResolveFnOutput = {
  url: new URL('nothing.cjs', import.meta.url).href,
  format: 'commonjs',
  shortCircuit: true,
};

/** Replaces `node:http`, an import of which loads undici too. */
const HTTP: ResolveFnOutput = {
  url: new URL('httpWithoutUndici.ts', import.meta.url).href,
  format: 'module-typescript',
  shortCircuit: true,
};

const isUnused = (specifier: string, parent: string): boolean =>
  UNUSED.some((each) => specifier === each.specifier && parent.includes(each.of));

const isFileOfPackage = (specifier: string, { conditions }: ResolveHookContext): boolean =>
  conditions.includes('import') && FILE_OF_PACKAGE.test(specifier);

/** Returns the folder for whose modules a package resolves alike: that of the workspace, else of the module. */
const folderOfPackages = (parent: string): string => {
  const sources = parent.startsWith(PROJECT) ? parent.indexOf(SOURCES, PROJECT.length) : -1;
  return parent.slice(0, sources === -1 ? parent.lastIndexOf('/') : sources);
};

/**
 * Returns a resolver for imports between the project's own sources. They name a TypeScript file, so their address needs
 * no look at files, of which Node takes about five. A workspace resolves alike for all modules, another package for
 * those of a workspace. Modules of packages import files of their package by name, so Node finds only the format.
 * Other imports by packages resolve as in Node, except that unused parts are an empty module.
 */
export const createSourceResolver = (): Resolve => {
  const known = new Map<string, ResolveFnOutput>();
  return (specifier, context, next) => {
    const { parentURL: parent } = context;
    if (parent === undefined || !parent.startsWith('file:')) return next(specifier, context);
    const isOfPackage = parent.includes(PACKAGES);
    const named = isOfPackage ? namedInPackage(parent, specifier, context) : namedInSource(parent, specifier);
    if (named !== undefined) return named;
    if (isOfPackage || specifier.startsWith('.')) return next(specifier, context);
    const key = specifier.startsWith(WORKSPACES) ? specifier : `${folderOfPackages(parent)} ${specifier}`;
    const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(key, found);
    return found;
  };
};

const namedInPackage = (
  parent: string,
  specifier: string,
  context: ResolveHookContext,
): ResolveFnOutput | undefined => {
  if (isUnused(specifier, parent)) return NOTHING;
  return isFileOfPackage(specifier, context) ? fileAt(parent, specifier) : undefined;
};

const namedInSource = (parent: string, specifier: string): ResolveFnOutput | undefined => {
  if (specifier === 'node:http') return HTTP;
  if (specifier.startsWith('node:')) return { url: specifier, shortCircuit: true };
  const isSource = specifier.startsWith('.') && specifier.endsWith('.ts');
  return isSource ? { ...fileAt(parent, specifier), format: 'module-typescript' } : undefined;
};

/** Returns the address of a file by its path from a module. */
const fileAt = (parent: string, specifier: string): ResolveFnOutput => {
  let [folder, path] = [parent.slice(0, parent.lastIndexOf('/')), specifier];
  for (;;) {
    if (path.startsWith('./')) path = path.slice(2);
    else if (path.startsWith('../')) {
      folder = folder.slice(0, folder.lastIndexOf('/'));
      path = path.slice(3);
    } else return { url: `${folder}/${path}`, shortCircuit: true };
  }
};

/** Resolves the imports of this process by `createSourceResolver`, which takes a quarter of a start off (docs/adr/0075). */
export const resolveSources = (): void => {
  registerHooks({ resolve: createSourceResolver() });
};
