/** What Stryker lacks for this repository, as plugins: see README.md. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
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
import { DryRunStatus, MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as jestPlugins, strykerValidationSchema } from '@stryker-mutator/jest-runner';
import { isIn } from './scopes.mjs';

export { strykerValidationSchema };

/** The files through which the processes of a run communicate, in the copy of the project in which they work. */
const SPECS_OF_TESTS = 'specsOfTests.json';
const SAMPLES = 'samples.json';
const LATE = 'late.json';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, JSON.stringify(value));

/**
 * Runs spec files one by one. Stryker's own jest runner loads every spec file for each mutant and goes on after a failure;
 * and it takes what a `beforeAll` or an import runs for covered by all tests there are.
 */
class SpecRunner {
  #injector;
  #options;
  #specsOfTests;

  constructor(injector, options) {
    this.#injector = injector;
    this.#options = options;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  /** Which tests run which mutants: what runs outside of tests belongs to all tests of its file. */
  async dryRun(options) {
    const [tests, coverage, specsOfTests] = [[], { static: {}, perTest: {} }, {}];
    for (const spec of this.#options.specs) {
      const begun = performance.now();
      const result = await (await this.#jest(spec)).dryRun(options);
      if (result.status !== DryRunStatus.Complete) return result;
      const took = performance.now() - begun;
      for (const test of result.tests) {
        // its share of loading the file included, since Stryker makes its own time limit of these
        tests.push({ ...test, timeSpentMs: Math.ceil(took / result.tests.length) });
        specsOfTests[test.id] = [...(specsOfTests[test.id] ?? []), { spec, took }];
      }
      takeCoverage(result, coverage);
    }
    writeJson(SPECS_OF_TESTS, specsOfTests);
    writeJson(LATE, []);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverage };
  }

  /** Until a spec file sees the mutant: first those beside it, then the quick ones. */
  async mutantRun(options) {
    this.#specsOfTests ??= readJson(SPECS_OF_TESTS);
    const [{ id }, late] = [options.activeMutant, readJson(LATE)];
    if (late.includes(id)) return { status: MutantRunStatus.Timeout };
    const specs = new Map(
      options.testFilter.flatMap((test) => this.#specsOfTests[test].map(({ spec, took }) => [spec, took])),
    );
    const isBeside = ([spec]) => dirname(spec) === dirname(options.sandboxFileName);
    const inOrder = [...specs].sort((one, other) => isBeside(other) - isBeside(one) || one[1] - other[1]);
    let tests = 0;
    for (const [spec, took] of inOrder) {
      const result = await within(REST + 3 * took, (await this.#jest(spec)).mutantRun(options));
      if (result === undefined) {
        // what still runs in this process must not go on: Stryker starts another one, and asks again
        writeJson(LATE, [...late, id]);
        throw new Error(`${spec} did not end in time`);
      }
      if (result.status !== MutantRunStatus.Survived) return result;
      tests += result.nrOfTests;
    }
    return { status: MutantRunStatus.Survived, nrOfTests: tests };
  }

  async #jest(spec) {
    const { jest } = this.#options;
    const options = { ...this.#options, jest: { ...jest, config: { ...jest.config, testMatch: [spec] } } };
    const runner = this.#injector.provideValue(commonTokens.options, options).injectFunction(jestPlugins[0].factory);
    await runner.init();
    return runner;
  }
}

/** How much longer than before, beside three times as long, a spec file may take, ms. */
const REST = 15_000;

/** Undefined where it takes longer. */
const within = async (ms, work) => {
  const late = new AbortController();
  const waiting = pause(ms, undefined, { signal: late.signal }).catch(() => undefined);
  return Promise.race([work, waiting]).finally(() => late.abort());
};

/** Adds the coverage of one spec file, and forgets it where the jest runner adds it up. */
const takeCoverage = ({ tests, mutantCoverage: found = { static: {}, perTest: {} } }, coverage) => {
  for (const { id } of tests) {
    coverage.perTest[id] ??= {};
    const hits = coverage.perTest[id];
    for (const part of [found.static, found.perTest[id] ?? {}]) {
      for (const [mutant, count] of Object.entries(part)) hits[mutant] = (hits[mutant] ?? 0) + count;
    }
  }
  for (const part of [found.static, found.perTest]) for (const key of Object.keys(part)) delete part[key];
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

  onMutantTested({ id, status, fileName, location }) {
    if (!this.#ids.has(id)) return;
    this.#tested++;
    if (status !== 'Killed') console.log(`${status} ${fileOf({ fileName })}:${location.start.line}`);
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
    this.#ids ??= new Set(Object.values(readJson(SAMPLES)).flatMap(({ ids }) => ids));
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
