/** Reason not to run a printed command as it stands, and the file that tests its effect instead. */
export interface Elsewhere {
  readonly why: string;
  readonly file: string;
  /** Text in the file that proves the test. */
  readonly saying: string;
}

const GATE = '.ci/run';
const operators = (saying: string): Elsewhere => ({
  why: 'wants records that are amiss, or servers: each has its scenario, in the same words',
  file: 'e2e/operators/operators.e2e.ts',
  saying,
});
const hours: Elsewhere = {
  why: 'takes hours, and packages of its own; that its words are known is checked beside this',
  file: 'infra/mutation/report.spec.ts',
  saying: 'reportOf',
};
const containers = (saying: string, file = 'e2e/faults/containers/site.e2e.ts'): Elsewhere => ({
  why: 'needs Docker',
  file,
  saying,
});

const moving: Elsewhere = { why: 'wants an old site', file: 'infra/move/moveSite.spec.ts', saying: 'beginMove(' };
const comparing: Elsewhere = {
  why: 'wants two sites',
  file: 'infra/move/commands.spec.ts',
  saying: 'compareSites(',
};

const releasing = (saying: string): Elsewhere => ({
  why: 'writes commits and tags',
  file: 'infra/release/release.spec.ts',
  saying,
});

/** Reasons by printed command. */
export const shownElsewhere: ReadonlyMap<string, Elsewhere> = new Map([
  ['npm test', { why: 'is what runs this', file: GATE, saying: 'npm test --silent' }],
  ['npm run e2e:short', { why: 'is what runs this', file: GATE, saying: 'npm run --silent e2e:short' }],
  ['npm run e2e', { why: 'takes hours', file: 'infra/scripts/testForms.mjs', saying: "e2e: { files: 'e2e:short'" }],
  ['.ci/run', { why: 'is what runs this', file: GATE, saying: 'Everything a change must pass' }],
  ['npm run check', { why: 'is run before this', file: GATE, saying: 'npm run --silent check' }],
  ['npm run format', { why: 'writes into the checkout', file: 'package.json', saying: '"check:style": "biome ci' }],
  [
    'npm run generate',
    {
      why: 'writes into the checkout',
      file: 'infra/deployment/written.spec.ts',
      saying: 'npm run generate',
    },
  ],
  ['npm run release -- --dry-run', releasing("run('release', '--dry-run'")],
  ['npm run release -- core --registry registry.example/almanac', releasing("'--registry'")],
  ['npm run release -- --registry registry.example/almanac', releasing("'--registry'")],
  ['npm run can-deploy -- core', releasing("run('canDeploy', 'core')")],
  ['npm run test:affected', { why: 'runs specs that run anyway', file: GATE, saying: 'npm test --silent' }],
  [
    'npm test --workspace services/calendar -- events',
    { why: 'runs specs that run anyway', file: GATE, saying: 'npm test --silent' },
  ],
  ['npm run mutate', hours],
  ['npm run mutate -- --sample 100 write', hours],
  ['npm run mutate -- --sample 300 --seed 1 messaging', hours],
  ['npm run mutate -- --sample 100 permissions write', hours],
  ['npm run mutate -- store', hours],
  ['npm run mutate -- --in libs/event-sourcing --by libs/event-sourcing store', hours],
  [
    'npm run start:native',
    {
      why: 'wants Java',
      file: 'e2e/conformance/startedByCommand.e2e.ts',
      saying: 'infra/native/main.ts',
    },
  ],
  [
    'docker build -f infra/docker/Dockerfile --target site --build-arg PART=infra/cli -t almanac .',
    containers('--target site --build-arg PART=infra/cli', 'infra/docker/localImages.sh'),
  ],
  ['docker run -p 8080:8080 -v almanac:/data almanac', containers("['run', '--detach'")],
  [
    'docker compose -f infra/docker/compose.yaml up --build',
    containers('are passed to it by compose', 'infra/deployment/written.spec.ts'),
  ],
  [
    'kubectl apply -k infra/kubernetes/example',
    { why: 'needs a cluster', file: 'infra/kubernetes/deployment.spec.ts', saying: 'parseAllDocuments' },
  ],
  [
    'MONGODB_URL=… KAFKA_BROKERS=… npm run ops -- restored core calendar redirection translation misc',
    operators("'restored', ...serviceNames"),
  ],
  ['MONGODB_URL=… npm run ops -- verify', operators("'verify', 'core', 'calendar'")],
  ['npm run ops -- lag', operators("ops(site, 'lag')")],
  ['npm run ops -- dead-letters', operators("ops(site(), 'dead-letters')")],
  ['npm run ops -- replay calendar.copies', operators("'replay', 'calendar.copies'")],
  ['npm run ops -- reset misc.feed', operators("'reset', 'calendar.copies'")],
  ['npm run ops -- resend core', operators("'resend', 'core'")],
  ['npm run ops -- discard calendar.copies tag-7', operators("'discard', 'calendar.copies'")],
  ['npm run ops -- rebuild core', operators("'rebuild', 'calendar'")],
  [
    'npm run ops -- signing-keys FOLDER',
    { why: 'writes keys', file: 'infra/operators/signingKeys.spec.ts', saying: 'the command signing-keys' },
  ],
  [
    'npm run ops -- topics',
    { why: 'needs a broker', file: 'infra/operators/topics.spec.ts', saying: 'the command topics' },
  ],
  ['npm run ops -- indexes', operators("ops(site, 'indexes'")],
  ['npm run ops -- backup FOLDER', operators("'backup', site.backup")],
  ['npm run ops -- restore FOLDER', operators("'restore', site.backup")],
  ['npm run ops -- restored core', operators("'restored', 'calendar'")],
  ['npm run ops -- erase user 7', operators("'erase', 'user'")],
  ['npm run ops -- …', operators('ops(site')],
  ['npm run history -- KIND ID', operators("history(site(), 'event'")],
  [
    'npm run engine',
    {
      why: 'runs until it is stopped',
      file: 'e2e/faults/killedEngine.e2e.ts',
      saying: 'libs/engine/src/main.ts',
    },
  ],
  [
    'npm run mcp',
    { why: 'runs until its input ends', file: 'infra/cli/mcpCommand.spec.ts', saying: "'infra/cli/main.ts', 'mcp'" },
  ],
  ['npm run move -- https://old.example --user ada --password "abcd efgh ijkl mnop" --dry-run', moving],
  [
    'npm run move -- https://old.example --user ada --password "abcd efgh ijkl mnop" --to https://new.example --to-user ada --to-password "…" --report moved.txt',
    moving,
  ],
  ['npm run move -- OLD', moving],
  ['npm run compare-sites -- https://old.example https://new.example --user ada --to-user ada', comparing],
  ['npm run compare-sites -- OLD NEW', comparing],
  [
    'npm run console',
    { why: 'installs packages of its own', file: 'infra/console/consoleBuild.spec.ts', saying: 'ensureConsole(' },
  ],
  [
    'npm run check:console',
    { why: 'is part of the checks before this', file: 'package.json', saying: '"check:console"' },
  ],
  ['npm run bench', { why: 'takes an hour', file: 'e2e/bench/compare/compare.e2e.ts', saying: 'compare' }],
  ['npm run sdk', { why: 'installs its generator first', file: 'e2e/sdk/sdk.e2e.ts', saying: "sdk('--out', client)" }],
  [
    'npm run sdk -- --site http://localhost:8080 --out almanac-client',
    { why: 'installs its generator first', file: 'e2e/sdk/sdk.e2e.ts', saying: "sdk('--site', " },
  ],
]);
