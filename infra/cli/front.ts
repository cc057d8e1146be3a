import { endWithNpm } from '@almanac/infra/end-with-npm';
import { createOutput } from '@almanac/infra/output';
import { Command, type OutputConfiguration } from 'commander';
import { type JsonOption, jsonOption } from './arguments.ts';
import { benchCommand } from './benchCommand.ts';
import { compareSitesCommand } from './compareSitesCommand.ts';
import { completionCommand } from './completion.ts';
import { importCommand } from './importCommand.ts';
import { mcpCommand } from './mcpCommand.ts';
import { moveCommand } from './moveCommand.ts';
import { opsCommand } from './opsCommand.ts';
import { sdkCommand } from './sdkCommand.ts';
import { userCommand } from './userCommand.ts';

export interface FrontOptions {
  /** Receives help and errors, in specs. */
  readonly output?: OutputConfiguration;
  /** The npm script that was run: `almanac`, or the short form of a command such as `ops`. */
  readonly script?: string | undefined;
}

const EXIT_STATUS = `
Exit status:
  0    done, and nothing is wrong
  1    failed, or found something wrong
  2    not begun: an argument, a setting or a file is wrong
  130  stopped by Ctrl-C`;

const HISTORY_ABOUT =
  'Shows who changed a record, when and how, oldest change first. It reads the log of the data folder (DATA, default ' +
  './data) or, with MONGODB_URL, that on MongoDB (DATABASE_PREFIX as the services have it). The site may run.';

const HISTORY_EXAMPLES = `
Examples:
  almanac history event 42
  almanac history post 7 --json`;

const historyCommand = (program: Command): void => {
  const command = program
    .command('history')
    .summary('show who changed a record, when and how')
    .description(HISTORY_ABOUT)
    .argument('<kind>', 'the kind of record: event, venue, organizer, post, user, …')
    .argument('<id>', 'its id, as in the interface')
    .addHelpText('after', HISTORY_EXAMPLES);
  jsonOption(command).action(async (kind: string, id: string, { json }: JsonOption) => {
    const { showHistory } = await import('@almanac/infra/record-history');
    const output = createOutput(json);
    await showHistory(kind, id, output.say);
    output.end();
  });
};

const ENGINE_ABOUT =
  'Runs a translation engine in a process of its own. Sites use it by its address (TRANSLATION_ENGINE) and key. Its ' +
  'settings are environment variables: TRANSLATION_ENGINE_KEY (32 letters or more), PORT, HOST, ENGINE_FILE, ' +
  'PUBLIC_URL, LIBRETRANSLATE_URL, LIBRETRANSLATE_KEY, LOG_LEVEL (libs/engine/README.md).';

const engineCommand = (program: Command): void => {
  program
    .command('engine')
    .summary('run a translation engine in a process of its own')
    .description(ENGINE_ABOUT)
    .action(async () => {
      endWithNpm();
      await import('@almanac/engine/main');
    });
};

const COMMANDS = {
  'Content and accounts:': [importCommand, moveCommand, compareSitesCommand, userCommand, mcpCommand],
  'Operation:': [opsCommand, historyCommand, engineCommand],
  'Development:': [sdkCommand, benchCommand, completionCommand],
};

/** Creates the command line of all commands. */
export const front = ({ output, script }: FrontOptions = {}): Command => {
  const program = new Command('almanac')
    .description('Imports into a site of Almanac, manages its accounts, checks, backs up and mends it.')
    .exitOverride()
    .showHelpAfterError('(--help tells more)')
    .addHelpText('afterAll', EXIT_STATUS)
    .configureHelp({ commandUsage: (command) => usageOf(command, script) });
  if (output !== undefined) program.configureOutput(output);
  for (const [group, additions] of Object.entries(COMMANDS)) {
    program.commandsGroup(group);
    for (const add of additions) add(program);
  }
  return program;
};

/** Returns the usage of a command as the person has begun it: `npm run ops -- replay <subscription> [key] [options]`. */
const usageOf = (command: Command, script: string | undefined): string => {
  const names: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) names.unshift(each.name());
  const words = [...names, command.usage()];
  if (script === 'almanac') return ['npm run almanac --', ...words].join(' ');
  return script !== undefined && script === names[0]
    ? ['npm run', script, '--', ...words.slice(1)].join(' ')
    : ['almanac', ...words].join(' ');
};
