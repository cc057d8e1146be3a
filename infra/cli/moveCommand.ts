import type { MoveOptions } from '@almanac/infra/move-options';
import { createOutput } from '@almanac/infra/output';
import { ownAddress } from '@almanac/infra/site-options';
import { type Command, Option } from 'commander';
import { type JsonOption, jsonOption, privateTargets, wholeNumber } from './arguments.ts';

const ABOUT =
  'Copies a running site of another system that speaks the same interface: settings, users, terms, media with their ' +
  'files, pages and posts with revisions, comments, venues, organizers, events and redirects. An empty site keeps the ' +
  'ids. A second run brings what changed there since, and keeps what was changed here. If a run is interrupted, run ' +
  'the same command again. docs/moving.md has the checklist.';

const EXAMPLES = `
Examples:
  almanac move https://old.example --user ada --password "abcd efgh …" --dry-run
  almanac move https://old.example --user ada --to https://new.example --to-user ada --report left-out.txt
  almanac move https://old.example --user ada --final`;

export const moveCommand = (program: Command): void => {
  const command = program
    .command('move')
    .summary('copy a running site of another system into a site')
    .description(ABOUT)
    .argument('<old>', 'the address of the old site')
    .addOption(new Option('--user <login>', 'an administrator of the old site').env('MOVE_USER'))
    .addOption(new Option('--password <password>', 'an application password there').env('MOVE_PASSWORD'))
    .option('--to <address>', `any address of the new site (default: ${ownAddress()})`)
    .addOption(new Option('--to-user <login>', 'an administrator of the new site').env('ALMANAC_USER'))
    .addOption(new Option('--to-password <password>', 'an application password there').env('ALMANAC_PASSWORD'))
    .option('--in-flight <number>', 'maximum number of concurrent requests to the new site', wholeNumber, 4)
    .option('--rest <milliseconds>', 'pause between two requests to the old site', wholeNumber, 20)
    .option('--dry-run', 'read and count, and write nothing', false)
    .option('--final', 'the last run: also redirect former addresses of posts and pages', false)
    .option('--allow-private-sources', 'read an old site in private networks and on this machine too', false)
    .addOption(
      new Option('--private-targets <list>', 'read an old site at the listed private hosts and networks too')
        .env('PRIVATE_TARGETS')
        .argParser(privateTargets),
    )
    .option('--report <file>', 'file for the list of everything that was not moved; existing files are kept')
    .addHelpText('after', EXAMPLES);
  jsonOption(command).action(async (old: string, { json, ...options }: MoveOptions & JsonOption) => {
    const { runMove } = await import('@almanac/infra/move');
    const output = createOutput(json);
    process.exitCode = await runMove(old, options, output.say);
    output.end();
  });
};
