import type { Commands } from '@almanac/aggregates';

export interface TrackedCommands {
  readonly commands: Commands;
  /** Gives the first commit its id, by which a request with `Idempotency-Key` is found again. */
  bear(commitId: string): void;
  /** The position of the last commit made through them; undefined when nothing was changed. */
  position(): number | undefined;
}

/** Commands that remember where their commits went, so that other services can wait for them (architecture §4). */
export const trackCommands = (commands: Commands): TrackedCommands => {
  let position: number | undefined;
  let id: string | undefined;
  const run: Commands['run'] = async (context, decide, options) => {
    const named = id === undefined ? context : { ...context, commitId: id };
    id = undefined;
    const outcome = await commands.run(named, decide, options);
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
