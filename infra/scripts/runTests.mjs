/**
 * Runs every workspace's specs, then the end-to-end tests on the engines that need no Docker (`ENGINES` names others)
 * and, with `CONTAINERS`, some of them on containers. It tells which promise was shown on which engine, and ends with one
 * line: `N passed, M failed`, with `, K skipped` where there are any; what of the promises is not shown counts as skipped.
 * The figures are those of jest's own reports of this run.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnContainers } from './containers.mjs';
import { promiseTable } from './promises.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const REPORT = 'test-results/results.json';

const run = (command, ...args) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  }).status ?? 1;

const read = (file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8'));

/** The workspaces that have tests, as folders. */
const tested = () =>
  read('package.json')
    .workspaces.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .filter((file) => read(file).scripts?.test !== undefined)
    .map((file) => dirname(file))
    .sort();

/** What became of tests; a file that could not even be loaded counts as one failure. */
const outcome = (workspace, report) => ({
  workspace,
  report,
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
});

const outcomeOf = (workspace) => {
  try {
    return outcome(workspace, read(`${workspace}/${REPORT}`));
  } catch (error) {
    if (error.code !== 'ENOENT' && error.name !== 'SyntaxError') throw error;
    return { workspace, passed: 0, failed: 1, skipped: 0, missing: true };
  }
};

const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const sum = (outcomes, member) => outcomes.reduce((total, each) => total + each[member], 0);

/** Containers come last, and only where the tests before them have left time. */
const onContainers = async () => {
  if (asked.includes('containers')) return {};
  if (process.env.CONTAINERS === undefined) return { reason: 'npm run e2e, or CONTAINERS=1' };
  const minutes = (Date.now() - began) / 60_000;
  if (minutes > CONTAINERS_BEFORE) return { reason: `the tests before took ${Math.round(minutes)} minutes` };
  return runOnContainers(root);
};

const began = Date.now();
const CONTAINERS_BEFORE = 30;
const asked = (process.env.ENGINES ?? 'embedded,native').split(',');
const workspaces = tested();
for (const workspace of workspaces) rmSync(`${root}${workspace}/${REPORT}`, { force: true });

const specs = run(
  `${root}node_modules/.bin/turbo`,
  'run',
  'test',
  '--filter=!@almanac/e2e',
  '--force',
  '--continue',
  '--concurrency=2',
  '--output-logs=errors-only',
  '--log-order=grouped',
  '--ui=stream',
  // a suite that leaves something open has its tests counted all the same, and keeps nobody waiting
  '--',
  '--forceExit',
);
const scenarios = run('npm', 'test', '--silent', '--workspace', 'e2e', '--', '--forceExit');

const contained = await onContainers();

const outcomes = workspaces.map(outcomeOf);
if (contained.report !== undefined) outcomes.push(outcome('e2e on containers', contained.report));
console.log('');
for (const each of outcomes) {
  console.log(`${each.workspace.padEnd(24)}${each.missing ? 'gave no results' : line(each)}`);
}
const broken = specs !== 0 || scenarios !== 0;
const reports = outcomes.flatMap(({ report }) => report ?? []);
const notAsked = Object.fromEntries(
  ['embedded', 'native'].filter((name) => !asked.includes(name)).map((name) => [name, `ENGINES=${asked}`]),
);
const table = promiseTable(reports, { ...notAsked, containers: contained.reason });
console.log(`\n${table.lines.join('\n')}`);
const total = {
  passed: sum(outcomes, 'passed'),
  failed: sum(outcomes, 'failed'),
  skipped: sum(outcomes, 'skipped') + table.unexplained,
};
if (broken && total.failed === 0) console.log('A test run ended with an error of its own; see above.');
console.log(`\n${line(total)}`);
process.exitCode = broken || total.failed > 0 ? 1 : 0;
