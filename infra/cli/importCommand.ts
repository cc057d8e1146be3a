import type { ImportOptions } from '@almanac/infra/import-options';
import { createOutput } from '@almanac/infra/output';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type JsonOption, jsonOption, privateTargets, wholeNumber } from './arguments.ts';
import { reachOptions } from './siteOptions.ts';

const day = (text: string): Date => {
  try {
    return new Date(Temporal.PlainDate.from(text).toZonedDateTime('UTC').epochMilliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidArgumentError('It must be a day, such as 2026-12-31.');
  }
};

const ABOUT =
  'Loads a file, or the file at an address, into a running site. An iCalendar file (.ics) has events. A site export ' +
  '(.xml, WXR) has authors, terms, attachments, posts, events, venues and organizers. Redirects are in files of a site ' +
  '(.csv, .json) or of a server (.htaccess, Apache or nginx .conf). A translation file (.xlf, XLIFF 1.2 and 2.0 to 2.2, ' +
  'or .po, of strings) has the translations of a job or of strings that the site has exported. A second run changes nothing: if a run is ' +
  'interrupted, run the same command again.';

const EXAMPLES = `
Examples:
  almanac import events.ics
  almanac import https://example.org/events.ics --site https://calendar.example.org --user ada
  almanac import export.xml --report left-out.txt
  almanac import .htaccess --dry-run`;

export const importCommand = (program: Command): void => {
  const command = program
    .command('import')
    .summary('load an .ics file, a site export, redirects or translations into a running site')
    .description(ABOUT)
    .argument(
      '<file>',
      'an .ics, .xml, .csv, .json, .htaccess, .conf, .xlf or .po file, or its address (https://…, webcal://…)',
    )
    .option('--in-flight <number>', 'maximum number of concurrent requests', wholeNumber, 16)
    .option('--from <day>', 'first day for events of recurring entries (default: 30 days ago)', day)
    .option('--to <day>', 'last day for events of recurring entries (default: a year from now)', day)
    .option('--complete', 'finish the job of the translations', false)
    .option('--group <name>', 'group for redirects; created if missing (default: the first group)')
    .option('--dry-run', 'report redirects or translations, and store nothing', false)
    .option('--confirm', 'create redirects of the front page, of every page, and to their own source too', false)
    .option(
      '--allow-private-sources',
      'fetch the file at an address, attachments and pictures from private networks and this machine too',
      false,
    )
    .addOption(
      new Option('--private-targets <list>', 'fetch these from the listed private hosts and networks too')
        .env('PRIVATE_TARGETS')
        .argParser(privateTargets),
    )
    .option('--from-start', 'ignore the progress of an interrupted run', false)
    .option('--report <file>', 'file for the list of everything that was not loaded; existing files are kept')
    .addHelpText('after', EXAMPLES);
  jsonOption(reachOptions(command, 'its language is that of the imported records')).action(
    async (file: string, { json, ...options }: ImportOptions & JsonOption) => {
      const { runImport } = await import('@almanac/infra/import');
      const output = createOutput(json);
      process.exitCode = await runImport(file, options, output.say);
      output.end();
    },
  );
};
