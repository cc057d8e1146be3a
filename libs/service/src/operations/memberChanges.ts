import { isDeepStrictEqual } from 'node:util';
import type { Members } from './recordView.ts';

/** The change of a member by an event. */
export interface MemberChange {
  readonly member: string;
  /** Null if the member was absent, or its value is hidden. */
  readonly before: unknown;
  readonly after: unknown;
}

type IsHidden = (member: string, value: unknown) => boolean;

const memberOf = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? (members[name] ?? null) : null;

/** Returns the members that differ between two states of a record, with their values. */
export const changedMembers = (before: Members, after: Members): MemberChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((member) => ({ member, before: memberOf(before, member), after: memberOf(after, member) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));

/** Returns the differing members as operators see them: hidden values are null. */
export const memberChanges = (before: Members, after: Members, isHidden: IsHidden): MemberChange[] =>
  changedMembers(before, after).map((change) => {
    const hidden = isHidden(change.member, change.before) || isHidden(change.member, change.after);
    return hidden ? { member: change.member, before: null, after: null } : change;
  });
