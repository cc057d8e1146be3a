#!/usr/bin/env node
import { writePrivately } from '@almanac/infra/private-files';
import { restartWith } from '@almanac/infra/restart-with';
import { front } from './front.ts';
import { jsonOf, told } from './mistakes.ts';

/** Heap limits in MB by which a move stays below 300 MB of resident memory. */
const MOVE_MEMORY = ['--max-old-space-size=160', '--max-semi-space-size=4'];

const PASSWORDS = ['ALMANAC_PASSWORD', 'MOVE_PASSWORD'];

/** Sets the passwords whose files are given (`ALMANAC_PASSWORD_FILE`), for the options of all commands. */
const readPasswordFiles = async (): Promise<void> => {
  if (!PASSWORDS.some((name) => process.env[`${name}_FILE`])) return;
  const { variablesOf } = await import('@almanac/service');
  Object.assign(process.env, variablesOf(PASSWORDS, process.env));
};

/** Runs `npm run almanac -- COMMAND …` and its short forms; the modules of a command are imported when it runs. */
if (process.argv[2] === 'move') restartWith(MOVE_MEMORY);
writePrivately();
try {
  await readPasswordFiles();
  await front({ script: process.env.npm_lifecycle_event }).parseAsync();
} catch (error) {
  const { text, code } = told(error);
  if (text !== '') process.stderr.write(`${text}\n`);
  if (code !== 0 && process.argv.includes('--json')) console.log(jsonOf(error));
  process.exitCode = code;
}
