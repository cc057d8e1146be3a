import { refusedWordings } from './words.mjs';

const rulesBrokenBy = (source: string): string[] => refusedWordings(source).map(({ line, rule }) => `${line} ${rule}`);

describe('the search for wordings', () => {
  it('finds doc comments and comments that start with a riddle', () => {
    expect(
      rulesBrokenBy('/** What is kept. */\n// Whether it waits\n  * Who asks\n/** The answer. What else? */'),
    ).toEqual(['1 riddle', '2 riddle', '3 riddle']);
    expect(rulesBrokenBy("const title = 'is cleaned, whoever wrote it';")).toEqual(['1 riddle']);
  });

  it('finds constants without a subject and types that are a participle', () => {
    const source =
      "const KIND = 'lease';\nconst MAX_BYTES = 1;\nexport interface Asked {}\ntype Written = 1;\ntype Speed = 1;";
    expect(rulesBrokenBy(source)).toEqual(['1 bareConstant', '3 participleType', '4 participleType']);
  });

  it('finds faults in the titles of tests', () => {
    expect(rulesBrokenBy("it('of a page get a page', run);")).toEqual(['1 fragmentTitle', '1 testOutsideDescribe']);
  });
});
