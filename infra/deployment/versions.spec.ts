import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@almanac/manifest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

interface PackageFile {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const packageAt = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as PackageFile;

describe('a released version', () => {
  it.each(['gateway', ...serviceNames.map((name) => `services/${name}`)])(
    'is described in the change log of %s',
    (part) => {
      const [released] = [...read(`${part}/CHANGELOG.md`).matchAll(/^## (\d+\.\d+\.\d+)$/gm)];
      expect(released?.[1]).toBe(packageAt(part).version);
    },
  );

  it('is named by no other part, so that a service is released alone', () => {
    const named = globSync(['gateway', 'infra', 'infra/cli', 'e2e', 'services/*', 'libs/*'], { cwd: root }).flatMap(
      (workspace) => {
        const { dependencies, devDependencies } = packageAt(workspace);
        const all = Object.entries({ ...dependencies, ...devDependencies });
        return all
          .filter(([name, version]) => serviceNames.some((each) => name === `@almanac/${each}`) && version !== '*')
          .map(([name, version]) => `${workspace} names ${name} ${version}`);
      },
    );
    expect(named).toEqual([]);
  });
});
