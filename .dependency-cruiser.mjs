const ADAPTERS = 'libs/(event-store|documents)/src/(sqlite|mongodb)|libs/messaging/src/(embedded|kafka)';

/** Who may import whom (architecture §1): dependencies point inwards, adapters are chosen at the edge alone. */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
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
      to: { path: '^(services/|libs/(event-store|documents|aggregates|production|messaging/src/embedded))' },
    },
    {
      name: 'adapters-only-at-the-edge',
      comment:
        'main.ts, what production services are run by, the all-in-one starter, tests and benchmarks choose adapters.',
      severity: 'error',
      from: {
        path: '^(services|gateway|libs)/',
        pathNot: ['/main\\.ts$', '^libs/production/', '\\.spec\\.ts$', '\\.contract\\.ts$', ADAPTERS],
      },
      to: { path: ADAPTERS },
    },
    {
      name: 'production-only-from-main',
      severity: 'error',
      from: { path: '^(services|gateway|libs)/', pathNot: ['/main\\.ts$', '^libs/production/'] },
      to: { path: '^libs/production/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^libs/domain/src', pathNot: 'testing\\.ts$' },
      to: { pathNot: '^libs/domain/src' },
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
      name: 'resolvable',
      comment: 'The packages of mutation testing are installed when it is first run.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@stryker-mutator/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'test-results|node_modules/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
