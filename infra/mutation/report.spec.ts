import { changeOf, intervalOf, type Mutant, reportOf, staleIn } from './report.ts';

const source = `const isOld = (age: number): boolean => {
  return age > 60;
};`;

const mutant = (status: string, line: number, after = 'false'): Mutant => ({
  file: 'libs/age.ts',
  line,
  before: 'age > 60',
  after,
  status,
});

describe('the report of a mutation run', () => {
  it('shows the lines that a fault changes, on one line each', () => {
    const operator = { start: { line: 2, column: 10 }, end: { line: 2, column: 18 } };
    expect(changeOf(source, operator, 'age >= 60')).toEqual({ before: 'return age > 60;', after: 'return age >= 60;' });
    const block = { start: { line: 1, column: 41 }, end: { line: 3, column: 2 } };
    expect(changeOf(source, block, '{}')).toEqual({
      before: 'const isOld = (age: number): boolean => { return age > 60; };',
      after: 'const isOld = (age: number): boolean => {};',
    });
  });

  it('gives the interval of Wilson', () => {
    expect(intervalOf(90, 100).map((bound) => bound.toFixed(3))).toEqual(['0.826', '0.945']);
    expect(intervalOf(10, 10).map((bound) => bound.toFixed(3))).toEqual(['0.722', '1.000']);
    expect(intervalOf(0, 0)).toEqual([0, 1]);
  });

  it('counts results, leaves out accepted and unrunnable ones, and names the rest', () => {
    const drawn = [mutant('Killed', 1), mutant('Timeout', 2), mutant('Survived', 3, 'true'), mutant('RuntimeError', 4)];
    const accepted = [{ file: 'libs/age.ts', before: 'age > 60', after: 'true', reason: 'nobody is older' }];
    expect(reportOf([...drawn, mutant('NoCoverage', 5)], 50, accepted)).toEqual([
      '66.7 % of 3 faults were seen (95 % interval: 20.8 to 93.9 %)',
      'drawn 5 of 50; seen by a time limit 1, accepted 1, not to be run 1',
      'libs/age.ts:5 (no test runs it)',
      '  - age > 60',
      '  + false',
    ]);
  });

  it('names accepted survivors whose mutated files are gone', () => {
    const [known, gone] = ['false', 'age < 60'].map((after) => ({ ...mutant('', 1, after), reason: 'equivalent' }));
    const elsewhere = { ...gone!, file: 'libs/height.ts' };
    expect(staleIn([known!, gone!, elsewhere], [mutant('Killed', 9)])).toEqual([gone]);
  });
});
