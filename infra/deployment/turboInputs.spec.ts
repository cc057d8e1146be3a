import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface TurboTask {
  readonly inputs?: readonly string[];
  readonly cache?: false;
}

const turbo: { readonly globalDependencies: readonly string[]; readonly tasks: Readonly<Record<string, TurboTask>> } =
  JSON.parse(readFileSync(`${root}turbo.json`, 'utf8'));

/** Workspaces whose specs read files elsewhere: the folder with the name of the task. */
const READ_ELSEWHERE = new Map([
  ['gateway', 'gateway'],
  ['services/calendar', 'calendar'],
]);
const FROM_ROOT = '$TURBO_ROOT$/';

/** Returns the files of the repository outside workspaces that a task declares. */
const outsideInputs = (name: string): string[] =>
  (turbo.tasks[`@almanac/${name}#test`]?.inputs ?? [])
    .filter((input) => input.startsWith(FROM_ROOT))
    .flatMap((input) => globSync(input.slice(FROM_ROOT.length), { cwd: root }));

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'almanac-turbo-'));
  const workspaces = ['gateway', 'infra', 'infra/cli', 'e2e', 'services/*', 'libs/*'];
  const files = [
    ...['package.json', 'package-lock.json', 'turbo.json', ...turbo.globalDependencies],
    ...workspaces.map((folder) => `${folder}/package.json`),
    ...[...READ_ELSEWHERE.keys()].flatMap((folder) => [`${folder}/*.md`, `${folder}/src/*.ts`]),
    ...['libs/dates/src/*.ts', 'docs/interface/**/*.{md,json}', '.changeset/*.md', 'infra/aliases/*'],
  ];
  for (const file of globSync(files, { cwd: root, exclude: ['**/node_modules/**', 'services/console/**'] })) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Returns the hash that decides whether turbo runs the specs of a workspace again. */
const hashOf = (name: string, environment: object = {}): string => {
  const args = ['run', 'test', `--filter=@almanac/${name}`, '--dry=json'];
  const { stdout, stderr } = spawnSync(`${root}node_modules/.bin/turbo`, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TURBO_TELEMETRY_DISABLED: '1', ...environment },
  });
  if (stdout === '') throw new Error(`turbo names no hash: ${stderr}`);
  const { tasks }: { readonly tasks: readonly { readonly taskId: string; readonly hash: string }[] } =
    JSON.parse(stdout);
  return tasks.find(({ taskId }) => taskId === `@almanac/${name}#test`)?.hash ?? '';
};

/** Returns the hash after a line is added to a file, which then has its former content again. */
const hashWith = (name: string, file: string): string => {
  appendFileSync(join(copy, file), '\n');
  const hash = hashOf(name);
  cpSync(join(root, file), join(copy, file));
  return hash;
};

describe('the specs of a workspace', () => {
  let unchanged: string;
  beforeAll(() => {
    unchanged = hashOf('dates');
    expect(unchanged).toMatch(/^[\da-f]{16}$/);
  });

  it('run again after a change of any file that jest loads, and of no other', () => {
    const glue = globSync('jest.*.mjs', { cwd: root });
    expect(glue.length).toBeGreaterThan(4);
    for (const file of [...glue, ...globSync([...turbo.globalDependencies], { cwd: root })])
      expect([file, hashWith('dates', file)]).not.toEqual([file, unchanged]);
    expect(hashWith('dates', 'docs/interface/README.md')).toBe(unchanged);
    expect(hashOf('dates')).toBe(unchanged);
  });

  it('run again with another seed, and after a change of their workspace or of its dependencies', () => {
    expect(hashOf('dates', { FUZZ_SEED: '1' })).not.toBe(unchanged);
    const [source = ''] = globSync('libs/dates/src/*.ts', { cwd: root });
    expect(hashWith('dates', source)).not.toBe(unchanged);
    expect(hashWith('calendar', source)).not.toBe(hashOf('calendar'));
    expect(hashWith('redirection', 'services/redirection/package.json')).not.toBe(hashOf('redirection'));
  });

  it.each([...READ_ELSEWHERE])('run again in %s after a change of a file that they read elsewhere', (folder, name) => {
    const before = hashOf(name);
    const outside = outsideInputs(name);
    expect(outside.length).toBeGreaterThan(0);
    // one file of each folder: each start of turbo takes a quarter of a second
    const firstOfEach = new Map(outside.map((file) => [dirname(file), file]));
    for (const file of firstOfEach.values()) expect([file, hashWith(name, file)]).not.toEqual([file, before]);
    expect(hashWith(name, `${folder}/README.md`)).toBe(before);
  });

  it('declare the files that they read elsewhere', () => {
    const READ = /['`](?:(?:\.\.\/)+)?((?:docs|infra)\/[\w./*{}$-]*)/g;
    const undeclared = globSync(['libs/*/src/**/*.ts', 'gateway/src/**/*.ts', 'services/*/src/**/*.ts'], {
      cwd: root,
      exclude: ['services/console/**'],
    }).flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      if (!/\b(readFileSync|globSync)\(/.test(code)) return [];
      const folder = file
        .split('/')
        .slice(0, file.startsWith('gateway') ? 1 : 2)
        .join('/');
      const declared = outsideInputs(READ_ELSEWHERE.get(folder) ?? '');
      const paths = Array.from(code.matchAll(READ), ([, path = '']) => path.split(/[*$]/)[0] ?? '');
      return paths.filter((path) => !declared.some((each) => each.startsWith(path))).map((path) => `${file}: ${path}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('run each time in infra: they read files of all workspaces', () => {
    expect(turbo.tasks['@almanac/infra#test']).toMatchObject({ cache: false });
  });
});
