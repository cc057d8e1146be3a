import type { Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { readRestores } from '@almanac/messaging';

/** A service's log, and its restores. */
export interface OwnLog {
  readonly store: Pick<EventStore, 'last'>;
  readonly entries: Entries;
}

/**
 * Returns the loss of a service's log in words; undefined if the log has commits, or never published one.
 * An empty log that an operator has restored on purpose is not lost.
 * @param countMessages returns the number of messages on the service's topic
 */
export const findLostLog = async (
  { store, entries }: OwnLog,
  countMessages: () => Promise<number>,
): Promise<string | undefined> => {
  if ((await store.last()) > 0 || (await readRestores(entries)).length > 0) return undefined;
  const messages = await countMessages();
  // Another replica may have written the first commits meanwhile.
  if (messages === 0 || (await store.last()) > 0) return undefined;
  return `the log is empty, but its topic has ${messages} messages`;
};
