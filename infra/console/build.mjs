/** Builds the console if its sources have changed; `--installed` if its packages are those of the lock file. */
import { ensureConsole } from './consoleBuild.mjs';

process.exitCode = (await ensureConsole({ isInstalled: process.argv.includes('--installed') })) ? 0 : 1;
