import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from '../privateFiles.ts';
import { keptKeys, keptSecret, newSecret, SECRET_KEYS } from '../siteSecret.ts';

/** Where a native site keeps what is not in its store and broker. */
export interface SiteFolder {
  readonly media: string;
  readonly secret: string;
  /** `SECRETS_KEY`, `SECRETS_OLD_KEYS`. */
  readonly keys: Readonly<Record<string, string>>;
  /** Removes what is not to be kept. */
  readonly close: () => void;
}

/** @param kept a folder; without one there is nothing left after */
export const openSiteFolder = (kept: string | undefined): SiteFolder => {
  if (kept === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-media-'));
    const keys = { SECRETS_KEY: newSecret() };
    return { media: folder, secret: newSecret(), keys, close: () => rmSync(folder, { recursive: true, force: true }) };
  }
  makePrivateFolder(kept);
  const keys = keptKeys(join(kept, SECRET_KEYS));
  return { media: join(kept, 'uploads'), secret: keptSecret(join(kept, 'secret')), keys, close: () => undefined };
};
