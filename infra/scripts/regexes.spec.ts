import { type ExaminedRegex, faultsOf, regexesIn } from './regexes.mjs';

describe('regexesIn', () => {
  it('finds a literal with its place, source and flags', () => {
    expect(regexesIn('// é\nconst found = (text: string): boolean => /a[/]b/gi.test(text);\n')).toEqual([
      { line: 2, column: 42, code: '/a[/]b/gi', source: 'a[/]b', flags: 'gi' },
    ]);
  });

  it('finds expressions that are composed while the code runs', () => {
    const found = regexesIn('const one = new RegExp(name, "g");\nconst two = RegExp(source);');
    expect(found.map(({ line, column, code, source }) => [line, column, code, source])).toEqual([
      [1, 13, 'new RegExp(name, "g")', undefined],
      [2, 13, 'RegExp(source)', undefined],
    ]);
  });

  it('finds nothing in comments, texts and divisions', () => {
    expect(regexesIn("// /a+/\nconst text = '/a+/' + `/b+/` + 4 / 2 / 1;")).toEqual([]);
  });
});

describe('faultsOf', () => {
  const regex = (code: string, compositions = [{ source: code, flags: '' }]): ExaminedRegex => ({
    path: 'a.ts',
    line: 3,
    column: 1,
    code,
    compositions,
  });
  const complaintAbout = (source: string) => (source.includes('slow') ? 'is slow' : undefined);
  const exception = (code: string) => ({ path: 'a.ts', code, bound: '200 characters' });

  it('refuses an expression that is not linear', () => {
    expect(faultsOf([regex('slow'), regex('fast')], [], complaintAbout)).toEqual(['a.ts:3 slow is slow']);
  });

  it('refuses an expression of which one composition is not linear', () => {
    const composed = regex('RegExp(x)', [
      { source: 'fast', flags: 'g' },
      { source: 'slow', flags: 'g' },
    ]);
    expect(faultsOf([composed], [], complaintAbout)).toEqual(['a.ts:3 RegExp(x) is slow']);
  });

  it('refuses an expression that it cannot see', () => {
    expect(faultsOf([regex('RegExp(x)', [])], [], complaintAbout)).toEqual([
      'a.ts:3 RegExp(x) is composed where the check cannot see it',
    ]);
  });

  it('accepts exceptions, each for one expression of one file', () => {
    const unseen = regex('RegExp(x)', []);
    expect(faultsOf([regex('slow'), unseen], [exception('slow'), exception('RegExp(x)')], complaintAbout)).toEqual([]);
    expect(faultsOf([{ ...regex('slow'), path: 'b.ts' }], [exception('slow')], complaintAbout)).toHaveLength(2);
  });

  it('refuses an exception that is not needed', () => {
    expect(faultsOf([regex('fast')], [exception('fast'), exception('gone')], complaintAbout)).toEqual([
      'a.ts needs no exception for fast',
      'a.ts needs no exception for gone',
    ]);
  });
});
