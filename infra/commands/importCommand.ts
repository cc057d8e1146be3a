import { type PrivateTargets, parsePrivateTargets } from '@almanac/outgoing';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ImportOptions } from '../import/importOptions.ts';
import { wholeNumber } from './arguments.ts';
import { reachOptions } from './siteOptions.ts';

const day = (text: string): Date => {
  try {
    return new Date(Temporal.PlainDate.from(text).toZonedDateTime('UTC').epochMilliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidArgumentError('It is no day, such as 2026-12-31.');
  }
};

const targets = (text: string): PrivateTargets => {
  const parsed = parsePrivateTargets(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError('Name hosts, addresses or networks, such as staging.internal,10.2.0.0/16.');
};

const USAGE =
  'Loads a file, or the file at an address, into a running site through its public interface: events of an iCalendar file (.ics), authors, ' +
  'terms, attachments, posts, events, venues and organizers of a site export (.xml, WXR), redirects (.csv, .json, .htaccess, Apache or nginx .conf), ' +
  'or translations (.xlf, XLIFF 1.2 and 2.0 to 2.2) of a job or of strings that the site has exported. A second run changes nothing, so one that was stopped is begun again with ' +
  'the same command.';

export const importCommand = (program: Command): void => {
  const command = program
    .command('import')
    .summary('load an .ics file, a site export, redirects or translations')
    .description(USAGE)
    .argument(
      '<file>',
      'an .ics, .xml, .csv, .json, .htaccess, .conf or .xlf file, or its address (https://…, webcal://…)',
    )
    .option('--in-flight <number>', 'how many requests are under way at once', wholeNumber, 16)
    .option('--from <day>', 'recurring entries become events from this day on (30 days ago)', day)
    .option('--to <day>', 'and until this day (a year from now)', day)
    .option('--complete', 'a job is finished by its translations', false)
    .option('--group <name>', 'the group that gets redirects; it is created if it is missing (the first group)')
    .option('--dry-run', 'redirects and translations are reported, and nothing is stored', false)
    .option('--confirm', 'redirects that catch the front page, every page or their own target are created too', false)
    .option(
      '--allow-private-sources',
      'the file at an address, attachments and pictures are fetched from private networks and this machine too',
      false,
    )
    .addOption(
      new Option('--private-targets <list>', 'private hosts and networks from which these are fetched')
        .env('PRIVATE_TARGETS')
        .argParser(targets),
    )
    .option('--from-start', 'begins anew, however far an interrupted run came', false)
    .option('--report <file>', 'where all that was not loaded is written; a file that is there is kept');
  reachOptions(command, 'its language is that of what comes in').action(
    async (file: string, options: ImportOptions) => {
      const { runImport } = await import('../import/runImport.ts');
      process.exitCode = await runImport(file, options);
    },
  );
};
