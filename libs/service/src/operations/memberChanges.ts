import { isDeepStrictEqual } from 'node:util';
import type { Members } from './recordView.ts';

/** What an event changed of a member. */
export interface MemberChange {
  readonly member: string;
  /** Null where there was none, and where it is shown to nobody. */
  readonly before: unknown;
  readonly after: unknown;
}

type IsHidden = (member: string, value: unknown) => boolean;

const memberOf = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? (members[name] ?? null) : null;

/** The members that differ between two states of a record, with their values. */
export const differing = (before: Members, after: Members): MemberChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((member) => ({ member, before: memberOf(before, member), after: memberOf(after, member) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));

/** The same as operators see it: values that are hidden are null. */
export const memberChanges = (before: Members, after: Members, isHidden: IsHidden): MemberChange[] =>
  differing(before, after).map((change) => {
    const hidden = isHidden(change.member, change.before) || isHidden(change.member, change.after);
    return hidden ? { member: change.member, before: null, after: null } : change;
  });
