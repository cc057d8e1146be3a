import { titleFaults } from './testTitles.mjs';

const faultsIn = (source: string): string[] => titleFaults(source).map(({ line, rule }) => `${line} ${rule}`);

describe('the search for faults in test titles', () => {
  it('finds titles that begin with neither a subject nor a verb', () => {
    const tests = [
      "it('of a page get a page', run);",
      "it.each(rows)(\n'without %s', run);",
      `it(\`that \${kind} is refused\`, run);`,
      "it('is answered with a page', run);",
    ];
    expect(faultsIn(`describe('a page', () => {\n${tests.join('\n')}\n});`)).toEqual([
      '2 fragmentTitle',
      '3 fragmentTitle',
      '5 fragmentTitle',
    ]);
  });

  it('finds tests outside of a describe', () => {
    const source =
      "it('is alone', run);\nit.each(rows)('is %s', run);\ndescribe('a page', () => {\nit('is found', run);\n});";
    expect(faultsIn(source)).toEqual(['1 testOutsideDescribe', '2 testOutsideDescribe']);
  });

  it('ignores other calls, and tests that a contract defines', () => {
    expect(faultsIn("submit('of a page');\nconst contract = () => {\nit('is kept', run);\n};")).toEqual([]);
  });
});
