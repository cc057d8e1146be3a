import { Command, type OutputConfiguration } from 'commander';
import { benchCommand } from './benchCommand.ts';
import { engineCommand } from './engineCommand.ts';
import { historyCommand } from './historyCommand.ts';
import { importCommand } from './importCommand.ts';
import { opsCommand } from './opsCommand.ts';
import { sdkCommand } from './sdkCommand.ts';
import { userCommand } from './userCommand.ts';

/** How a command is typed: `npm run ops -- replay <subscription> [key] [options]`. */
const usageOf = (command: Command): string => {
  const names: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) names.unshift(each.name());
  const [script, ...words] = names;
  if (script === undefined) return 'npm run COMMAND -- [options]';
  return ['npm run', script, '--', ...words, command.usage()].join(' ');
};

/** The one front of the commands that people type. @param output where help and mistakes are written, in specs */
export const front = (output?: OutputConfiguration): Command => {
  const program = new Command('npm run')
    .description('Commands of Almanac.')
    .exitOverride()
    .showHelpAfterError('(--help tells more)')
    .configureHelp({ commandUsage: usageOf });
  if (output !== undefined) program.configureOutput(output);
  for (const add of [importCommand, userCommand, historyCommand, opsCommand, benchCommand, engineCommand, sdkCommand])
    add(program);
  return program;
};
