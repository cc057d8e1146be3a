/**
 * Tells what the last `npm test` and `npm run e2e:short` have shown together: the promises by engine, the failed tests by
 * name, and in one line `N passed, M failed`, with `, K skipped` where there are any; a promise that was not shown counts
 * as skipped.
 */
import { promiseTable } from './promises.mjs';
import { formOf, keptResults, root, testFiles } from './testForms.mjs';
import { countedResults, failures, line, sumOf } from './testResults.mjs';

const files = testFiles();
const parts = ['test', 'e2e:short'].map((form) => {
  const results = keptResults(form);
  const expected = files.filter((path) => formOf(path) === form);
  return { form, results, ...countedResults(results, expected, root) };
});
const table = promiseTable(
  parts.flatMap(({ results }) => results?.reports ?? []),
  Object.assign({}, ...parts.map(({ results }) => results?.lacking ?? {})),
);
const total = sumOf([...parts.map((part) => part.total), { passed: 0, failed: 0, skipped: table.unexplained }]);

console.log(`\n${table.lines.join('\n')}\n`);
for (const part of parts) {
  for (const told of failures(part.results, part.faults, root)) console.log(told);
}
for (const part of parts) console.log(`${`npm run ${part.form}`.padEnd(24)}${line(part.total)}`);
console.log(`\n${line(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
