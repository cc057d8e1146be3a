import { createOutput, type Output } from './output.ts';

const printedBy = (isJson: boolean, use: (output: Output) => void): string[] => {
  const printed: string[] = [];
  const output = createOutput(isJson, (text) => void printed.push(text));
  use(output);
  output.end();
  return printed;
};

const use = ({ say }: Output): void => {
  say('core: 12 commits', { service: 'core', commits: 12 });
  say('Now: almanac ops verify');
  say('two', { n: 1 }, { n: 2 });
};

describe('the output of a command', () => {
  it('is its lines, for people', () => {
    expect(printedBy(false, use)).toEqual(['core: 12 commits', 'Now: almanac ops verify', 'two']);
  });

  it('is one list of results, for programs', () => {
    const [printed, ...more] = printedBy(true, use);
    expect([JSON.parse(printed ?? ''), more]).toEqual([[{ service: 'core', commits: 12 }, { n: 1 }, { n: 2 }], []]);
    expect(printedBy(true, () => undefined)).toEqual(['[]']);
  });
});
