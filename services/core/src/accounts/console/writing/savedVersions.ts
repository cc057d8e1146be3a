import type { MemberChange } from '../history/changeTable.ts';

/** An event of a record, as its service tells it. */
export interface RecordEvent {
  readonly version: number;
  readonly at: string;
  readonly principal: string;
  readonly request: string;
  readonly changes: readonly MemberChange[];
}

/** What one request made of a record. */
export interface SavedVersion extends RecordEvent {
  /** Whether the record begins with it. */
  readonly isFirst: boolean;
}

/**
 * Events as people know them who save forms: those of one request are one version, that of the last.
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
