import { spawnSync } from 'node:child_process';
import { parseTextMaxima } from './textMaxima.ts';

const defaults = { title: 1_000, description: 65_536, content: 1_048_576 };

describe('the setting TEXT_MAXIMA', () => {
  it.each([
    ['', defaults],
    ['title=200', { ...defaults, title: 200 }],
    ['title=200, content=2000000', { ...defaults, title: 200, content: 2_000_000 }],
    ['title', undefined],
    ['title=0', undefined],
    ['title=1e3', undefined],
    ['slug=200', undefined],
    ['toString=200', undefined],
  ])('reads "%s"', (setting, maxima) => {
    expect(parseTextMaxima(setting)).toEqual(maxima);
  });

  it.each([
    ['title=200', '200 65536'],
    ['nothing', '1000 65536'],
  ])('sets the maxima of a process: %s', (setting, shown) => {
    const program = `const { MAX_TITLE_LENGTH, MAX_DESCRIPTION_LENGTH } = await import(${JSON.stringify(
      import.meta.resolve('./textMaxima.ts'),
    )}); console.log(MAX_TITLE_LENGTH, MAX_DESCRIPTION_LENGTH);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, TEXT_MAXIMA: setting },
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe(shown);
  });
});
