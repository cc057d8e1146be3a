import type { Entries } from '@almanac/documents';
import type { Random } from '../../core.ts';

const PRIVATE_KEY_KIND = 'private-key';
const ID = 'user-names';

/** Returns the key that hashes claims of users' names: created once for a site, and stored as long as its claims. */
export const namesKey = async (entries: Entries, random: Random): Promise<Buffer> => {
  await entries.insert(PRIVATE_KEY_KIND, ID, { key: random(32).toString('base64url') });
  const kept = await entries.get<{ readonly key: string }>(PRIVATE_KEY_KIND, ID);
  if (kept === undefined) throw new Error('the key of user names is gone');
  return Buffer.from(kept.body.key, 'base64url');
};
