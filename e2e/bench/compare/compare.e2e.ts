import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@almanac/testing';
import fc from 'fast-check';
import { compareBlocks } from '../blocks.ts';
import { report, reportTable, section } from '../report.ts';
import { comparedRows, comparedText } from './comparedRows.ts';
import { comparisonOf } from './comparison.ts';
import { medianRatio } from './medianRatio.ts';
import { checkOut, commitNamed, removeCheckOut } from './otherCommit.ts';
import { isWithin, pairedRatio } from './pairedRatio.ts';
import { printedRows } from './printedRows.ts';
import { createRandom } from './random.ts';
import { runBenches } from './runBenches.ts';

const pairsOf = (ratios: readonly number[]) =>
  ratios.map((ratio, at) => ({ before: 100 + at, after: (100 + at) * ratio }));

describe('the ratio of paired measurements', () => {
  it('is their geometric mean, with the interval of the t-test on their logarithms', () => {
    // log ratios 0.1, 0.2, 0.3: mean 0.2, deviation 0.1, t(2) = 4.303
    const { ratio, low, high } = pairedRatio(pairsOf([Math.exp(0.1), Math.exp(0.2), Math.exp(0.3)]));
    expect(Math.log(ratio)).toBeCloseTo(0.2, 10);
    expect([Math.log(low), Math.log(high)].map((bound) => bound.toFixed(4))).toEqual(['-0.0484', '0.4484']);
  });

  it('does not depend on how fast the machine was in a pair', () => {
    const speeds = fc.array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), { minLength: 9, maxLength: 9 });
    const ratios = [1.01, 0.98, 1.03, 1, 0.99, 1.02, 1.01, 0.97, 1];
    fc.assert(
      fc.property(speeds, (speed) => {
        const pairs = ratios.map((ratio, at) => ({
          before: speed[at] as number,
          after: (speed[at] as number) * ratio,
        }));
        expect(pairedRatio(pairs).ratio).toBeCloseTo(pairedRatio(pairsOf(ratios)).ratio, 8);
        expect(pairedRatio(pairs).high).toBeCloseTo(pairedRatio(pairsOf(ratios)).high, 8);
      }),
    );
  });

  it('lies within the interval in 95 of 100 experiments', () => {
    let held = 0;
    const uniform = createRandom();
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    for (let experiment = 0; experiment < 4_000; experiment++) {
      const { low, high } = pairedRatio(pairsOf(Array.from({ length: 9 }, () => 0.97 * Math.exp(0.05 * normal()))));
      if (low <= 0.97 && high >= 0.97) held += 1;
    }
    expect(held / 4_000).toBeGreaterThan(0.94);
    expect(held / 4_000).toBeLessThan(0.96);
  });

  it('needs two pairs of measurements above 0', () => {
    expect(() => pairedRatio(pairsOf([1]))).toThrow(RangeError);
    expect(() =>
      pairedRatio([
        { before: 0, after: 1 },
        { before: 1, after: 1 },
      ]),
    ).toThrow(RangeError);
  });

  it.each([
    [{ low: 0.9, high: 0.969 }, true, false],
    [{ low: 0.9, high: 0.971 }, true, true],
    [{ low: 1.1, high: 1.2 }, true, true],
    [{ low: 1.031, high: 1.2 }, false, false],
    [{ low: 1.029, high: 1.2 }, false, true],
    [{ low: 0.5, high: 0.6 }, false, true],
  ])('is judged by its interval: %j, more is better: %s, within 3 %%: %s', (bounds, isRate, expected) => {
    expect(isWithin({ ratio: 1, ...bounds }, 3, isRate)).toBe(expected);
  });
});

describe('the median ratio of paired measurements', () => {
  it('ignores a pair that something else disturbed', () => {
    const { ratio, low, high } = medianRatio(pairsOf([1.02, 1.01, 5, 1.03, 1.02, 1.01, 1.03, 1.02, 1.02]));
    expect(ratio).toBeCloseTo(1.02, 10);
    expect([low, high].map((bound) => bound.toFixed(2))).toEqual(['1.01', '1.03']);
  });

  it('is the same in each run', () => {
    const pairs = pairsOf([1.1, 0.9, 1, 1.3, 0.8]);
    expect(medianRatio(pairs)).toEqual(medianRatio(pairs));
    expect(() => medianRatio([])).toThrow(RangeError);
  });
});

