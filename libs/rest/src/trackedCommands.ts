import type { Commands } from '@almanac/event-sourcing';
import { restErrors } from './errors.ts';
import type { IfMatch } from './preconditions.ts';

export interface TrackedCommands {
  readonly commands: Commands;
  /** Sets the id of the first commit, by which a request with `Idempotency-Key` is found again. */
  bear(commitId: string): void;
  /** Returns the position of the last commit; undefined if nothing was changed. */
  position(): number | undefined;
}

/**
 * Wraps commands to remember the positions of their commits, so that other services can wait for them
 * (docs/architecture.md §4). With an `If-Match` that was compared with no record, the commands commit nothing: a new
 * record, or a record without a tag, does not match.
 */
export const trackCommands = (commands: Commands, ifMatch?: IfMatch): TrackedCommands => {
  let position: number | undefined;
  let id: string | undefined;
  const run: Commands['run'] = async (context, decide, options) => {
    const borne = id;
    const named = borne === undefined ? context : { ...context, commitId: borne };
    id = undefined;
    const outcome = await commands.run(
      named,
      async (unit) => {
        const result = await decide(unit);
        if (ifMatch?.wasCompared === false) throw restErrors.preconditionFailed();
        return result;
      },
      options,
    );
    // a dry run commits nothing, so the next commit gets the id
    if (outcome.position === undefined) id ??= borne;
    position = outcome.position ?? position;
    return outcome;
  };
  return {
    commands: { run },
    position: () => position,
    bear: (commitId) => {
      id = commitId;
    },
  };
};
