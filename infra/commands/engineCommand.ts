import type { Command } from 'commander';
import { endWithNpm } from '../endWithNpm.ts';

const ABOUT =
  'Runs a translation engine alone, for sites that are told its address (TRANSLATION_ENGINE) and its key. It is set ' +
  'by environment variables: TRANSLATION_ENGINE_KEY (32 letters or more), PORT, HOST, ENGINE_FILE, PUBLIC_URL, ' +
  'LIBRETRANSLATE_URL, LIBRETRANSLATE_KEY, LOG_LEVEL; libs/engine/README.md says more.';

export const engineCommand = (program: Command): void => {
  program
    .command('engine')
    .summary('run a translation engine alone')
    .description(ABOUT)
    .action(async () => {
      endWithNpm();
      await import('@almanac/engine/main');
    });
};
