/** `npm run mutate -- [--sample N] [--seed N] [--in PATH …] [--by PATH …] [scope …]`; see README.md. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { linkPackages } from '../linkPackages.ts';
import { changeOf, reportOf, staleIn } from './report.ts';
import { scopes } from './scopes.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const accepted = JSON.parse(readFileSync(join(root, 'infra/mutation/accepted.json'), 'utf8'));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string', multiple: true, default: [''] },
    by: { type: 'string', multiple: true, default: [''] },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(scopes, name));
if (unknown.length > 0) throw new RangeError(`no such scope: ${unknown}; there are ${Object.keys(scopes).join(', ')}`);
if (!/^[1-9]\d*$/.test(values.sample ?? '1')) throw new RangeError('--sample takes a whole number');

/** The files as they are now, with the packages of the checkout and the workspaces of the copy. */
const copyProject = () => {
  const copy = mkdtempSync(join(tmpdir(), 'almanac-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.toString().split('\0')) {
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  }
  linkPackages(root, copy);
  return copy;
};

const isBelow = (paths) => (file) => paths.some((path) => file.startsWith(path));

/** A scope as far as `--in` and `--by` leave it. */
const narrowed = ({ mutate, specs, ...scope }) => {
  const left = { ...scope, mutate: mutate.filter(isBelow(values.in)), specs: specs.filter(isBelow(values.by)) };
  if (left.mutate.length === 0) throw new RangeError(`${scope.name} has no file in ${values.in}`);
  if (left.specs.length === 0) throw new RangeError(`${scope.name} has no spec in ${values.by}`);
  return left;
};

const isWithin = (pattern, chosen) =>
  pattern.includes(':') && chosen.some(({ mutate }) => mutate.includes(pattern.split(':')[0]));

const optionsOf = (chosen) => ({
  plugins: [join(root, 'infra/mutation/plugin.mjs')],
  // ranges of files that are mutated as a whole anyway would narrow them
  mutate: chosen.flatMap(({ mutate }) => mutate.filter((one) => !isWithin(one, chosen))),
  scopes: chosen,
  specs: chosen[0].specs,
  seed: values.seed,
  sample: values.sample === undefined ? undefined : Number(values.sample),
  inPlace: true,
  testRunner: 'specs',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'infra/mutation/jest.config.mjs', enableFindRelatedTests: false },
  // the runner looks itself, spec file by spec file
  coverageAnalysis: 'off',
  checkers: ['sample'],
  ignorers: ['texts'],
  reporters: ['sample'],
  disableTypeChecks: false,
  concurrency: 1,
  // modules that jest has loaded stay in memory
  maxTestRunnerReuse: 50,
  // for what keeps the process from looking at its own limit
  timeoutMS: 1_800_000,
  logLevel: 'warn',
  allowConsoleColors: false,
  warnings: { unknownOptions: false, slow: false },
});

const mutantOf = ({ id, fileName, location, replacement, status, testsCompleted }) => {
  const file = relative(process.cwd(), fileName);
  return {
    id,
    file,
    line: location.start.line,
    status: status === 'Survived' && testsCompleted === 0 ? 'NoCoverage' : status,
    ...changeOf(readFileSync(file, 'utf8'), location, replacement),
  };
};

/** Runs scopes that have the same specs. */
const run = async (chosen) => {
  const results = (await new Stryker(optionsOf(chosen)).runMutationTest()).map(mutantOf);
  const samples = JSON.parse(readFileSync('samples.json', 'utf8'));
  for (const { name } of chosen) {
    const { ids, of } = samples[name];
    const drawn = results.filter(({ id }) => ids.includes(id));
    console.log(`\n${name}: ${reportOf(drawn, of, accepted).join('\n')}`);
  }
  for (const { file, before } of staleIn(accepted, results)) {
    console.log(`${file}: accepted, but no longer there: ${before}`);
  }
};

const copy = copyProject();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
process.chdir(copy);
const chosen = (positionals.length > 0 ? positionals : Object.keys(scopes)).map((name) =>
  narrowed({ name, ...scopes[name]() }),
);
for (const together of Map.groupBy(chosen, ({ specs }) => specs.join()).values()) await run(together);
