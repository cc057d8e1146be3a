import type { FoundCommit } from '@almanac/rest';
import { idOfStream } from '@almanac/write-side';

/**
 * The id of the record that a commit has made: for requests with `Idempotency-Key` whose first answer got lost.
 * @param type that of the event which makes one
 */
export const madeIn = (commit: FoundCommit, type: string): number => {
  const event = commit.events.find((each) => each.type === type);
  if (event === undefined) throw new Error(`the commit ${commit.position} has no ${type}`);
  return Number(idOfStream(event.stream));
};
