import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '@almanac/i18n';
import type { OwnSettings } from '@almanac/service';

export const componentKinds = ['plugins', 'themes', 'other'] as const;
export type ComponentKind = (typeof componentKinds)[number];

/** The folders of gettext files: those that components ship, and those generated from the site's strings. */
export interface MoFolders {
  /** The folders of components by kind and id. Later components need a restart. */
  readonly components: Readonly<Record<ComponentKind, ReadonlyMap<string, string>>>;
  /** Returns the folder of generated files; creates it if it is missing. */
  generated(): Promise<string>;
  /** Deletes temporary folders. */
  close(): Promise<void>;
}

const IN_MEMORY = ':memory:';

const foldersIn = (folder: string): ReadonlyMap<string, string> => {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return new Map(entries.map(({ name }) => [name, join(folder, name)]));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Map();
    throw error;
  }
};

/** Finds the folders of components once. Without `DATA`, generated files are in a temporary folder of the process. */
export const openMoFolders = ({ MO_FOLDER, DATA }: OwnSettings): MoFolders => {
  const of = (kind: ComponentKind) => (MO_FOLDER === undefined ? new Map() : foldersIn(join(MO_FOLDER, kind)));
  let temporary: Promise<string> | undefined;
  return {
    components: { plugins: of('plugins'), themes: of('themes'), other: of('other') },
    generated: async () => {
      if (DATA === undefined || DATA === IN_MEMORY) {
        temporary ??= mkdtemp(join(tmpdir(), 'almanac-strings-'));
        return temporary;
      }
      const folder = join(DATA, 'strings');
      await mkdir(folder, { recursive: true });
      return folder;
    },
    close: async () => {
      if (temporary !== undefined) await rm(await temporary, { recursive: true, force: true });
    },
  };
};
