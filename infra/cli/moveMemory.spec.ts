import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Says the options of Node in each process that begins. */
const TELL =
  'data:text/javascript,console.error(JSON.stringify(process.execArgv.filter((each)=>each.startsWith("--max"))))';

describe('the command almanac move', () => {
  it('limits the heap by itself, unless the limits are given', () => {
    const optionsOf = (...given: string[]): unknown[] => {
      const main = join(import.meta.dirname, 'main.ts');
      const { stderr } = spawnSync(process.execPath, [...given, `--import=${TELL}`, main, 'move', '--help']);
      const lines = stderr.toString().split('\n');
      return lines.filter((line) => line.startsWith('[')).map((line) => JSON.parse(line));
    };
    expect(optionsOf()).toEqual([[], ['--max-old-space-size=160', '--max-semi-space-size=4']]);
    expect(optionsOf('--max-old-space-size=500')).toEqual([['--max-old-space-size=500']]);
  });
});
