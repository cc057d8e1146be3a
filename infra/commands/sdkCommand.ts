import type { Command } from 'commander';
import type { SdkOptions } from '../sdk/writeSdk.ts';

const ABOUT =
  'Makes a typed client of the interface: a package with an openapi-fetch client and the types of every request and ' +
  'answer, for TypeScript and JavaScript. What it asks for is the interface of this code or, with --site, that of a ' +
  'running site, with descriptions in the language of the address.';

export const sdkCommand = (program: Command): void => {
  program
    .command('sdk')
    .summary('make a typed client of the interface')
    .description(ABOUT)
    .option('--site <address>', 'any address of a running site')
    .option('--namespace <name>', 'that namespace alone, such as cal/events/v1')
    .option('--out <folder>', 'where the client is written; one made before is replaced', 'almanac-client')
    .action(async (options: SdkOptions) => {
      const { writeSdk } = await import('../sdk/writeSdk.ts');
      await writeSdk(options);
    });
};
