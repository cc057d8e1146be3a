import { DomainError } from '@almanac/domain';
import type { FoundCommit } from '@almanac/rest';
import { idOfStream } from '@almanac/write-side';

/** The id of what a commit created by an event of that type; inline records come before it. @throws DomainError 422 */
export const createdId = (commit: FoundCommit, type: string): number => {
  const created = commit.events.findLast((event) => event.type === type);
  if (created !== undefined) return Number(idOfStream(created.stream));
  throw new DomainError('rest_idempotency_key_reused', 422, 'This idempotency key was used with another request.');
};
