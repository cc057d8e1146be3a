import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from '../privateFiles.ts';
import { keptSecret, newSecret } from '../siteSecret.ts';

/** Where a native site keeps what is not in its store and broker. */
export interface SiteFolder {
  readonly media: string;
  readonly secret: string;
  /** Removes what is not to be kept. */
  readonly close: () => void;
}

/** @param kept a folder; without one there is nothing left after */
export const openSiteFolder = (kept: string | undefined): SiteFolder => {
  if (kept === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-media-'));
    return { media: folder, secret: newSecret(), close: () => rmSync(folder, { recursive: true, force: true }) };
  }
  makePrivateFolder(kept);
  return { media: join(kept, 'uploads'), secret: keptSecret(join(kept, 'secret')), close: () => undefined };
};
