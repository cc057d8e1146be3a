/** What Stryker lacks for this repository, as plugins: see README.md. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CheckStatus } from '@stryker-mutator/api/check';
import {
  commonTokens,
  declareClassPlugin,
  declareFactoryPlugin,
  declareValuePlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as jestPlugins, strykerValidationSchema } from '@stryker-mutator/jest-runner';
import { canRun, isIn } from './scopes.mjs';

export { strykerValidationSchema };

/**
 * What the processes of a run, of which Stryker lets two work at once, tell one another, in the copy of the project in
 * which they work: what was drawn; a file for each spec file that was looked at; one for each mutant that took too long.
 */
const SAMPLES = 'samples.json';
const LOOKS = 'looks';
const LATE = 'late';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
  renameSync(`${file}.${process.pid}`, file);
};

const lookOf = (spec) => join(LOOKS, spec.replaceAll('/', '+'));
const known = (file) => (existsSync(file) ? readJson(file) : undefined);

const drawn = () => new Set(Object.values(readJson(SAMPLES)).flatMap(({ ids }) => ids));

/**
 * Runs spec files one by one, and looks what one runs when a mutant first asks for it: most mutants are seen by those
 * nearest to them. Stryker would run all of them before, and its own jest runner loads every spec file for each mutant,
 * goes on after a failure, and takes what a `beforeAll` or an import runs for covered by all tests there are.
 */
class SpecRunner {
  #injector;
  #options;

  constructor(injector, options) {
    this.#injector = injector;
    this.#options = options;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    for (const folder of [LOOKS, LATE]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    }
    const specs = { id: 'specs', name: 'specs', status: TestStatus.Success, timeSpentMs: 0 };
    return { status: DryRunStatus.Complete, tests: [specs] };
  }

