import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git, gitOutput } from '../git.ts';
import { CONTRACT_FOLDERS, readContracts } from './contracts.ts';
import type { ReleasedPart } from './deployFaults.ts';
import { type PartName, packageOf, partNames } from './releasableParts.ts';

/** Returns the newest tagged version of a part; undefined if none was released. */
export const newestVersion = (root: string, part: PartName): string | undefined => {
  const beginning = `${packageOf(part)}@`;
  const [newest] = git(root, 'tag', '--list', `${beginning}*`, '--sort=-version:refname').split('\n');
  return newest?.slice(beginning.length) || undefined;
};

/** Released parts with the files of their contracts, which `remove` deletes. */
export interface TaggedParts {
  readonly released: readonly ReleasedPart[];
  remove(): void;
}

/**
 * Reads the contracts of released parts from their tags.
 * @param versions versions by part, instead of the newest ones
 * @throws Error for a version without a tag
 */
export const readTaggedParts = (root: string, versions: ReadonlyMap<PartName, string> = new Map()): TaggedParts => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-released-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const released = partNames.flatMap((part) => {
      const version = versions.get(part) ?? newestVersion(root, part);
      if (version === undefined) return [];
      const tree = join(folder, part);
      extract(root, `${packageOf(part)}@${version}`, tree);
      return [{ part, version, contracts: readContracts(tree) }];
    });
    return { released, remove };
  } catch (error) {
    remove();
    throw error;
  }
};

const extract = (root: string, tag: string, folder: string): void => {
  mkdirSync(folder);
  const input = gitOutput(root, 'archive', '--format=tar', tag, '--', ...CONTRACT_FOLDERS);
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input });
  if (status !== 0) throw new Error(`tar cannot extract ${tag}: ${stderr}`);
};
