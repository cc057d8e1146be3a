import type { Surroundings } from '@almanac/infra/operator-command';
import { commands } from '@almanac/infra/operator-commands';
import { createOutput } from '@almanac/infra/output';
import type { Command } from 'commander';
import { type JsonOption, jsonOption } from './arguments.ts';

const ABOUT =
  'Checks, backs up and mends the data of a site: of the data folder (DATA, default ./data) or, with MONGODB_URL, of ' +
  'MongoDB (DATABASE_PREFIX as the services have it). The site may run, except where a command says otherwise.';

const EXAMPLES = `
Examples:
  almanac ops verify
  almanac ops backup /backups/2026-11-22
  almanac ops lag --json`;

export const opsCommand = (program: Command): void => {
  const ops = program
    .command('ops')
    .summary('check, back up, restore and mend the data of a site')
    .description(ABOUT)
    .addHelpText('after', EXAMPLES);
  for (const [name, { group, takes, does, load }] of Object.entries(commands)) {
    const command = ops.command(`${name} ${takes}`.trim()).description(does).helpGroup(`${group}:`);
    jsonOption(command).action(async () => {
      const { progressLine } = await import('@almanac/infra/progress-line');
      const { run } = await load();
      const output = createOutput(command.opts<JsonOption>().json);
      const surroundings: Surroundings = {
        environment: process.env,
        say: output.say,
        now: () => new Date(),
        progress: progressLine,
      };
      process.exitCode = (await run(command.args, surroundings)) ? 0 : 1;
      output.end();
    });
  }
};
