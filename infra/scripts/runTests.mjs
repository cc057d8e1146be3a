/**
 * Runs the tests of one form (`testForms.mjs`) and tells, in the end, what each workspace's came to, why tests were skipped,
 * which files took longest, and in one line: `N passed, M failed`, with `, K skipped` where there are any. The figures are
 * those of jest's reports of this run. Arguments after the form are jest's: `npm test -- libs/rest`.
 */
import { formOf, forms, root, runForm, testFiles } from './testForms.mjs';
import { countedResults, line, reasons, slowest } from './testResults.mjs';

const [form, ...filters] = process.argv.slice(2);
if (!Object.hasOwn(forms, form)) throw new Error(`“${form}” is no form of the tests: ${Object.keys(forms).join(', ')}`);

const results = await runForm(form, filters);
const all = filters.length === 0 ? testFiles() : [];
const expected = all.filter((path) => formOf(path) === forms[form].files);
const { total, workspaces, faults, skipped } = countedResults(results, expected, root);

const told = [
  ...[...workspaces].sort().map(([name, counts]) => `${name.padEnd(24)}${line(counts)}`),
  '',
  'The files that took longest:',
  ...slowest(results, root),
  '',
  ...reasons(results, skipped, root),
  ...faults,
  line(total),
];
console.log(`\n${told.join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;
