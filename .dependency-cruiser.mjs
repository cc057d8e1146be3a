import { readdirSync, readFileSync } from 'node:fs';

const ADAPTERS = 'libs/(event-store|documents)/src/(sqlite|mongodb)|libs/messaging/src/(embedded|kafka)';

/** The files of a service that put its slices together. */
const COMPOSING = '(app|main|service)\\.ts$';
const TESTS = '\\.(spec|contract)\\.ts$';

/** It has packages of its own, and a check of its own (`npm run check:console`). */
const CONSOLE = 'console';

const foldersOf = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/**
 * The slices of each service, and the parts of a slice that is a module of its own, from the lowest up, as the service's
 * package.json says them. A slice imports those before it and none after it, so no slices import one another in a circle.
 * What a lower one asks of a higher one is a port that is handed to it (`services/core/src/ports.ts`).
 */
const SLICES = Object.fromEntries(
  foldersOf('services').flatMap((service) => {
    if (service === CONSOLE) return [];
    const { slices } = JSON.parse(readFileSync(`services/${service}/package.json`, 'utf8'));
    return Object.entries({ src: [], ...slices }).map(([folder, order]) => [`services/${service}/${folder}`, order]);
  }),
);

for (const [folder, slices] of Object.entries(SLICES)) {
  const folders = foldersOf(folder);
  const missing = slices.filter((slice) => !folders.includes(slice));
  if (missing.length > 0) throw new Error(`${folder}: there is no folder for the slices ${missing.join(', ')}`);
  const unordered = folders.filter((slice) => !slices.includes(slice));
  if (unordered.length > 0)
    throw new Error(`${folder}: give ${unordered.join(', ')} a place among the slices in the service's package.json`);
}

/** A slice imports none of those above it. */
const slicesOf = ([folder, slices]) =>
  slices.slice(0, -1).map((slice, index) => ({
    name: `slices-import-downwards: ${folder}/${slice}`,
    severity: 'error',
    from: { path: `^${folder}/${slice}/`, pathNot: TESTS },
    to: { path: `^${folder}/(${slices.slice(index + 1).join('|')})/` },
  }));

/** Who may import whom (docs/architecture.md §1): dependencies point inwards, adapters are chosen at the edge alone. */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-service-to-service',
      comment: 'Services talk through integration events and internal requests.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'gateway-knows-no-data',
      severity: 'error',
      from: { path: '^gateway/' },
      to: {
        path: '^(services/|libs/(event-store|documents|event-sourcing|service/src/(process|operations)|messaging/src/embedded))',
      },
    },
    {
      name: 'adapters-only-at-the-edge',
      comment:
        'main.ts, what runs a service as a process, the all-in-one starter, tests and benchmarks choose adapters.',
      severity: 'error',
      from: {
        path: '^(services|gateway|libs)/',
        pathNot: ['/main\\.ts$', '^libs/service/src/process/', '\\.spec\\.ts$', '\\.contract\\.ts$', ADAPTERS],
      },
      to: { path: ADAPTERS },
    },
    {
      name: 'service-process-only-from-main',
      severity: 'error',
      from: { path: '^(services|gateway|libs)/', pathNot: ['/main\\.ts$', '^libs/service/src/process/'] },
      to: { path: '^libs/service/src/process/' },
    },
    {
      name: 'aggregates-are-pure',
      severity: 'error',
      from: { path: '^libs/event-sourcing/src/(aggregate|upcast)\\.ts$' },
      to: { pathNot: '^libs/event-sourcing/src/(aggregate|upcast)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rest-runs-no-write-side-code',
      comment: 'Routes get commands as a port; what a version condition or a kept key refuses is decided in rest.',
      severity: 'error',
      from: { path: '^libs/rest/src/', pathNot: TESTS },
      to: { path: '^libs/(event-sourcing|event-store)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'event-sourcing-knows-no-routes-and-permissions',
      severity: 'error',
      from: { path: '^libs/(event-sourcing|event-store|documents)/src/', pathNot: TESTS },
      to: { path: '^libs/(rest|contracts|manifest|service|identity)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'libs-below-services',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|gateway|infra|e2e)/' },
    },
    {
      name: 'no-test-code',
      severity: 'error',
      from: { pathNot: '\\.(spec|contract)\\.ts$|^e2e/' },
      to: { path: '\\.spec\\.ts$' },
    },
    {
      name: 'what-runs-services-is-above-them',
      severity: 'error',
      from: { path: '^(services|gateway)/' },
      to: { path: '^(infra|e2e)/' },
    },
    ...Object.entries(SLICES).flatMap(slicesOf),
    {
      name: 'composing-files-are-on-top',
      comment: 'Slices, and the files that they share, know nothing of what puts them together.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/', pathNot: [`^services/[^/]+/src/${COMPOSING}`, TESTS] },
      to: { path: `^services/$1/src/${COMPOSING}` },
    },
    {
      name: 'shared-files-import-no-slice',
      comment: 'The files beside the slices are what all of them share.',
      severity: 'error',
      from: {
        path: '^services/([^/]+)/src/[^/]+$',
        pathNot: [`^services/[^/]+/src/${COMPOSING}`, TESTS],
      },
      to: { path: '^services/$1/src/[^/]+/' },
    },
    {
      name: 'parts-of-accounts-import-nothing-beside-them',
      severity: 'error',
      from: { path: '^services/core/src/accounts/[^/]+/', pathNot: TESTS },
      to: { path: '^services/core/src/accounts/[^/]+$' },
    },
    {
      name: 'accounts-are-behind-their-port',
      comment: 'The rest of core asks `core.accounts`; only the mapping of events and the composing files know more.',
      severity: 'error',
      from: {
        path: '^services/core/src/',
        pathNot: ['^services/core/src/(accounts|integration)/', `^services/core/src/${COMPOSING}`, TESTS],
      },
      to: { path: '^services/core/src/accounts/' },
    },
    {
      name: 'resolvable',
      comment:
        'The packages of mutation testing, of releases and of the docs site are installed when each is first run.',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: '^(@stryker-mutator/|astro[:/]|@astrojs/|starlight-|@sigstore/|@changesets/)',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '\\.d\\.mts$|^services/console/|test-results|node_modules/|^infra/docs-site/(?:built|src)/|^infra/sdk/(?:client|examples)/|^e2e/fixture-service/repository/|^e2e/sdk/consumer/|^e2e/field/clients/(?:platforms/)?[^/]*\\.[mc]js$',
    },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
