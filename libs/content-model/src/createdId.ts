import { idOfStream } from '@almanac/event-sourcing';
import { type FoundCommit, restErrors } from '@almanac/rest';

/**
 * Returns the id of the record that a commit created, for routes that recover a lost answer. Records that were created
 * inline with it come before it in the commit.
 * @param type the type of the event that creates such records
 * @throws DomainError 422 `rest_idempotency_key_reused` for a commit without such an event
 */
export const createdId = ({ events }: FoundCommit, type: string): number => {
  const event = events.findLast((each) => each.type === type);
  if (event === undefined) throw restErrors.keyReused();
  return Number(idOfStream(event.stream));
};
