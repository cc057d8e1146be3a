import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './installation.mjs';

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const lock = {
  packages: {
    '': {},
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
    'node_modules/tool-linux': { optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/tool-musl': { optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/tool-darwin': { optional: true, os: ['darwin'], cpu: ['arm64'] },
  },
};
const WHOLE = ['tool', 'tool-linux'];

describe('the installation of dependencies', () => {
  let root: string;
  let runs: string[];
  let printed: string[];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'almanac-installation-'));
    runs = [];
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
    printed = [];
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Creates an npm that creates these folders and ends with a status. */
  const npm =
    (folders: readonly string[], status = 0) =>
    (folder: string, [way]: readonly string[]) => {
      runs.push(`${way}`);
      for (const each of folders) mkdirSync(join(folder, 'node_modules', each), { recursive: true });
      return { status, signal: null };
    };
  const install = (run: ReturnType<typeof npm>) =>
    ensureInstalled('', { root, run, machine, print: (line) => printed.push(line) });

  it('follows the lock file, once', () => {
    expect(install(npm(WHOLE))).toBe(0);
    expect(install(npm(WHOLE))).toBe(0);
    expect(runs).toEqual(['ci']);
  });

  it('is repeated if the lock file has changed', () => {
    install(npm(WHOLE));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...lock, version: '2' }));
    expect(install(npm(WHOLE))).toBe(0);
    expect(runs).toEqual(['ci', 'install']);
  });

  it('is not kept if it failed', () => {
    expect(install(npm(WHOLE, 1))).toBe(1);
    expect(install(npm(WHOLE))).toBe(0);
    expect(runs).toEqual(['ci', 'install', 'install']);
  });

  it('is not kept if npm left out a needed package and reported success', () => {
    expect(install(npm(['tool']))).toBe(1);
    expect(printed.join()).toContain('it left out node_modules/tool-linux');
    expect(install(npm(WHOLE))).toBe(0);
  });

  it('falls back to npm’s other command, and says why', () => {
    const refusing = (folder: string, args: readonly string[]) => npm(WHOLE, args[0] === 'ci' ? 1 : 0)(folder, args);
    expect(install(refusing)).toBe(0);
    expect(printed).toContain('npm ci has not installed all dependencies: it ended with 1.');
  });

  it('is refused by a Node that is too old, before npm runs', () => {
    const old = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "18.20.4" })';
    const script = fileURLToPath(new URL('ensureInstalled.mjs', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', old, script], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Almanac needs Node 20 or newer/);
  });
});

describe('a script that installs the dependencies first', () => {
  it('goes on with the installed Node, since its shell remembers where it found the first one', () => {
    const root = new URL('../../package.json', import.meta.url);
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync(root, 'utf8'));
    const installing = Object.entries(scripts).filter(([, script]) => script.includes('ensureInstalled.mjs'));
    expect(installing.length).toBeGreaterThan(10);
    const others = installing.filter(([, script]) => /&& node (?!infra\/scripts\/ensureInstalled\.mjs)/.test(script));
    expect(others).toEqual([]);
  });
});