  /** Until a spec file sees the mutant, the nearest first. */
  async mutantRun(options) {
    const { id } = options.activeMutant;
    if (existsSync(join(LATE, id))) return { status: MutantRunStatus.Timeout };
    let nrOfTests = 0;
    for (const spec of this.#inOrder(relative(process.cwd(), options.sandboxFileName), id)) {
      const { error, took, runs } = await this.#look(spec);
      if (error !== undefined) return { status: MutantRunStatus.Error, errorMessage: error };
      if (runs[id] === undefined) continue;
      const { tests, hits } = runs[id];
      const work = (await this.#jest(spec)).mutantRun({ ...options, testFilter: tests, hitLimit: HITS * hits });
      const result = await within(REST + 3 * took, work);
      if (result === undefined || result.status === MutantRunStatus.Timeout) {
        // what still runs or counts in this process must not go on: Stryker starts another one, and asks again
        writeJson(join(LATE, id), spec);
        throw new Error(`${spec} did not end in time`);
      }
      if (result.status !== MutantRunStatus.Survived) return result;
      nrOfTests += result.nrOfTests;
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /**
   * Those that can run a file: first those beside it, then those that are known to run the mutant, then others, the nearest
   * first, of the same place the quick ones.
   */
  #inOrder(file, id) {
    return this.#options.specs
      .filter((spec) => canRun(spec, file))
      .map((spec) => {
        const [look, near] = [known(lookOf(spec)), nearness(spec, file)];
        const first = dirname(spec) === dirname(file) || look?.runs[id] !== undefined;
        return { spec, first, near, took: look?.took ?? Number.MAX_VALUE };
      })
      .sort((one, other) => other.first - one.first || other.near - one.near || one.took - other.took)
      .map(({ spec }) => spec);
  }

  /**
   * Which of the drawn mutants a spec file runs, in which of its tests, and how long it takes: what runs outside of tests
   * belongs to all tests of its file. One that fails by itself is looked at again by the next mutant.
   */
  async #look(spec) {
    const before = known(lookOf(spec));
    if (before !== undefined) return before;
    const begun = performance.now();
    const result = await (await this.#jest(spec)).dryRun({ coverageAnalysis: 'perTest' });
    const took = performance.now() - begun;
    const failed = result.tests?.find(({ status }) => status === TestStatus.Failed);
    if (result.status !== DryRunStatus.Complete || failed !== undefined)
      return { error: `${spec} fails by itself: ${result.errorMessage ?? failed?.name}` };
    const look = { took, runs: takeCoverage(result, drawn()) };
    writeJson(lookOf(spec), look);
    return look;
  }

  async #jest(spec) {
    const { jest } = this.#options;
    const testMatch = [join(process.cwd(), spec)];
    const options = { ...this.#options, jest: { ...jest, config: { ...jest.config, testMatch } } };
    const runner = this.#injector.provideValue(commonTokens.options, options).injectFunction(jestPlugins[0].factory);
    await runner.init();
    return runner;
  }
}

/** How much longer than before, beside three times as long, a spec file may take, ms. */
const REST = 15_000;

/** How many times as often as before a mutant may be reached before its loop is called endless. */
const HITS = 100;

/** How many folders, from the root on, two files share; those beside each other come before those below. */
const nearness = (spec, file) => {
  const [one, other] = [dirname(spec).split('/'), dirname(file).split('/')];
  const apart = one.findIndex((folder, place) => folder !== other[place]);
  return apart === -1 ? one.length + (one.length === other.length) : apart;
};

/** Undefined where it takes longer. */
const within = async (ms, work) => {
  const late = new AbortController();
  const waiting = pause(ms, undefined, { signal: late.signal }).catch(() => undefined);
  return Promise.race([work, waiting]).finally(() => late.abort());
};

/** By mutant, what of a spec file's coverage is wanted; it is forgotten where the jest runner adds it up. */
const takeCoverage = ({ tests, mutantCoverage: found = { static: {}, perTest: {} } }, wanted) => {
  const runs = {};
  for (const { id: test } of tests) {
    const covered = { ...found.perTest[test] };
    for (const [id, count] of Object.entries(found.static)) covered[id] = (covered[id] ?? 0) + count;
    for (const [id, count] of Object.entries(covered)) {
      if (!wanted.has(id)) continue;
      runs[id] ??= { tests: [], hits: 0 };
      runs[id].tests.push(test);
      runs[id].hits += count;
    }
  }
  for (const part of [found.static, found.perTest]) for (const key of Object.keys(part)) delete part[key];
  return runs;
};

const createSpecRunner = (injector, options) => new SpecRunner(injector, options);
createSpecRunner.inject = tokens(commonTokens.injector, commonTokens.options);

const fileOf = ({ fileName }) => relative(process.cwd(), fileName);

/** A number that seed and mutant alone decide, so that a sample is the same each time. */
const rankOf = (seed, mutant) => {
  const { location, mutatorName, replacement } = mutant;
  const text = JSON.stringify([seed, fileOf(mutant), location, mutatorName, replacement]);
  return createHash('sha256').update(text).digest('hex');
};

/** Draws a sample of each scope once Stryker knows all mutants, and says how far it has come. */
class SampleReporter {
  #options;
  #ids = new Set();
  #tested = 0;
  static inject = tokens(commonTokens.options);

  constructor(options) {
    this.#options = options;
  }

  onMutationTestingPlanReady({ mutantPlans }) {
    const { seed, sample = Number.POSITIVE_INFINITY, scopes } = this.#options;
    const mutants = mutantPlans.map(({ mutant }) => mutant).filter(({ status }) => status !== 'Ignored');
    const samples = scopes.map((scope) => {
      const ranked = mutants
        .filter((mutant) => isIn(scope, fileOf(mutant), mutant.location.start.line + 1))
        .map((one) => [rankOf(seed, one), one.id]);
      const ids = ranked.sort().map(([, id]) => id);
      return [scope.name, { of: ids.length, ids: ids.slice(0, sample) }];
    });
    writeJson(SAMPLES, Object.fromEntries(samples));
    this.#ids = new Set(samples.flatMap(([, { ids }]) => ids));
  }

  onMutantTested({ id, status, statusReason = '', fileName, location }) {
    if (!this.#ids.has(id)) return;
    this.#tested++;
    const why = status === 'RuntimeError' ? ` ${statusReason.split('\n')[0]}` : '';
    if (status !== 'Killed') console.log(`${status} ${fileOf({ fileName })}:${location.start.line}${why}`);
    if (this.#tested % 10 === 0) console.log(`${this.#tested} of ${this.#ids.size}`);
  }
}

/** Lets only the sample through to the tests. */
class SampleChecker {
  #ids;

  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    this.#ids ??= drawn();
    const resultOf = ({ id }) =>
      this.#ids.has(id) ? { status: CheckStatus.Passed } : { status: CheckStatus.CompileError, reason: 'not drawn' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]));
  }
}

/** `log` of `log`, `this.#log` and `options.log`. */
const nameOf = (node) => node.property?.id?.name ?? node.property?.name ?? node.name ?? '';

const isError = ({ type, callee }) => type === 'NewExpression' && /Error$/.test(nameOf(callee));

/** Errors of our own have a code first, by which they are told apart. */
const isMessage = (node, parent) =>
  isError(parent) &&
  (/^(?:Aggregate|Range|Type)?Error$/.test(nameOf(parent.callee)) || parent.arguments.indexOf(node) > 0);

/** What people read: log lines, errors' messages and names, descriptions of routes and arguments, whole sentences. */
const TEXTS = {
  StringLiteral: (node, parent) => /^[A-Z{].* .*\.$/.test(node.value) || isMessage(node, parent),
  TemplateLiteral: (_, parent) => isError(parent),
  ObjectProperty: ({ key }) => ['description', 'summary'].includes(key.name),
  ClassProperty: ({ key }) => key.name === 'name',
  AssignmentExpression: ({ left }) => left.object?.type === 'ThisExpression' && nameOf(left) === 'name',
  CallExpression: ({ callee }) => callee.type === 'Super' || /^#?log$/.test(nameOf(callee.object ?? {})),
};

const texts = {
  shouldIgnore: ({ node, parent }) =>
    TEXTS[node.type]?.(node, parent) ? 'a text, which no test should repeat' : undefined,
};

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'specs', createSpecRunner),
  declareClassPlugin(PluginKind.Reporter, 'sample', SampleReporter),
  declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker),
  declareValuePlugin(PluginKind.Ignore, 'texts', texts),
];
