import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Commands } from './commands.ts';
import { JointCommit } from './jointCommit.ts';
import type { Runner } from './runner.ts';

/**
 * Runs a batch. Items start in list order, each once the command of the one before it waits for the joint commit, or
 * that item has ended. Later items see the decisions of earlier ones. An item that throws fails alone. Each `run`
 * resolves after the joint commit; `JointCommit` describes when a new one begins. A further command of an item is a
 * commit of its own. The event loop is yielded to between two items, both for decisions and for answers.
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
      const { result, hasDecided } = start(item, joint, alone);
      results.push(result);
      await hasDecided;
      await yieldToEventLoop();
    }
    await joint.commit();
    return Promise.allSettled(results);
  };

interface StartedItem<Result> {
  readonly result: Promise<Result>;
  /** Resolves once a command of the item waits for the joint commit, or the item has ended. */
  readonly hasDecided: Promise<void>;
}

const start = <Result>(
  item: (commands: Commands) => Promise<Result>,
  joint: JointCommit,
  alone: Commands['run'],
): StartedItem<Result> => {
  const [decided, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let state: 'open' | 'joining' | 'closed' = 'open';
  let hasEnded = false;
  const reopen = (): void => {
    state = hasEnded ? 'closed' : 'open';
    if (hasEnded) decided.resolve();
  };
  const run: Commands['run'] = async (context, decide, options) => {
    if (state !== 'open') return alone(context, decide, options);
    state = 'joining';
    const joined = await joint.join({ context, decide, options, ended: ended.promise }).catch((error: unknown) => {
      reopen();
      throw error;
    });
    state = 'closed';
    decided.resolve();
    return joined.outcome;
  };
  const result = (async () => item({ run }))();
  const end = (): void => {
    hasEnded = true;
    ended.resolve();
    if (state === 'open') reopen();
  };
  result.then(end, end);
  return { result, hasDecided: decided.promise };
};