describe('a comparison in blocks', () => {
  it('cancels a steady change of the costs, and shows beside it how equal requests compare', async () => {
    let [spent, grown] = [0, 0];
    const request = (factor: number) => async () => {
      grown += 0.01;
      spent += factor * (1 + grown);
    };
    const requests = { before: request(1), after: request(1.2) };
    const { compared, control } = await compareBlocks(requests, { clock: () => spent, trios: 4, requests: 10 });
    expect(compared.ratio).toBeCloseTo(1.2, 5);
    expect(control.ratio).toBeCloseTo(1, 5);
  });
});

describe('the printed figures of benchmarks', () => {
  it('are read as they are reported', () => {
    const lines: string[] = [];
    const { log } = console;
    console.log = (line: string) => void lines.push(line);
    section('Events through the gateway');
    report({
      what: 'list of ten (12,345 bytes), 16 in flight',
      figure: '1,234/s, p50 3.2 ms',
      against: 'bare 2,000/s',
      ratio: 0.6,
    });
    report({ what: 'time of a list', figure: '0.87 ms', goal: '≤ 2', reached: true });
    report({ what: 'first answer', figure: '1.25 s' });
    report({ what: 'memory', figure: '210 MB' });
    console.log = log;
    const printed = lines.join('\n');
    expect(printedRows(`${printed}\n\n4 figures, 0 below their goal\n`)).toEqual([
      { name: 'Events through the gateway: list of ten, 16 in flight', value: 1234, unit: '/s' },
      { name: 'Events through the gateway: time of a list', value: 0.87, unit: 'ms' },
      { name: 'Events through the gateway: first answer', value: 1.25, unit: 's' },
      { name: 'Events through the gateway: memory', value: 210, unit: 'MB' },
    ]);
    expect(printedRows(reportTable())).toEqual([]);
  });

  it('are one table at the end, with the goal and the value before', () => {
    const { log } = console;
    console.log = () => undefined;
    section('Creations');
    report({ what: 'post', figure: '9 µs', against: '1 µs', ratio: 9, goal: '≤ 8', reached: false, before: '72 ×' });
    console.log = log;
    const [head = '', rule = '', ...lines] = reportTable().split('\n');
    const cells = (line: string) => line.split('|').map((cell) => cell.trim());
    expect(cells(head)).toEqual(['', 'what', 'figure', 'bare or limit', 'ratio', 'goal', '', 'before', '']);
    expect(rule).toMatch(/^\|(?:-+\|){7}$/);
    const at = lines.indexOf('| Creations');
    expect(cells(lines[at + 1] ?? '')).toEqual(['', 'post', '9 µs', '1 µs', '9.00', '≤ 8', 'missed', '72 ×', '']);
  });

  it('are compared one by one if every run has them', () => {
    const rows = (rate: number, took: number) => [
      { name: 'rate', value: rate, unit: '/s' },
      { name: 'took', value: took, unit: 'ms' },
    ];
    const gone = { name: 'gone', value: 1, unit: 's' };
    const runs = [1, 2, 3].map((speed) => ({ before: [...rows(100 * speed, 10), gone], after: rows(90 * speed, 10) }));
    const { rows: compared, uncompared } = comparedRows(runs, 3);
    expect(uncompared).toEqual(['gone']);
    expect(compared.map((row) => comparedText(row, 3))).toEqual([
      '  rate (/s, more is better): 0.900 [0.900, 0.900]; within 3 %: no',
      '  took (ms, less is better): 1.000 [1.000, 1.000]; within 3 %: yes',
    ]);
    expect(
      comparedRows(runs)
        .rows.map((row) => comparedText(row))
        .at(1),
    ).toBe('  took (ms, less is better): 1.000 [1.000, 1.000]');
  });
});

