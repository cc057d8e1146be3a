import { Command, type OutputConfiguration } from 'commander';
import { endWithNpm } from '../endWithNpm.ts';
import { commands } from '../operators/commands.ts';
import type { Surroundings } from '../operators/operatorCommand.ts';
import type { SdkOptions } from '../sdk/writeSdk.ts';
import { benchCommand } from './benchCommand.ts';
import { importCommand } from './importCommand.ts';
import { userCommand } from './userCommand.ts';

/** Returns the usage of a command: `npm run ops -- replay <subscription> [key] [options]`. */
const usageOf = (command: Command): string => {
  const names: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) names.unshift(each.name());
  const [script, ...words] = names;
  if (script === undefined) return 'npm run COMMAND -- [options]';
  return ['npm run', script, '--', ...words, command.usage()].join(' ');
};

/**
 * Creates the command line of all commands.
 * @param output receives help and errors, in specs
 */
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

const HISTORY_ABOUT =
  'Who changed a record what when, from the log of the data folder (DATA, default ./data) or, where MONGODB_URL is ' +
  'set, on MongoDB (DATABASE_PREFIX as the services have it); the site may run.';

const historyCommand = (program: Command): void => {
  program
    .command('history')
    .summary('who changed a record what when')
    .description(HISTORY_ABOUT)
    .argument('<kind>', 'event, venue, organizer, post, user, …')
    .argument('<id>', 'as its routes have it')
    .option('--json', 'as JSON', false)
    .action(async (kind: string, id: string, { json }: { readonly json: boolean }) => {
      const { printHistory } = await import('../operators/recordHistory.ts');
      await printHistory(kind, id, json);
    });
};

const OPS_ABOUT =
  'Operators’ commands, on the data folder (DATA, default ./data) or, where MONGODB_URL is set, on MongoDB ' +
  '(DATABASE_PREFIX as the services have it); the site may run meanwhile unless it is said. They end with 0 if all ' +
  'is sound, 1 if not, 2 if they were not understood.';

const opsCommand = (program: Command): void => {
  const ops = program.command('ops').summary('verify, back up, restore, mend').description(OPS_ABOUT);
  for (const [name, { takes, does, load }] of Object.entries(commands)) {
    const command = ops.command(`${name} ${takes}`.trim()).description(does);
    command.action(async () => {
      const { progressLine } = await import('./progressLine.ts');
      const { run } = await load();
      const surroundings: Surroundings = {
        environment: process.env,
        say: (line) => console.log(line),
        now: () => new Date(),
        progress: progressLine,
      };
      process.exitCode = (await run(command.args, surroundings)) ? 0 : 1;
    });
  }
};

const ENGINE_ABOUT =
  'Runs a translation engine alone, for sites that are told its address (TRANSLATION_ENGINE) and its key. It is set ' +
  'by environment variables: TRANSLATION_ENGINE_KEY (32 letters or more), PORT, HOST, ENGINE_FILE, PUBLIC_URL, ' +
  'LIBRETRANSLATE_URL, LIBRETRANSLATE_KEY, LOG_LEVEL; libs/engine/README.md says more.';

const engineCommand = (program: Command): void => {
  program
    .command('engine')
    .summary('run a translation engine alone')
    .description(ENGINE_ABOUT)
    .action(async () => {
      endWithNpm();
      await import('@almanac/engine/main');
    });
};

const SDK_ABOUT =
  'Makes a typed client of the interface: a package with an openapi-fetch client and the types of every request and ' +
  'answer, for TypeScript and JavaScript. What it asks for is the interface of this code or, with --site, that of a ' +
  'running site, with descriptions in the language of the address.';

const sdkCommand = (program: Command): void => {
  program
    .command('sdk')
    .summary('make a typed client of the interface')
    .description(SDK_ABOUT)
    .option('--site <address>', 'any address of a running site')
    .option('--namespace <name>', 'that namespace alone, such as cal/events/v1')
    .option('--out <folder>', 'where the client is written; one made before is replaced', 'almanac-client')
    .action(async (options: SdkOptions) => {
      const { writeSdk } = await import('../sdk/writeSdk.ts');
      await writeSdk(options);
    });
};
