import type { ComparisonCommandOptions } from '@almanac/infra/compare-sites';
import { createOutput } from '@almanac/infra/output';
import { type Command, Option } from 'commander';
import { type JsonOption, jsonOption, privateTargets, wholeNumber } from './arguments.ts';

const ABOUT =
  'Asks a site of another system and the site to which it was moved for every record, and for pages and feeds. Host, ' +
  'folder of files, and ids that differ are masked. Lists the members that differ, the most frequent first, with ' +
  'examples, and ends with one number: the share that agrees. The exit status is 0 from 99 % on.';

const EXAMPLES = `
Examples:
  almanac compare-sites https://old.example https://new.example --user ada --to-user ada
  almanac compare-sites https://old.example https://new.example --user ada --log access.log`;

export const compareSitesCommand = (program: Command): void => {
  const command = program
    .command('compare-sites')
    .summary('compare a site with the one to which it was moved')
    .description(ABOUT)
    .argument('<old>', 'the address of the old site')
    .argument('<new>', 'any address of the new site')
    .addOption(new Option('--user <login>', 'an administrator of the old site').env('MOVE_USER'))
    .addOption(new Option('--password <password>', 'an application password there').env('MOVE_PASSWORD'))
    .addOption(new Option('--to-user <login>', 'an administrator of the new site').env('ALMANAC_USER'))
    .addOption(new Option('--to-password <password>', 'an application password there').env('ALMANAC_PASSWORD'))
    .option('--log <file>', 'an access log; its addresses are compared in place of pages of records')
    .option('--pages <number>', 'maximum number of pages of each kind, or of the log', wholeNumber, 50)
    .option('--rest <milliseconds>', 'pause between two requests to the old site', wholeNumber, 20)
    .option('--allow-private-sources', 'read sites in private networks and on this machine too', false)
    .addOption(
      new Option('--private-targets <list>', 'read sites at the listed private hosts and networks too')
        .env('PRIVATE_TARGETS')
        .argParser(privateTargets),
    )
    .addHelpText('after', EXAMPLES);
  jsonOption(command).action(
    async (old: string, site: string, { json, ...options }: ComparisonCommandOptions & JsonOption) => {
      const { runComparison } = await import('@almanac/infra/compare-sites');
      const output = createOutput(json);
      process.exitCode = await runComparison(old, site, options, output.say);
      output.end();
    },
  );
};
