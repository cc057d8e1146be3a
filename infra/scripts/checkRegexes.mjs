/**
 * Fails on a regular expression whose matching may take longer than in proportion to the length of a text
 * (`npm run check`). Tests, benchmarks, tools of development, which read this repository alone, and the console,
 * which runs in the browser of its user, are not examined.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import exceptions from './regexExceptions.json' with { type: 'json' };
import { faultsOf, regexesIn } from './regexes.mjs';

/** Files that start a process when they are loaded. */
const STARTS = /(?:^|\/)(?:main|\w+Main)\.ts$/;
const NOT_EXAMINED = [
  /(?:^|\/)(?:node_modules|scripts)(?:\/|$)|^infra\/(?:deployment|docs-site|mutation)(?:\/|$)|^services\/console(?:\/|$)/,
  /\.(?:spec|contract|d)\.m?ts$|\/testing(?:\/|\.ts$|$)/,
];

const paths = globSync('{gateway,infra,libs,services}/**/*.{ts,mjs,js}', {
  exclude: (path) => NOT_EXAMINED.some((pattern) => pattern.test(path)),
});

/** The place of the code that composes an expression: behind this function, `note` and the handler of the proxy. */
const composingPlace = () => {
  const [, , , , frame = ''] = new Error().stack.split('\n    at ');
  return /file:.*:\d+:\d+/.exec(frame)?.[0];
};

/**
 * Loads modules, and notes the expressions that they compose meanwhile.
 * @returns {Promise<Map<string, { source: string, flags: string }[]>>} by place
 */
const compositionsOf = async (modules) => {
  const { RegExp: Original } = globalThis;
  const noted = new Map();
  const note = (regex) => {
    noted.getOrInsertComputed(composingPlace(), () => []).push({ source: regex.source, flags: regex.flags });
    return regex;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (_, [source, flags]) => note(new Original(source, flags)),
    apply: (_, __, [source, flags]) => note(Original(source, flags)),
  });
  for (const path of modules) await import(pathToFileURL(path));
  globalThis.RegExp = Original;
  return noted;
};

/** Bounds of the steps of an examination, not of its time, so that its result is the same on a busy machine. */
const LIMITS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  maxNFASize: 10_000,
  maxRepeatCount: 10,
  maxDegree: 2,
  maxIteration: 2,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 20,
  crossoverSize: 10,
  maxGeneStringSize: 1_000,
  incubationLimit: 10_000,
  maxAttackStringSize: 2_000,
  attackLimit: 200_000,
};

/** Loads recheck in the form for browsers, which needs neither Java nor a program of its own. */
const loadJudge = async () => {
  const { default: recheck } = await import('recheck/lib/browser.js');
  const known = new Map();
  return (source, flags) =>
    known.getOrInsertComputed(`/${source}/${flags}`, () => {
      const { status, complexity, error } = recheck.checkSync(source, flags, LIMITS);
      return status === 'safe'
        ? undefined
        : `is ${complexity?.summary ?? `unknown: ${error.kind} ${error.message ?? ''}`}`;
    });
};

const composed = await compositionsOf(
  paths.filter((path) => /^(?:gateway|libs|services)\/.*\.ts$/.test(path) && !STARTS.test(path)),
);
const compositionsAt = (path, { line, column, source, flags }) =>
  source === undefined ? (composed.get(`${pathToFileURL(path)}:${line}:${column}`) ?? []) : [{ source, flags }];

const regexes = paths.flatMap((path) =>
  regexesIn(readFileSync(path, 'utf8')).map((regex) => ({ ...regex, path, compositions: compositionsAt(path, regex) })),
);
const faults = faultsOf(regexes, exceptions, await loadJudge());
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    `Make it linear, or name the bound of its input in ${fileURLToPath(new URL('regexExceptions.json', import.meta.url))}.`,
  );
  process.exitCode = 1;
}