describe('a comparison', () => {
  it.each([
    [{ pairs: '8' }, '--pairs takes 9 or more, not 8'],
    [{ pairs: 'x' }, '--pairs takes 9 or more, not x'],
    [{ pairs: '9', within: '3%' }, '--within takes a percentage, not 3%'],
  ])('is refused for %j', (sent, message) => {
    expect(() => comparisonOf({ compare: 'HEAD', ...sent }, [])).toThrow(message);
    expect(comparisonOf({ compare: 'HEAD', pairs: '9', within: '3' }, ['start'])).toMatchObject({
      pairs: 9,
      within: 3,
    });
  });
});

describe('another commit', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-compared-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const repository = () => {
    const root = join(folder, 'own');
    const run = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
        stdio: 'pipe',
      });
    mkdirSync(join(root, 'libs/one'), { recursive: true });
    mkdirSync(join(root, 'e2e/bench'), { recursive: true });
    const commit = (text: string) => {
      writeFileSync(join(root, 'libs/one/index.js'), `export const text = '${text}';\n`);
      run('add', '-A');
      run('commit', '-qm', text);
    };
    run('init', '-q');
    writeFileSync(join(root, '.gitignore'), 'node_modules\n');
    writeFileSync(join(root, 'package-lock.json'), '{}');
    writeFileSync(join(root, 'package.json'), '{"type": "module"}');
    writeFileSync(
      join(root, 'libs/one/package.json'),
      '{"name": "@almanac/one", "type": "module", "exports": "./index.js"}',
    );
    const bench = `import { text } from '@almanac/one';\nimport { shared } from 'shared';\nconsole.log(text, shared, process.argv.slice(2).join());\n`;
    writeFileSync(join(root, 'e2e/bench/main.ts'), bench);
    commit('before');
    commit('after');
    mkdirSync(join(root, 'node_modules/@almanac'), { recursive: true });
    mkdirSync(join(root, 'node_modules/shared'));
    writeFileSync(join(root, 'node_modules/shared/package.json'), '{"type": "module", "exports": "./index.js"}');
    writeFileSync(join(root, 'node_modules/shared/index.js'), `export const shared = 'shared';\n`);
    symlinkSync('../../libs/one', join(root, 'node_modules/@almanac/one'));
    return root;
  };

  it('is checked out with the current packages and its own libraries, measured, and removed', async () => {
    const root = repository();
    const other = join(folder, 'other');
    checkOut(root, commitNamed(root, 'HEAD~1'), other);
    const run = (of: string) =>
      runBenches({ folder: of, benches: ['events'], temporary: folder, signal: new AbortController().signal });
    expect([await run(other), await run(root)]).toEqual(['before shared events\n', 'after shared events\n']);
    removeCheckOut(root, other);
    expect(existsSync(other)).toBe(false);
    expect(existsSync(join(root, 'node_modules/shared/index.js'))).toBe(true);
    expect(execFileSync('git', ['-C', root, 'worktree', 'list'], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(
      1,
    );
  });

  it('is refused if its name is unknown', () => {
    expect(() => commitNamed(repository(), 'nowhere')).toThrow('nowhere names no commit');
  });

  it('leaves no process behind when its run is interrupted', async () => {
    const root = repository();
    const beats = join(folder, 'beats');
    const beating = `setInterval(() => fs.appendFileSync(${JSON.stringify(beats)}, '.'), 20)`;
    writeFileSync(
      join(root, 'e2e/bench/main.ts'),
      `import { spawn } from 'node:child_process';
      spawn(process.execPath, ['-e', ${JSON.stringify(beating)}]);
      setInterval(() => {}, 1000);`,
    );
    const ending = new AbortController();
    const run = runBenches({ folder: root, benches: [], temporary: folder, signal: ending.signal });
    const outcome = expect(run).rejects.toThrow('interrupted');
    while (!existsSync(beats)) await pause(20);
    ending.abort(new Error('interrupted'));
    await outcome;
    const beaten = () => readFileSync(beats, 'utf8').length;
    await eventually(async () => {
      const before = beaten();
      await pause(300);
      return beaten() === before;
    });
  });
});
