import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ConsoleBuild, ensureConsole, isConsoleCurrent } from './consoleBuild.mjs';

let root: string;
let builds: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'almanac-console-'));
  builds = 0;
  write('services/console/package.json', '{}');
  write('services/console/src/main.tsx', 'first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path: string): string => readFileSync(join(root, 'services/console', path), 'utf8');

/** Stands in for Vite. */
const build = async ({ folder, next }: ConsoleBuild): Promise<void> => {
  builds += 1;
  mkdirSync(join(next, 'assets'), { recursive: true });
  writeFileSync(join(next, 'index.html'), 'shell');
  writeFileSync(join(next, 'assets/index-1.js'), readFileSync(join(folder, 'src/main.tsx')));
};

describe('the build of the console', () => {
  it('runs only after a change of the sources', async () => {
    expect(isConsoleCurrent(root)).toBe(false);
    expect([await ensureConsole({ root, build }), await ensureConsole({ root, build }), builds]).toEqual([
      true,
      true,
      1,
    ]);
    write('services/console/src/rooms/home/texts/fr.json', '{}');
    expect(isConsoleCurrent(root)).toBe(false);
    await ensureConsole({ root, build });
    expect([builds, isConsoleCurrent(root)]).toEqual([2, true]);
  });

  it('compresses the files', async () => {
    await ensureConsole({ root, build });
    const compressed = (suffix: string): Buffer =>
      readFileSync(join(root, `services/console/built/assets/index-1.js${suffix}`));
    expect(brotliDecompressSync(compressed('.br')).toString()).toBe('first');
    expect(gunzipSync(compressed('.gz')).toString()).toBe('first');
  });

  it('runs once for two that start at the same time', async () => {
    await Promise.all([ensureConsole({ root, build }), ensureConsole({ root, build })]);
    expect(builds).toBe(1);
  });

  it('goes on after a build whose process has ended', async () => {
    write('services/console/.build/lock', '999999999');
    expect(await ensureConsole({ root, build })).toBe(true);
  });

  it('keeps the former result and gives the reason if it fails, until the next success', async () => {
    await ensureConsole({ root, build });
    write('services/console/src/main.tsx', 'second');
    const failing = async () => {
      throw new Error('no network');
    };
    const printed = jest.spyOn(console, 'error').mockReturnValue(undefined);
    expect(await ensureConsole({ root, build: failing })).toBe(false);
    expect(printed.mock.calls).toEqual([['The console could not be built: no network']]);
    printed.mockRestore();
    expect([read('built/assets/index-1.js'), read('.build/problem.txt')]).toEqual(['first', 'no network']);
    await ensureConsole({ root, build });
    expect([read('built/assets/index-1.js'), existsSync(join(root, 'services/console/.build/problem.txt'))]).toEqual([
      'second',
      false,
    ]);
    expect(readdirSync(join(root, 'services/console/.build'))).toEqual([]);
  });
});
