import { isDeepStrictEqual } from 'node:util';
import type { MemberChange } from './changeTable.ts';

interface HistoryEvent {
  readonly version: number;
  readonly changes: readonly MemberChange[];
}

/**
 * Returns the members of a record that have changed since a version, with their values now and then.
 * @param events newest first
 */
export const differencesSince = (events: readonly HistoryEvent[], version: number): MemberChange[] => {
  const members = new Map<string, MemberChange>();
  for (const { changes } of events.filter((event) => event.version > version))
    for (const { member, before, after } of changes) {
      const now = members.has(member) ? members.get(member)?.before : after;
      members.set(member, { member, before: now, after: before });
    }
  return [...members.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after));
};
