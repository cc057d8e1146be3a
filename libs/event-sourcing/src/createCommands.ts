import { hasCode } from '@almanac/event-store';
import { type OpenSpan, spans } from '@almanac/telemetry';
import type { Commands, Outcome, RunOptions } from './commands.ts';
import { eventSourcingErrors } from './errors.ts';
import { createJointCommands, type RunJointly } from './jointCommands.ts';
import { KeyedMutex } from './keyedMutex.ts';
import { type CommandContext, createRunner, type RunnerOptions } from './runner.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export interface CommandsOptions extends RunnerOptions {
  /** Maximum number of retries after conflicts with other writers; default 50. */
  readonly retries?: number;
}

/** A service's commands; several can run as one batch (docs/architecture.md §4, Batch). */
export interface ServiceCommands extends Commands {
  readonly runJointly: RunJointly;
}

/**
 * Creates a service's commands. Commands with mutex keys queue for them from the start. After a conflict, a command
 * queues for every stream that it has tried to append to. Queueing only for the last conflict's streams would spread
 * commands for a row of names over several queues; they would overtake one another until their retries run out.
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
        if (failures === retries) throw eventSourcingErrors.contention();
        names = [...new Set([...names, ...unit.events.map((event) => event.stream)])];
      }
    }
  };

  return { run, runJointly: createJointCommands(runner, run) };
};

/** Returns the decided event types, each once. */
const typesOf = ({ events }: UnitOfWork): string => [...new Set(events.map(({ type }) => type))].join(' ');
