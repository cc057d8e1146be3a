import { setImmediate as breathe } from 'node:timers/promises';
import type { Commands, Outcome, RunOptions } from './commands.ts';
import { JointCommit, type JointRequest } from './jointCommit.ts';
import type { CommandContext, Runner } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

/**
 * Runs a batch: the items start in list order, each when the one before it has ended or waits for its commit. What they
 * decide goes into one commit; later items see what earlier ones decided, an item that throws fails alone, and each
 * `run` resolves after the joint commit. A new commit is begun for an item that appends to a stream of an earlier item
 * (after that one has ended, so that each answers with its own state), for an item of another principal or language,
 * for an item that names its commit, and once the commit is so large that writing it would hold up others of the process. A joint commit that is refused is decided again, with one commit per item.
 * Whatever else the process has to do gets its turn between two items, when they decide and when they answer.
 */
export type RunJointly = <Result>(
  items: readonly ((commands: Commands) => Promise<Result>)[],
) => Promise<PromiseSettledResult<Result>[]>;

export const createJointCommands =
  (runner: Runner, alone: Commands['run']): RunJointly =>
  async (items) => {
    const joint = new JointCommit(runner, alone);
    const results = [];
    for (const item of items) {
      const turn = new Turn(item, alone);
      results.push(turn.result);
      for (let request = await turn.next(); request !== undefined; request = await turn.next()) {
        if (await joint.join(request)) break;
      }
      turn.over();
      await breathe();
    }
    await joint.commit();
    return Promise.allSettled(results);
  };

/**
 * An item that runs. During its turn its commands join the batch; those that it runs later are commits of their own.
 */
class Turn<Result> {
  readonly result: Promise<Result>;
  readonly #ended = Promise.withResolvers<void>();
  readonly #alone: Commands['run'];
  #requests: JointRequest[] = [];
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(item: (commands: Commands) => Promise<Result>, alone: Commands['run']) {
    this.#alone = alone;
    this.result = started(item, { run: (context, decide, options) => this.#run(context, decide, options) });
    const end = (): void => {
      this.over();
      this.#ended.resolve();
    };
    this.result.then(end, end);
  }

  /** The next command that the item runs; undefined once it has ended. */
  async next(): Promise<JointRequest | undefined> {
    if (this.#requests.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#requests.shift();
  }

  /**
   * Ends the turn: from now on the item's commands run alone, including those that it started beside the one that
   * joined.
   */
  over(): void {
    this.#isOver = true;
    for (const { context, decide, options, resolve, reject } of this.#requests.splice(0))
      this.#alone(context, decide, options).then(resolve, reject);
    this.#wake();
  }

  #run<Answer>(
    context: CommandContext,
    decide: (unit: UnitOfWork) => Promise<Answer>,
    options?: RunOptions,
  ): Promise<Outcome<Answer>> {
    if (this.#isOver) return this.#alone(context, decide, options);
    return new Promise((resolve, reject) => {
      const done = resolve as (outcome: Outcome<unknown>) => void;
      this.#requests.push({ context, decide, options, resolve: done, reject, ended: this.#ended.promise });
      this.#wake();
    });
  }
}

const started = async <Result>(item: (commands: Commands) => Promise<Result>, commands: Commands): Promise<Result> =>
  item(commands);
