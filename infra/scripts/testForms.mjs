/**
 * The forms in which tests run. A file's name says which one it belongs to: `*.spec.ts` to `npm test`, `*.e2e.ts` in
 * `e2e/` to `npm run e2e:short`, which `npm run e2e` has longer. Each form leaves its results in `test-results/`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runOnContainers } from './containers.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of compiled code: thousands of processes of the tests load the same modules. */
const COMPILED = `${root}node_modules/.cache/compiled`;
/** What has a file run on containers alone. */
const CONTAINED = 'e2e/faults/containers/';
const JEST = 'node_modules/jest/bin/jest.js';
const LOOKS_LIKE_A_TEST = /\.(spec|e2e|test)\.[cm]?[jt]sx?$/;

/** The form whose files a test's file is one of; undefined where no form would ever run it. */
export const formOf = (path) => {
  if (path.endsWith('.spec.ts')) return 'test';
  return path.startsWith('e2e/') && path.endsWith('.e2e.ts') ? 'e2e:short' : undefined;
};

/** Whose files run in a copy of the repository alone. */
const FIXTURE = 'e2e/fixture-service/repository/';

/** All files that are named as tests are, from the root on. */
export const testFiles = () =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => LOOKS_LIKE_A_TEST.test(path) && !path.startsWith(FIXTURE));

/** True once a signal has told this run to end: it starts nothing more. */
let isEnding = false;

/** jest's report of a run, and whether jest ended well; no report where it did not come to that. */
const runJest = async (folder, environment = {}, more = []) => {
  if (isEnding) return { reports: [], broken: true };
  // other runs in the same tree have files of their own
  const output = `${root}test-results/jest-${process.pid}.json`;
  const config = ['--config', `${folder}jest.config.mjs`, '--rootDir', folder || '.'];
  // a suite that leaves something open has its tests counted all the same, and keeps nobody waiting
  const always = ['--forceExit', '--json', `--outputFile=${output}`];
  const jest = spawn(process.execPath, [JEST, ...config, ...always, ...more], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...environment },
  });
  const [status] = await untilItEnds(jest);
  const reports = reportsIn(output);
  rmSync(output, { force: true });
  return { reports, broken: status !== 0 };
};

/** Ctrl-C reaches what was started too; this process waits for that, and ends what else it has started. */
const untilItEnds = async (child) => {
  const wait = () => {
    isEnding = true;
  };
  const passOn = (signal) => {
    wait();
    child.kill(signal);
  };
  process.on('SIGTERM', passOn).on('SIGINT', wait);
  try {
    return await once(child, 'exit');
  } finally {
    process.off('SIGTERM', passOn).off('SIGINT', wait);
  }
};

const reportsIn = (file) => {
  try {
    return [JSON.parse(readFileSync(file, 'utf8'))];
  } catch (error) {
    if (error.code !== 'ENOENT' && error.name !== 'SyntaxError') throw error;
    return [];
  }
};

/** Runs files of tests while a store and a broker run for all of them, if they can and are not given. */
const onServers = async (engines, filters, run) => {
  const { lackingJava } = await import('../native/lackingJava.ts');
  const given = process.env.MONGODB_URL !== undefined && process.env.KAFKA_BROKERS !== undefined;
  // a few files start what they need themselves
  const few = filters.length > 0;
  if (few || given || !engines.includes('native') || lackingJava() !== undefined) return run({});
  const { startServers } = await import('../native/nativeServers.ts');
  const { mongodbUrl, brokers, stop } = await startServers();
  try {
    return await run({ TEST_SERVERS: JSON.stringify({ mongodbUrl, brokers }) });
  } finally {
    await stop();
  }
};

/** Why an engine is not asked for. */
const notAsked = (asked) =>
  Object.fromEntries(
    ['embedded', 'native'].filter((name) => !asked.includes(name)).map((name) => [name, `ENGINES=${asked}`]),
  );

const EVERYWHERE = 'embedded,native,containers';
/** What hurts whole sites of processes, or crowds them, has the machine for itself. */
const ALONE = ['faults/native', 'hostile'];
const aloneFiles = ['--testMatch', ...ALONE.map((folder) => `<rootDir>/${folder}/**/*.e2e.ts`)];
const otherFiles = ['--testMatch', '<rootDir>/**/*.e2e.ts', ...ALONE.map((folder) => `!**/e2e/${folder}/**`)];

/** A worker that has grown is replaced between two files: near Node's 4 GB it would pause for long. */
const WORKERS = ['--maxWorkers=100%', '--workerIdleMemoryLimit=1500MB'];

const specs = async (filters) => {
  const engines = process.env.ENGINES ?? 'embedded,native';
  const run = (servers) => runJest('', { ...servers, ENGINES: engines }, [...WORKERS, ...filters]);
  return { ...(await onServers(engines, filters, run)), notRun: {}, lacking: notAsked(engines) };
};

/** What some files on containers came to, or the reason why there is nothing. */
const onContainers = (filters) => {
  if (filters.length > 0) return { reason: 'only some files were asked for' };
  return isEnding ? { reason: 'the run was ended' } : runOnContainers(root);
};

const whole = async (filters) => {
  const engines = process.env.ENGINES ?? 'embedded,native';
  const run = async (servers) => {
    const environment = { ...servers, ENGINES: engines };
    const others = await runJest('e2e/', environment, [...WORKERS, '--passWithNoTests', ...filters, ...otherFiles]);
    const alone = await runJest('e2e/', environment, ['--passWithNoTests', ...filters, ...aloneFiles]);
    return { reports: [...others.reports, ...alone.reports], broken: others.broken || alone.broken };
  };
  const onEngines = await onServers(engines, filters, run);
  const contained = await onContainers(filters);
  const reports = [...onEngines.reports, ...(contained.report === undefined ? [] : [contained.report])];
  const notRun = contained.report === undefined ? { [CONTAINED]: contained.reason } : {};
  return { ...onEngines, reports, notRun, lacking: { ...notAsked(engines), containers: contained.reason } };
};

const long = async (filters) => {
  const engines = process.env.ENGINES ?? EVERYWHERE;
  const FUZZ_SEED = process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31);
  const run = (servers) => runJest('e2e/', { ...servers, ENGINES: engines, LONG: '1', FUZZ_SEED }, filters);
  const notRun = engines.includes('containers') ? {} : { [CONTAINED]: `ENGINES=${engines}` };
  return { ...(await onServers(engines, filters, run)), notRun, lacking: notAsked(engines) };
};

/** By name; each says what it runs. */
export const forms = {
  test: { files: 'test', run: specs },
  'e2e:short': { files: 'e2e:short', run: whole },
  e2e: { files: 'e2e:short', run: long },
};

const resultsOf = (form) => `${root}test-results/${form.replace(':', '-')}.json`;

/**
 * Runs a form.
 * @param filters jest's: parts of paths; without them all files of the form
 * @returns its results: jest's `reports`, `notRun` (folders that were left out, and why), `lacking` (engines, and why),
 *   and whether jest ended otherwise than well; they are kept too
 */
export const runForm = async (form, filters = []) => {
  mkdirSync(`${root}test-results`, { recursive: true });
  rmSync(resultsOf(form), { force: true });
  const results = { form, ...(await forms[form].run(filters)) };
  writeFileSync(resultsOf(form), JSON.stringify(results));
  return results;
};

/** The results that the last run of a form has left; undefined where there are none. */
export const keptResults = (form) => reportsIn(resultsOf(form))[0];
