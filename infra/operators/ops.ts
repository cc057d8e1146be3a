import { parseArgs } from 'node:util';
import { ConfigurationError } from '@almanac/service';
import { SingleBar } from 'cli-progress';
import { writePrivately } from '../privateFiles.ts';
import { commands, usage } from './commands.ts';
import type { ProgressBar, Surroundings } from './operatorCommand.ts';

const progress = (title: string, unit: string): ProgressBar => {
  const bar = new SingleBar({ format: `${title} [{bar}] {value}/{total} ${unit}`, clearOnComplete: true });
  let begun = false;
  const update = (done: number, total: number): void => {
    if (!process.stderr.isTTY) return;
    if (!begun) bar.start(total, 0);
    begun = true;
    bar.setTotal(total);
    bar.update(done);
  };
  return { update, stop: () => bar.stop() };
};

const around: Surroundings = {
  environment: process.env,
  say: (line) => console.log(line),
  now: () => new Date(),
  progress,
};

writePrivately();
try {
  const [name = '', ...args] = parseArgs({ allowPositionals: true }).positionals;
  const command = commands[name];
  if (command === undefined) throw new ConfigurationError(usage());
  process.exitCode = (await command.run(args, around)) ? 0 : 1;
} catch (error) {
  const isUsage = (error as { code?: unknown }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
  if (!(error instanceof ConfigurationError) && !isUsage) throw error;
  console.error(isUsage ? usage() : (error as Error).message);
  process.exitCode = 2;
}
