import { createOutput } from '@almanac/infra/output';
import type { SdkOptions } from '@almanac/infra/sdk';
import type { Command } from 'commander';
import { type JsonOption, jsonOption } from './arguments.ts';

const ABOUT =
  'Generates a typed client of the interface for TypeScript and JavaScript: a package with an openapi-fetch client and ' +
  'the types of every request and answer. It describes the interface of this code or, with --site, that of a running ' +
  'site, with descriptions in the language of the address.';

const EXAMPLES = `
Examples:
  almanac sdk --out ../client
  almanac sdk --site https://calendar.example.org/fr/ --namespace cal/events/v1`;

export const sdkCommand = (program: Command): void => {
  const command = program
    .command('sdk')
    .summary('generate a typed client of the interface')
    .description(ABOUT)
    .option('--site <address>', 'any address of a running site')
    .option('--namespace <name>', 'that namespace alone, such as cal/events/v1')
    .option('--out <folder>', 'folder of the client; an earlier client there is replaced', 'almanac-client')
    .addHelpText('after', EXAMPLES);
  jsonOption(command).action(async ({ json, ...options }: SdkOptions & JsonOption) => {
    const { writeSdk } = await import('@almanac/infra/sdk');
    const output = createOutput(json);
    await writeSdk(options, output.say);
    output.end();
  });
};
