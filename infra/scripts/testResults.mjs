/** What test runs have shown, counted and told. Results are those of `runForm` in `testForms.mjs`. */
import { stripVTControlCharacters } from 'node:util';

const isIn = (folder, path) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** `services/core/src/a.spec.ts` is of `services/core`, `infra/native/b.spec.ts` of `infra`. */
const workspaceOf = (path) => /^(?:(?:libs|services)\/)?[^/]+/.exec(path)?.[0] ?? path;

/** Why tests that did not run were skipped: what a title has after “skipped:”. */
export const reasonIn = (name) => /skipped: (.*?)(?= › |$)/.exec(name)?.[1];

/** The tests of a report, each with its file from `root` on, full name and status. */
export const testsOf = (report, root) =>
  report.testResults.flatMap((file) =>
    file.assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: file.name.replace(root, ''),
      name: [...ancestorTitles, title].join(' › '),
      status,
    })),
  );

const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});
const STATUS = { passed: { ...NOTHING, passed: 1 }, failed: { ...NOTHING, failed: 1 } };

/** True if a file failed outside its tests: it could not be loaded, or what follows its tests failed. */
const failedOutsideTests = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');

/** Each file with what became of its tests; one that failed outside its tests counts as a failure. */
const filesOf = ({ reports }, root) =>
  reports.flatMap((report) =>
    report.testResults.map((file) => {
      const counted = file.assertionResults.map(({ status }) => STATUS[status] ?? { ...NOTHING, skipped: 1 });
      const path = file.name.replace(root, '');
      return { path, ...[...counted, ...(failedOutsideTests(file) ? [STATUS.failed] : [])].reduce(add, NOTHING) };
    }),
  );

/** Skipped tests whose title gives no reason. */
const unexplained = ({ reports }, root) =>
  reports
    .flatMap((report) => testsOf(report, root))
    .filter(({ name, status }) => status !== 'passed' && status !== 'failed' && reasonIn(name) === undefined)
    .map(({ file, name }) => `${file}: ${name}, skipped without a reason in its title`);

/** Files of the form of which there are no results, with the reason or without one. */
const absent = (results, expected, root) => {
  const seen = new Set(filesOf(results, root).map(({ path }) => path));
  const folders = Object.entries(results.notRun);
  return expected
    .filter((path) => !seen.has(path))
    .map((path) => ({ path, reason: folders.find(([folder]) => isIn(folder, path))?.[1] }));
};

/**
 * What a form's results come to.
 * @param results undefined where the form left none
 * @param expected the files that belong to the form, from the root on
 * @returns the sum, the sums of the workspaces, and `faults`: what passed unseen, each counted as a failure
 */
export const countedResults = (results, expected, root) => {
  if (results === undefined) {
    return { total: STATUS.failed, workspaces: new Map(), faults: ['There are no results.'], skipped: [] };
  }
  const workspaces = new Map();
  for (const { path, ...counts } of filesOf(results, root)) {
    const name = workspaceOf(path);
    workspaces.set(name, add(workspaces.get(name) ?? NOTHING, counts));
  }
  const gone = absent(results, expected, root);
  const silent = gone.filter(({ reason }) => reason === undefined).map(({ path }) => `${path} gave no results.`);
  const faults = [...silent, ...unexplained(results, root)];
  const sum = [...workspaces.values()].reduce(add, NOTHING);
  const notRun = gone.filter(({ reason }) => reason !== undefined);
  const total = add(sum, { passed: 0, failed: faults.length, skipped: notRun.length });
  if (results.broken && total.failed === 0) {
    return {
      workspaces,
      skipped: notRun,
      total: add(total, STATUS.failed),
      faults: ['jest ended with an error.'],
    };
  }
  return { total, workspaces, faults, skipped: notRun };
};

export const sumOf = (totals) => totals.reduce(add, NOTHING);

/** `12 passed, 0 failed, 1 skipped` */
export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const MAX_LISTED_FAILURES = 20;
const MAX_MESSAGE_LINES = 12;

/** The first lines of a message, indented, without colours. */
const firstLines = (message) => {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const more = lines.length > MAX_MESSAGE_LINES ? ['…'] : [];
  return [...lines.slice(0, MAX_MESSAGE_LINES), ...more].map((each) => `    ${each}`.trimEnd());
};

/** Each failed test of a report by file and full name, and each file that failed outside its tests, with its message. */
const failedTests = (report, root) =>
  report.testResults.flatMap((file) => {
    const path = file.name.replace(root, '');
    if (failedOutsideTests(file)) return [{ name: path, message: file.message ?? '' }];
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ ancestorTitles, title, failureMessages = [] }) => ({
        name: `${path}: ${[...ancestorTitles, title].join(' › ')}`,
        message: failureMessages.join('\n'),
      }));
  });

/**
 * Names the failures of a form: at most 20 tests, with the first 12 lines of each message, then the faults of its count.
 * @param results undefined where the form left none
 * @param faults of `countedResults`
 */
export const failures = (results, faults, root) => {
  const failed = (results?.reports ?? []).flatMap((report) => failedTests(report, root));
  const shown = failed.slice(0, MAX_LISTED_FAILURES);
  const more = failed.length - shown.length;
  return [
    ...shown.flatMap(({ name, message }) => [`failed: ${name}`, ...firstLines(message), '']),
    ...(more > 0 ? [`… and ${more} more failed`, ''] : []),
    ...faults.slice(0, MAX_LISTED_FAILURES).map((fault) => `failed: ${fault}`),
    ...(faults.length > MAX_LISTED_FAILURES ? [`… and ${faults.length - MAX_LISTED_FAILURES} more`] : []),
  ];
};

/** The files that took longest, `12.3 s  libs/rest/src/a.spec.ts`. */
export const slowest = ({ reports }, root, count = 10) =>
  reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({ path: name.replace(root, ''), seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);

/** Why tests were skipped, and how many for each reason. */
export const reasons = ({ reports }, skipped, root) => {
  const given = reports
    .flatMap((report) => testsOf(report, root))
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .flatMap(({ name }) => reasonIn(name) ?? []);
  const files = skipped.map(({ path, reason }) => `${path}: ${reason}`);
  const counts = Map.groupBy([...given, ...files], (reason) => reason);
  return [...counts].map(([reason, each]) => `${each.length} skipped: ${reason}`);
};
