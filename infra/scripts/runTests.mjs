/**
 * Runs every workspace's specs, then the end-to-end tests on the engines that need no Docker (`ENGINES` names others),
 * tells which promise was shown on which engine, and ends with one line: `N passed, M failed`, with `, K skipped` where
 * there are any. The figures are those of jest's own reports of this run.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** What became of a workspace's tests; a file that could not even be loaded counts as one failure. */
const outcomeOf = (workspace) => {
  try {
    const report = read(`${workspace}/${REPORT}`);
    return {
      workspace,
      report,
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch (error) {
    if (error.code !== 'ENOENT' && error.name !== 'SyntaxError') throw error;
    return { workspace, passed: 0, failed: 1, skipped: 0, missing: true };
  }
};

const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const sum = (outcomes, member) => outcomes.reduce((total, outcome) => total + outcome[member], 0);

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

const outcomes = workspaces.map(outcomeOf);
console.log('');
for (const outcome of outcomes) {
  console.log(`${outcome.workspace.padEnd(24)}${outcome.missing ? 'gave no results' : line(outcome)}`);
}
const total = {
  passed: sum(outcomes, 'passed'),
  failed: sum(outcomes, 'failed'),
  skipped: sum(outcomes, 'skipped'),
};
const broken = specs !== 0 || scenarios !== 0;
const reports = outcomes.flatMap(({ report }) => report ?? []);
console.log(`\n${promiseTable(reports).join('\n')}`);
if (broken && total.failed === 0) console.log('A test run ended with an error of its own; see above.');
console.log(`\n${line(total)}`);
process.exitCode = broken || total.failed > 0 ? 1 : 0;
