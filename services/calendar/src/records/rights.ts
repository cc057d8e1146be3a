import { createHash, timingSafeEqual } from 'node:crypto';
import { can, capabilityFor, type Guarded, mayDelete, mayEdit, mayRead, type Principal } from '@almanac/identity';
import type { RecordState } from './record.ts';
import type { KindNames } from './recordKind.ts';

const guarded = ({ author, status, statusBeforeTrash }: RecordState): Guarded => ({
  author,
  status,
  ...(statusBeforeTrash === null ? {} : { statusBeforeTrash }),
});

export const mayEditRecord = (principal: Principal, kind: Pick<KindNames, 'type'>, record: RecordState): boolean =>
  mayEdit(principal, kind.type, guarded(record));

export const mayDeleteRecord = (principal: Principal, kind: Pick<KindNames, 'type'>, record: RecordState): boolean =>
  mayDelete(principal, kind.type, guarded(record));

export const mayReadRecord = (principal: Principal, kind: Pick<KindNames, 'type'>, record: RecordState): boolean =>
  mayRead(principal, kind.type, guarded(record));

/** Whether the caller may edit, or delete, records of the kind at all. */
export const mayWriteSome = (
  principal: Principal,
  { type }: Pick<KindNames, 'type'>,
  right: 'edit' | 'delete',
): boolean => can(principal, capabilityFor(type, right));

/** Whether the caller may make somebody else the author (docs/interface/server.md §7). */
export const maySetAuthor = (principal: Principal, { type }: Pick<KindNames, 'type'>): boolean =>
  can(principal, capabilityFor(type, 'edit_others'));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a record has no password, or the given one fits. */
export const isUnlocked = (record: Pick<RecordState, 'password'>, given: string | undefined): boolean =>
  record.password === '' || (given !== undefined && timingSafeEqual(digest(record.password), digest(given)));
