import { formOf, testFiles } from './testForms.mjs';
import { countedResults, failures, line, type Report, type Results, reasons, slowest } from './testResults.mjs';

const root = '/somewhere/';

/** Returns a file's results: each test by its full name, with its status. */
const file = (path: string, tests: Readonly<Record<string, string>>, seconds = 1, status = 'passed') => ({
  name: root + path,
  status,
  startTime: 0,
  endTime: seconds * 1_000,
  assertionResults: Object.entries(tests).map(([title, each]) => ({ ancestorTitles: [], title, status: each })),
});
const results = (files: Report['testResults'], more: Partial<Results> = {}): Results => ({
  reports: [{ testResults: files }],
  notRun: {},
  broken: false,
  ...more,
});
const counted = (given: Results | undefined, expected: readonly string[] = []) => countedResults(given, expected, root);

describe('the results of a run', () => {
  it('are summed by workspace and reported in one line', () => {
    const { total, workspaces, faults } = counted(
      results([
        file('libs/rest/src/a.spec.ts', { one: 'passed', two: 'failed' }, 1, 'failed'),
        file('infra/native/b.spec.ts', { three: 'passed', 'four, skipped: no Java': 'pending' }),
      ]),
    );
    expect(line(total)).toBe('2 passed, 1 failed, 1 skipped');
    expect([...workspaces.keys()]).toEqual(['libs/rest', 'infra']);
    expect(faults).toEqual([]);
  });

  it('count a file that could not be loaded as a failure', () => {
    expect(line(counted(results([file('infra/a.spec.ts', {}, 1, 'failed')])).total)).toBe('0 passed, 1 failed');
  });

  it('count a file of the form without results as a failure', () => {
    const { total, faults } = counted(results([]), ['infra/a.spec.ts']);
    expect([line(total), faults]).toEqual(['0 passed, 1 failed', ['infra/a.spec.ts gave no results.']]);
  });

  it('count a file that was left out for a reason as skipped, and report the reason', () => {
    const given = results([], { notRun: { 'e2e/faults/containers/': 'no Docker' } });
    const { total, skipped } = counted(given, ['e2e/faults/containers/a.e2e.ts']);
    expect(line(total)).toBe('0 passed, 0 failed, 1 skipped');
    expect(reasons(given, skipped, root)).toEqual(['1 skipped: e2e/faults/containers/a.e2e.ts: no Docker']);
  });

  it('count a test that is skipped without a reason in its title as a failure', () => {
    const { total, faults } = counted(results([file('infra/a.spec.ts', { quietly: 'pending' })]));
    expect(total.failed).toBe(1);
    expect(faults).toEqual(['infra/a.spec.ts: quietly, skipped without a reason in its title']);
  });

  it('count a run that ended with an error of its own, or without results, as a failure', () => {
    const broken = results([file('infra/a.spec.ts', { one: 'passed' })], { broken: true });
    expect(line(counted(broken).total)).toBe('1 passed, 1 failed');
    expect(line(counted(undefined).total)).toBe('0 passed, 1 failed');
  });

  it('name each failed test by file and full name, with the first lines of its message', () => {
    const message = Array.from({ length: 14 }, (_, index) => `\u001b[31mline ${index + 1}\u001b[39m`).join('\n');
    const failed = { ancestorTitles: ['a post', 'deleted'], title: 'is gone', status: 'failed' };
    const given = results([
      {
        ...file('a.spec.ts', { fine: 'passed' }, 1, 'failed'),
        assertionResults: [{ ...failed, failureMessages: [message] }],
      },
      file('b.spec.ts', { fine: 'passed' }),
    ]);
    expect(failures(given, [], root)).toEqual([
      'failed: a.spec.ts: a post › deleted › is gone',
      ...Array.from({ length: 12 }, (_, index) => `    line ${index + 1}`),
      '    …',
      '',
    ]);
  });

  it('name a file that could not be loaded, and what passed unseen', () => {
    const given = results([{ ...file('a.spec.ts', {}, 1, 'failed'), message: 'Cannot find module' }]);
    expect(failures(given, counted(given, ['a.spec.ts', 'b.spec.ts']).faults, root)).toEqual([
      'failed: a.spec.ts',
      '    Cannot find module',
      '',
      'failed: b.spec.ts gave no results.',
    ]);
    expect(failures(undefined, counted(undefined).faults, root)).toEqual(['failed: There are no results.']);
  });

  it('name at most twenty failed tests, and state the number of others', () => {
    const tests = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`test ${index}`, 'failed']));
    const told = failures(results([file('a.spec.ts', tests, 1, 'failed')]), [], root);
    expect(told.filter((each) => each.startsWith('failed: '))).toHaveLength(20);
    expect(told).toContain('… and 2 more failed');
  });

  it('name the slowest files, the slowest first', () => {
    const given = results([file('a.spec.ts', {}, 1), file('b.spec.ts', {}, 12.34), file('c.spec.ts', {}, 2)]);
    expect(slowest(given, root, 2)).toEqual(['   12.3 s  b.spec.ts', '    2.0 s  c.spec.ts']);
  });

  it('name each reason for skipping once, with the number of tests', () => {
    const skipped = { 'on native, skipped: no Java › one': 'pending', 'on native, skipped: no Java › two': 'pending' };
    expect(reasons(results([file('a.e2e.ts', skipped)]), [], root)).toEqual(['2 skipped: no Java']);
  });
});

describe('the files of tests', () => {
  it('belong to one form each, by their names', () => {
    const files = testFiles();
    expect(files.filter((path) => formOf(path) === undefined)).toEqual([]);
    expect(new Set(files.map(formOf))).toEqual(new Set(['test', 'e2e:short']));
  });

  it.each(['libs/rest/src/a.test.ts', 'libs/rest/src/a.e2e.ts', 'e2e/a.e2e.js'])('exclude %s', (path) => {
    expect(formOf(path)).toBeUndefined();
  });
});
