import type { Entries } from '@almanac/documents';

const PASSWORD_USAGE_KIND = 'application-password-use';
const DAY = 24 * 60 * 60 * 1_000;

/**
 * Time and address of the last use of a password; stored outside the log, which contains no addresses
 * (docs/architecture.md §2).
 */
export interface Usage {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ip: string;
}

export const usageOf = async (entries: Entries, uuid: string): Promise<Usage | undefined> =>
  (await entries.get<Usage>(PASSWORD_USAGE_KIND, uuid))?.body;

/** Records a use, at most once in 24 hours (docs/interface/server.md §15.3). */
export const noteUse = async (entries: Entries, uuid: string, use: Usage): Promise<void> => {
  const last = await usageOf(entries, uuid);
  if (last === undefined || use.at - last.at >= DAY) await entries.put(PASSWORD_USAGE_KIND, uuid, use);
};

export const deleteUsage = async (entries: Entries, uuid: string): Promise<void> => {
  await entries.delete(PASSWORD_USAGE_KIND, uuid);
};
