import { createHash, timingSafeEqual } from 'node:crypto';
import type { Documents } from '@almanac/documents';
import {
  can,
  capabilityFor,
  type GuardedRecord,
  mayDelete,
  mayEdit,
  mayRead,
  type Principal,
  userId,
} from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import type { ItemFields, ItemState } from './contentItem.ts';
import type { ItemKind, KindNames } from './itemKind.ts';
import { namedItem } from './itemLookup.ts';

const guarded = ({ author, status, statusBeforeTrash }: ItemState): GuardedRecord => ({
  author,
  status,
  ...(statusBeforeTrash === null ? {} : { statusBeforeTrash }),
});

export const mayEditItem = (principal: Principal, kind: Pick<KindNames, 'type'>, record: ItemState): boolean =>
  mayEdit(principal, kind.type, guarded(record));

export const mayDeleteItem = (principal: Principal, kind: Pick<KindNames, 'type'>, record: ItemState): boolean =>
  mayDelete(principal, kind.type, guarded(record));

export const mayReadItem = (principal: Principal, kind: Pick<KindNames, 'type'>, record: ItemState): boolean =>
  mayRead(principal, kind.type, guarded(record));

/** True if the caller may edit, or delete, any record of the kind. */
export const mayWriteSome = (
  principal: Principal,
  { type }: Pick<KindNames, 'type'>,
  right: 'edit' | 'delete',
): boolean => can(principal, capabilityFor(type, right));

/** True if the caller may make another user the author (docs/interface/server.md §7). */
export const maySetAuthor = (principal: Principal, { type }: Pick<KindNames, 'type'>): boolean =>
  can(principal, capabilityFor(type, 'edit_others'));

/** True if the caller may send this author for a record with this one. */
export const mayAssign = (
  principal: Principal,
  kind: Pick<KindNames, 'type'>,
  sent: number | undefined,
  present: number,
): boolean => sent === undefined || sent === present || maySetAuthor(principal, kind);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True if a record has no password, or the sent one is right. */
export const isUnlocked = (record: Pick<ItemState, 'password'>, sent: string | undefined): boolean =>
  record.password === '' || (sent !== undefined && timingSafeEqual(digest(record.password), digest(sent)));

type Request = RestRequest<{ readonly author?: number | undefined }>;

/**
 * Returns the permissions to create, update and delete records of a kind (docs/interface/calendar.md §3).
 * If the path names no record, the general right is enough, so that the answer is 404.
 */
export const itemPermissions = <Fields extends ItemFields>(documents: Documents, kind: ItemKind<Fields>) => ({
  create: ({ principal, args }: Request): boolean => {
    if (!mayWriteSome(principal, kind, 'edit')) return false;
    return mayAssign(principal, kind, args.author, userId(principal));
  },
  update: async (request: Request): Promise<boolean> => {
    const { principal, args } = request;
    const record = await namedItem(documents, kind, request);
    if (record === undefined) return mayWriteSome(principal, kind, 'edit');
    if (!mayEditItem(principal, kind, record)) return false;
    return mayAssign(principal, kind, args.author, record.author);
  },
  remove: async (request: RestRequest): Promise<boolean> => {
    const record = await namedItem(documents, kind, request);
    if (record === undefined) return mayWriteSome(request.principal, kind, 'delete');
    return mayDeleteItem(request.principal, kind, record);
  },
});
