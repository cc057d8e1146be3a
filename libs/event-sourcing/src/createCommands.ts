import { hasCode } from '@almanac/event-store';
import { type OpenSpan, spans } from '@almanac/telemetry';
import type { Commands, Outcome, RunOptions } from './commands.ts';
import { ContentionError } from './errors.ts';
import { createJointCommands, type RunJointly } from './jointCommands.ts';
import { KeyedMutex } from './keyedMutex.ts';
import { type CommandContext, createRunner, type RunnerOptions } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export interface CommandsOptions extends RunnerOptions {
  /** How often a refused command is decided again before it is given up: each time somebody else came first; default 50. */
  readonly retries?: number;
}

/** A service's commands, and the way to run several as one batch (docs/architecture.md §4, Batch). */
export interface ServiceCommands extends Commands {
  readonly runJointly: RunJointly;
}

/**
 * Commands that name mutex keys queue for them from the start. A command that met a conflict queues, for its next try,
 * for everything that it has ever tried to append to: were it the last conflict's streams alone, those who want one of a
 * row of names would stand in several queues and overtake one another until their tries are spent.
 */
export const createCommands = (options: CommandsOptions): ServiceCommands => {
  const { retries = 50 } = options;
  const runner = createRunner(options);
  const mutex = new KeyedMutex();

  const run: Commands['run'] = (context, decide, options) =>
    spans.run('command', {}, (span) => decided(span, context, decide, options));

  const decided = async <Result>(
    span: OpenSpan,
    context: CommandContext,
    decide: (unit: UnitOfWork) => Promise<Result>,
    { mutexKeys: named = [], check }: RunOptions = {},
  ): Promise<Outcome<Result>> => {
    const meta = runner.metadataOf(context);
    let names: readonly string[] = named;
    for (let failures = 0; ; failures++) {
      const unit = runner.begin(meta, failures > 0);
      try {
        return await mutex.run(names, async () => {
          const result = await runner.decide(unit, decide, check);
          if (span.sampled) span.set({ 'almanac.event_types': typesOf(unit), 'almanac.tries': failures + 1 });
          return { result, position: await runner.commit(unit) };
        });
      } catch (error) {
        if (!hasCode(error, 'version-conflict')) throw error;
        if (failures === retries) throw new ContentionError();
        names = [...new Set([...names, ...unit.events.map((event) => event.stream)])];
      }
    }
  };

  return { run, runJointly: createJointCommands(runner, run) };
};

/** What was decided, each type once. */
const typesOf = ({ events }: UnitOfWork): string => [...new Set(events.map(({ type }) => type))].join(' ');
