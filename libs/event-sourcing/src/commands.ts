import type { CheckCommit, CommandContext } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export interface RunOptions {
  /**
   * Streams and names that this command will append to. Within the process, commands that share one run one after
   * another.
   */
  readonly mutexKeys?: readonly string[];
  readonly check?: CheckCommit;
}

/** What a command did. `position` is undefined where it decided that nothing changes. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly position: number | undefined;
}

/** Runs commands: load, decide, append, fold. After a conflict it does so again, with the state from the log. */
export interface Commands {
  /**
   * @param decide may be called several times; what it throws refuses the command
   * @throws ContentionError when conflicts do not end; the event store's errors
   */
  run<Result>(
    context: CommandContext,
    decide: (unit: UnitOfWork) => Promise<Result>,
    options?: RunOptions,
  ): Promise<Outcome<Result>>;
}
