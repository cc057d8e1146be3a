import type { MemberChange } from '../history/changeTable.ts';

/** An event of a record, from its service. */
export interface RecordEvent {
  readonly version: number;
  readonly at: string;
  readonly principal: string;
  readonly request: string;
  readonly changes: readonly MemberChange[];
}

/** The version of a record after one request. */
export interface SavedVersion extends RecordEvent {
  /** True for the first version of the record. */
  readonly isFirst: boolean;
}

/**
 * Groups events into versions, as users who save forms know them: the events of one request are one version, that of
 * the last event.
 * @param events newest first
 */
export const savedVersions = (events: readonly RecordEvent[]): SavedVersion[] => {
  const versions: SavedVersion[] = [];
  for (const event of events) {
    const last = versions.at(-1);
    const isFirst = event.version === 1;
    if (last !== undefined && last.request === event.request)
      versions.splice(-1, 1, { ...last, isFirst, changes: both(event.changes, last.changes) });
    else versions.push({ ...event, isFirst });
  }
  return versions;
};

const both = (earlier: readonly MemberChange[], later: readonly MemberChange[]): MemberChange[] => {
  const members = new Map(earlier.map((change) => [change.member, change]));
  for (const change of later) {
    const before = members.get(change.member) ?? change;
    members.set(change.member, { ...change, before: before.before });
  }
  return [...members.values()];
};
