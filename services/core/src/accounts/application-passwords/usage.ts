import type { Entries } from '@almanac/documents';

const KIND = 'application-password-use';
const DAY = 24 * 60 * 60 * 1_000;

/**
 * When and from where a password was used; kept apart from the log, which holds no addresses (docs/architecture.md §2).
 */
export interface Usage {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ip: string;
}

export const usageOf = async (entries: Entries, uuid: string): Promise<Usage | undefined> =>
  (await entries.get<Usage>(KIND, uuid))?.body;

/** Notes a use, at most once in 24 hours (docs/interface/server.md §15.3). */
export const noteUse = async (entries: Entries, uuid: string, use: Usage): Promise<void> => {
  const last = await usageOf(entries, uuid);
  if (last === undefined || use.at - last.at >= DAY) await entries.put(KIND, uuid, use);
};

export const forgetUse = async (entries: Entries, uuid: string): Promise<void> => {
  await entries.delete(KIND, uuid);
};
