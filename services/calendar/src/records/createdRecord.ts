import { idOfStream } from '@almanac/aggregates';
import { DomainError } from '@almanac/domain';
import type { FoundCommit } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { RecordFields, RecordState } from './record.ts';
import { notFound, type RecordKind } from './recordKind.ts';
import { recordById } from './recordLookup.ts';

/** The id of what a commit created by an event of that type; inline records come before it. @throws DomainError 409 */
export const createdId = (commit: FoundCommit, type: string): number => {
  const created = commit.events.findLast((event) => event.type === type);
  if (created !== undefined) return Number(idOfStream(created.stream));
  throw new DomainError('rest_idempotency_key_reused', 422, 'This idempotency key was used with another request.');
};

/** The record that a commit created, for a request whose first answer got lost. */
export const createdRecord = async <Fields extends RecordFields>(
  { documents }: Calendar,
  kind: RecordKind<Fields>,
  commit: FoundCommit,
): Promise<RecordState & Fields> => {
  const id = createdId(commit, kind.eventTypes.created);
  const state = await recordById(documents, kind, id);
  if (state === undefined) throw notFound(kind, id);
  return state;
};
