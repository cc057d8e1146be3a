import { type ResolveFnOutput, type ResolveHookContext, registerHooks } from 'node:module';

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

type Resolve = (specifier: string, context: ResolveHookContext, next: NextResolve) => ResolveFnOutput;

const PACKAGES = '/node_modules/';
/** Begins the names of the project's workspaces, which are the same for all modules. */
const WORKSPACES = '@almanac/';

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

/**
 * Returns a resolver for imports between the project's own sources. They name a TypeScript file, so their address needs
 * no look at files, of which Node takes about five. A workspace resolves alike for all modules, another package for
 * those of a folder. Imports by packages resolve as in Node, except that unused parts are an empty module.
 */
export const createSourceResolver = (): Resolve => {
  const known = new Map<string, ResolveFnOutput>();
  return (specifier, context, next) => {
    const { parentURL: parent } = context;
    if (parent === undefined || !parent.startsWith('file:')) return next(specifier, context);
    if (parent.includes(PACKAGES)) return isUnused(specifier, parent) ? NOTHING : next(specifier, context);
    const folder = parent.slice(0, parent.lastIndexOf('/'));
    if (specifier.startsWith('.'))
      return specifier.endsWith('.ts') ? sourceAt(folder, specifier) : next(specifier, context);
    if (specifier === 'node:http') return HTTP;
    const key = specifier.startsWith(WORKSPACES) ? specifier : `${folder} ${specifier}`;
    const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(key, found);
    return found;
  };
};

const sourceAt = (from: string, specifier: string): ResolveFnOutput => {
  let [folder, path] = [from, specifier];
  for (;;) {
    if (path.startsWith('./')) path = path.slice(2);
    else if (path.startsWith('../')) {
      folder = folder.slice(0, folder.lastIndexOf('/'));
      path = path.slice(3);
    } else return { url: `${folder}/${path}`, format: 'module-typescript', shortCircuit: true };
  }
};

/** Resolves the imports of this process by `createSourceResolver`, which takes a quarter of a start off (docs/adr/0075). */
export const resolveSources = (): void => {
  registerHooks({ resolve: createSourceResolver() });
};
