import { can, capabilityFor, type RecordType } from './capabilities.ts';
import { type Principal, userId } from './principal.ts';

/** The members of a record that determine rights on it. */
export interface GuardedRecord {
  /** The id of its author; 0 for none. */
  readonly author: number;
  readonly status: string;
  /** For a trashed record its former status, which determines rights (docs/interface/core-posts.md §1). */
  readonly statusBeforeTrash?: string;
}

const isPublished = (status: string): boolean => status === 'publish' || status === 'future';

/** True for a status that everybody may read; `cal-ea-…` are those of imports in progress. */
export const isPublicStatus = (status: string): boolean => status === 'publish' || status.startsWith('cal-ea-');

const isOwn = (principal: Principal, record: GuardedRecord): boolean =>
  principal.kind === 'user' && record.author === userId(principal);

const may = (principal: Principal, type: RecordType, record: GuardedRecord, right: 'edit' | 'delete'): boolean => {
  const status = record.status === 'trash' ? (record.statusBeforeTrash ?? 'draft') : record.status;
  const holds = (name: typeof right | `${typeof right}_${'published' | 'private' | 'others'}`): boolean =>
    can(principal, capabilityFor(type, name));
  if (isOwn(principal, record)) return isPublished(status) ? holds(`${right}_published`) : holds(right);
  if (!holds(`${right}_others`)) return false;
  if (isPublished(status)) return holds(`${right}_published`);
  return status !== 'private' || holds(`${right}_private`);
};

/** True if the principal may change this record (docs/interface/core-posts.md §1, for the calendar's types too). */
export const mayEdit = (principal: Principal, type: RecordType, record: GuardedRecord): boolean =>
  may(principal, type, record, 'edit');

/** True if the principal may trash or delete this record. */
export const mayDelete = (principal: Principal, type: RecordType, record: GuardedRecord): boolean =>
  may(principal, type, record, 'delete');

/** True if the principal may read this record; a password on the record is checked elsewhere. */
export const mayRead = (principal: Principal, type: RecordType, record: GuardedRecord): boolean => {
  if (isPublicStatus(record.status)) return true;
  if (isOwn(principal, record)) return can(principal, 'read');
  if (record.status === 'private') return can(principal, capabilityFor(type, 'read_private'));
  return mayEdit(principal, type, record);
};

/**
 * True for the author of a medium, and for private media with the right to read private records. Other media are readable
 * if the post that they are attached to is (docs/interface/core-media.md §1).
 */
export const mayReadMedium = (
  principal: Principal,
  medium: Pick<GuardedRecord, 'author' | 'status'>,
  parent: (GuardedRecord & { readonly type?: RecordType }) | undefined,
): boolean => {
  if (isOwn(principal, medium)) return true;
  if (medium.status === 'private') return can(principal, 'read_private_posts');
  return parent === undefined || mayRead(principal, parent.type ?? 'post', parent);
};

/** True if the principal may publish records of the type, at once or scheduled. */
export const mayPublish = (principal: Principal, type: RecordType): boolean =>
  can(principal, capabilityFor(type, 'publish'));
