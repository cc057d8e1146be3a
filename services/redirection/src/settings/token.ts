import { randomBytes } from 'node:crypto';
import type { Entries } from '@almanac/documents';

const TOKEN_KIND = 'redirection-token';
const ID = 'site';
const TOKEN_BYTES = 16;

interface TokenEntry {
  readonly token: string;
}

/** Returns 32 random hexadecimal digits. */
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');

/** Returns the site's token; the first call creates it. It is a secret and stays out of the log. */
export const tokenOf = async (entries: Entries): Promise<string> => {
  const kept = await entries.get<TokenEntry>(TOKEN_KIND, ID);
  if (kept !== undefined) return kept.body.token;
  await entries.insert(TOKEN_KIND, ID, { token: newToken() });
  return (await entries.get<TokenEntry>(TOKEN_KIND, ID))?.body.token ?? '';
};

/** Stores another token; an empty one is replaced by a random one. */
export const keepToken = async (entries: Entries, token: string): Promise<void> => {
  await entries.put(TOKEN_KIND, ID, { token: token === '' ? newToken() : token });
};
