#!/usr/bin/env node
import { writePrivately } from '@almanac/infra/private-files';
import { front } from './front.ts';
import { jsonOf, told } from './mistakes.ts';

/** Runs `npm run almanac -- COMMAND …` and its short forms; the modules of a command are imported when it runs. */
writePrivately();
try {
  await front({ script: process.env.npm_lifecycle_event }).parseAsync();
} catch (error) {
  const { text, code } = told(error);
  if (text !== '') process.stderr.write(`${text}\n`);
  if (code !== 0 && process.argv.includes('--json')) console.log(jsonOf(error));
  process.exitCode = code;
}
