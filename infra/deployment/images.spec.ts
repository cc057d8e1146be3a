import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@almanac/manifest';
import { declarationsOf, packagesIn } from './declaredImports.ts';
import { foreignPackages } from './notices.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = ['gateway', ...serviceNames.map((name) => `services/${name}`)];

interface LockfilePackage {
  readonly link?: true;
  readonly dev?: true;
}

const run = (command: string, args: readonly string[], cwd: string, environment: object = {}) =>
  spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TURBO_TELEMETRY_DISABLED: '1', ...environment },
  });

/** Creates the content of a part's image in a folder, as `infra/docker/Dockerfile` does, with links to packages. */
const imageOf = (part: string): { readonly folder: string; readonly packages: readonly string[] } => {
  const base = mkdtempSync(join(tmpdir(), 'almanac-image-'));
  const { name } = JSON.parse(readFileSync(`${root}${part}/package.json`, 'utf8')) as { name: string };
  const pruned = run(`${root}node_modules/.bin/turbo`, ['prune', name, '--docker', '--out-dir', base], root);
  expect([pruned.status, pruned.status === 0 ? '' : pruned.stderr]).toEqual([0, '']);
  const { packages } = JSON.parse(readFileSync(join(base, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockfilePackage>;
  };
  const folder = join(base, 'full');
  const held: string[] = [];
  for (const [path, { link, dev }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || isWithinPackage(path)) continue;
    held.push(path.replace(/.*node_modules\//, ''));
    const from = link === true ? join(folder, workspaceOf(packages, path)) : join(root, path);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(from, join(folder, path));
  }
  return { folder, packages: held };
};

const isWithinPackage = (path: string): boolean => path.split('node_modules/').length > 2;

const workspaceOf = (packages: object, path: string): string =>
  (packages as Record<string, { resolved?: string }>)[path]?.resolved ?? '';

describe.each(PARTS)('the image of %s', (part) => {
  let image: ReturnType<typeof imageOf>;
  beforeAll(() => {
    image = imageOf(part);
  });
  afterAll(() => rmSync(dirname(image.folder), { recursive: true, force: true }));

  const held = (): string[] =>
    globSync(['gateway', 'infra', 'e2e', 'services/*', 'libs/*'], { cwd: image.folder }).sort();

  it('holds its own workspace, and of the others only the needed ones of libs/', () => {
    const others = held().filter((folder) => !folder.startsWith('libs/'));
    expect(others).toEqual([part]);
    const imported = new Set(
      held().flatMap((folder) =>
        globSync(`${folder}/**/*.ts`, { cwd: image.folder, exclude: ['**/node_modules/**'] }).flatMap((file) =>
          packagesIn(readFileSync(join(image.folder, file), 'utf8')),
        ),
      ),
    );
    const libraries = held().flatMap((folder) => (folder.startsWith('libs/') ? [folder.slice(5)] : []));
    expect(libraries.filter((name) => !imported.has(`@almanac/${name}`))).toEqual([]);
  });

  it('holds no package of another service’s', () => {
    const services = serviceNames
      .map((name) => `@almanac/${name}`)
      .filter((name) => !name.endsWith(`/${part.slice(9)}`));
    expect(image.packages.filter((name) => services.includes(name))).toEqual([]);
    expect(image.packages).not.toContain('jest');
  });

  it('holds no package of others that the notices lack', () => {
    const noticed = new Set(foreignPackages().map(({ name }) => name));
    expect(image.packages.filter((name) => !name.startsWith('@almanac/') && !noticed.has(name))).toEqual([]);
  });

  it('loads with its own files alone, and asks for its settings', () => {
    const started = run(process.execPath, [`${part}/src/main.ts`], image.folder);
    expect(started.stderr).toContain('The environment cannot be used');
    expect(started.status).toBe(1);
  });
});

describe('every image', () => {
  it('has the licence, and the notices of its packages', () => {
    const stages = readFileSync(`${root}infra/docker/Dockerfile`, 'utf8').split(/^FROM /m);
    const running = stages.find((stage) => stage.includes(' AS running\n'));
    expect(running).toContain('\nCOPY LICENSE THIRD-PARTY-NOTICES.md ./\n');
    expect(stages.filter((stage) => /^CMD /m.test(stage)).map((stage) => stage.split(/\s/)[0])).toEqual([
      'running',
      'running',
    ]);
  });
});

describe('the image of a whole site', () => {
  let image: ReturnType<typeof imageOf>;
  beforeAll(() => {
    image = imageOf('infra/cli');
  });
  afterAll(() => rmSync(dirname(image.folder), { recursive: true, force: true }));

  it('holds every part, and no tests or generators', () => {
    for (const part of [...PARTS, 'infra']) expect([part, existsSync(join(image.folder, part))]).toEqual([part, true]);
    expect(existsSync(join(image.folder, 'e2e'))).toBe(false);
    expect(image.packages).not.toContain('jest');
  });

  it('loads with its own files alone, and asks for its settings', () => {
    const started = run(process.execPath, ['infra/all-in-one/main.mjs'], image.folder, { PORT: 'none' });
    expect(started.stderr).toContain('The environment cannot be used');
    expect(started.status).toBe(1);
  });

  it('runs the commands', () => {
    const { stdout, stderr } = run(process.execPath, ['infra/cli/main.ts', 'history', 'event', '1'], image.folder);
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('holds no data')]);
  });
});

describe('the imports of workspaces', () => {
  const workspaces = globSync(['gateway', 'infra', 'infra/cli', 'e2e', 'services/*', 'libs/*'], {
    cwd: root,
    exclude: ['services/console'],
  });

  it.each(workspaces)('are declared in %s, whose declarations are all imported', (workspace) => {
    const { undeclared, unused } = declarationsOf(root, workspace);
    // The starters import services by their names in the manifest.
    const services = serviceNames.map((name) => `@almanac/${name}`);
    expect([undeclared, unused.filter((name) => workspace !== 'infra' || !services.includes(name))]).toEqual([[], []]);
  });

  it('are found in every form of import', () => {
    const dynamic = ['await import(', "'four'", ');'].join('');
    const file = ['require.resolve(', "'six/file.js'", ');'].join('');
    const text = `import a from 'one';\nimport {\n  b,\n} from '@two/b/c';\nexport * from 'three/d';\n${dynamic}\n${file}\n`;
    expect(packagesIn(`${text}import 'five';\nimport x from './own.ts';\nimport y from 'node:fs';`)).toEqual([
      'one',
      '@two/b',
      'three',
      'five',
      'four',
      'six',
    ]);
  });
});
