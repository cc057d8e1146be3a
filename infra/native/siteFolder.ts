import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a native site keeps what is not in its store and broker. */
export interface SiteFolder {
  readonly media: string;
  readonly secret: string;
  /** Removes what is not to be kept. */
  readonly close: () => void;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** @param kept a folder; without one there is nothing left after */
export const openSiteFolder = (kept: string | undefined): SiteFolder => {
  if (kept === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-media-'));
    return { media: folder, secret: newSecret(), close: () => rmSync(folder, { recursive: true, force: true }) };
  }
  mkdirSync(kept, { recursive: true });
  return { media: join(kept, 'uploads'), secret: keptSecret(join(kept, 'secret')), close: () => undefined };
};

const keptSecret = (file: string): string => {
  try {
    writeFileSync(file, newSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};
