import type { CheckCommit, CommandContext } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export interface RunOptions {
  /**
   * Streams and names that this command will append to. Commands of a process that share one run one after another.
   */
  readonly mutexKeys?: readonly string[];
  readonly check?: CheckCommit;
}

/** The outcome of a command. `position` is undefined if nothing has changed. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly position: number | undefined;
}

/** Runs commands: load, decide, append, fold. After a conflict it retries with the state from the log. */
export interface Commands {
  /**
   * @param decide may be called several times; its error refuses the command
   * @throws DomainError `rest_contention` after too many conflicts; the event store's errors
   */
  run<Result>(
    context: CommandContext,
    decide: (unit: UnitOfWork) => Promise<Result>,
    options?: RunOptions,
  ): Promise<Outcome<Result>>;
}
