import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git } from '../git.ts';
import { folderOf, type PartName, packageOf, partNames } from './releasableParts.ts';

const CHANGESETS = 'infra/release/node_modules/@changesets/cli/bin.js';

/** Workspaces that depend on parts by `*`, and have no versions of their own. */
const WITHOUT_VERSIONS = ['@almanac/infra', '@almanac/cli', '@almanac/e2e'];

/** A part with its next version. */
export interface PlannedRelease {
  readonly part: PartName;
  readonly before: string;
  readonly version: string;
}

/** Returns the tag of a released part, in the form of changesets: `@almanac/core@0.2.0`. */
export const tagOf = ({ part, version }: Pick<PlannedRelease, 'part' | 'version'>): string =>
  `${packageOf(part)}@${version}`;

const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

/** Runs a command in the repository; returns its output. @throws Error with the output of a command that fails */
export const run = async (root: string, command: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
};

/** Returns the releases that the changesets ask for. @throws Error for a changeset of another package than a part */
export const plannedReleases = async (root: string): Promise<PlannedRelease[]> => {
  const { releasesAt } = await import('./releasePlan.mjs');
  return (await releasesAt(root)).map(({ name, oldVersion, newVersion }) => {
    const part = partNames.find((each) => packageOf(each) === name);
    if (part === undefined) throw new Error(`${name} has no releases: name the parts that notice the change`);
    return { part, before: oldVersion, version: newVersion };
  });
};

/**
 * Writes versions, change logs and the files that follow from them, commits them and tags the commit.
 * @param releases the releases of one commit; other changesets stay
 */
export const releaseVersions = async (root: string, releases: readonly PlannedRelease[]): Promise<void> => {
  const others = partNames.filter((each) => !releases.some(({ part }) => part === each)).map(packageOf);
  const ignored = others.length === 0 ? [] : [...others, ...WITHOUT_VERSIONS];
  await run(root, process.execPath, [CHANGESETS, 'version', ...ignored.flatMap((name) => ['--ignore', name])]);
  for (const release of releases) expectVersion(root, release);
  await run(root, 'npm', [
    'install',
    '--package-lock-only',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
  await run(root, 'npm', ['run', '--silent', 'generate']);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', `Release ${namesOf(releases)}`);
  for (const release of releases) git(root, 'tag', '--annotate', '--message', tagOf(release), tagOf(release));
};

const expectVersion = (root: string, { part, version }: PlannedRelease): void => {
  const written: { readonly version: string } = JSON.parse(
    readFileSync(join(root, folderOf(part), 'package.json'), 'utf8'),
  );
  if (written.version !== version) throw new Error(`${part} became ${written.version} instead of ${version}`);
};

/** Returns the releases as a list of names: `core 0.2.0, misc 0.1.1`. */
export const namesOf = (releases: readonly PlannedRelease[]): string =>
  releases.map(({ part, version }) => `${part} ${version}`).join(', ');
