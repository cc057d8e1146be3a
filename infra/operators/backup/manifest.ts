import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '@almanac/service';
import { z } from 'zod';

export const MANIFEST = 'manifest.json';

const file = z.object({
  /** The path in the backup's folder, with `/` as separator. */
  path: z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..')),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});

const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC. */
  at: z.string(),
  services: z.array(
    z.object({
      name: z.string(),
      file: z.string(),
      /** The end of its log, and the commit there. */
      position: z.int().nonnegative(),
      commitId: z.string(),
      /** The position up to which its log was signed, and the mac of that signature; missing in older backups. */
      signed: z.object({ position: z.int().nonnegative(), head: z.string() }).optional(),
      /** Its positions in the logs of others, by checkpoint. */
      marks: z.record(z.string(), z.int().nonnegative()),
    }),
  ),
  files: z.array(file),
});

/** The content of a backup. It is written last, so that a backup with a manifest is complete. */
export type Manifest = z.output<typeof manifest>;
export type BackupFile = z.output<typeof file>;

/** Describes a file of a backup. */
export const describeFile = async (folder: string, path: string): Promise<BackupFile> => {
  const location = join(folder, path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(location), hash);
  return { path, bytes: (await stat(location)).size, sha256: hash.digest('hex') };
};

/**
 * Reads the manifest of a backup.
 * @throws ConfigurationError for a folder without a complete backup
 */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const location = join(folder, MANIFEST);
  if (!existsSync(location)) {
    throw new ConfigurationError(`${folder} holds no ${MANIFEST}: it is no backup, or one that was broken off.`);
  }
  const read = manifest.safeParse(json(await readFile(location, 'utf8')));
  if (!read.success) throw new ConfigurationError(`${location} cannot be read: ${z.prettifyError(read.error)}`);
  return read.data;
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * Compares every file with the manifest.
 * @throws ConfigurationError naming the first file that differs
 */
export const verifyFiles = async (
  folder: string,
  { files }: Manifest,
  onFile: (done: number) => void,
): Promise<void> => {
  for (const [index, expected] of files.entries()) {
    if (!existsSync(join(folder, expected.path))) {
      throw new ConfigurationError(`The backup lacks ${expected.path}; use another one.`);
    }
    const found = await describeFile(folder, expected.path);
    if (found.sha256 !== expected.sha256) {
      throw new ConfigurationError(`The backup's ${expected.path} is damaged (checksum); use another one.`);
    }
    onFile(index + 1);
  }
};
