/** `npm run release`: releases the parts that changesets name (docs/releasing.md). */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { git } from '../git.ts';
import { IMAGE_FOLDER, pushImages, writeImages } from './images.ts';
import { readPart } from './releasableParts.ts';
import { namesOf, type PlannedRelease, plannedReleases, releaseVersions, tagOf } from './versions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface ReleaseOptions {
  readonly releases: readonly PlannedRelease[];
  readonly registry: string | undefined;
}

/** @throws Error if nothing is to be released, or the working tree has changes */
const readOptions = async (): Promise<ReleaseOptions & { readonly isDryRun: boolean }> => {
  const { values, positionals } = parseArgs({
    options: { registry: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const parts = positionals.map(readPart);
  const releases = (await plannedReleases(root)).filter(({ part }) => parts.length === 0 || parts.includes(part));
  if (releases.length === 0) throw new Error(`.changeset has no changes of ${parts.join(', ') || 'any part'}.`);
  if (!values['dry-run'] && git(root, 'status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit or discard them.');
  return { releases, registry: values.registry, isDryRun: values['dry-run'] };
};

const release = async ({ releases, registry }: ReleaseOptions): Promise<void> => {
  await releaseVersions(root, releases);
  for (const each of releases) console.log(`${each.part} ${each.version}: tag ${tagOf(each)}`);
  if (registry === undefined) return;
  const revision = git(root, 'rev-parse', 'HEAD');
  const pushed = await pushImages(root, releases, { registry, revision });
  for (const { repository, tag, digest } of pushed) console.log(`${repository}:${tag}@${digest}`);
  writeImages(root, pushed);
  git(root, 'add', IMAGE_FOLDER);
  git(root, 'commit', '--quiet', '--message', `Name the images of ${namesOf(releases)}`);
};

try {
  const { isDryRun, ...options } = await readOptions();
  if (isDryRun)
    for (const each of options.releases)
      console.log(`${each.part} ${each.before} → ${each.version}: tag ${tagOf(each)}`);
  else await release(options);
} catch (error) {
  console.error(error instanceof Error ? [error.message, error.cause ?? ''].join(' ').trim() : String(error));
  process.exitCode = 1;
}
