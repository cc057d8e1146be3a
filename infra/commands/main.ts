import { writePrivately } from '../privateFiles.ts';
import { front } from './front.ts';
import { told } from './mistakes.ts';

/**
 * Runs every `npm run import|user|history|ops|bench|engine|sdk -- …`; the modules of a command are imported when it
 * runs.
 */
writePrivately();
try {
  await front().parseAsync();
} catch (error) {
  const { text, code } = told(error);
  if (text !== '') process.stderr.write(`${text}\n`);
  process.exitCode = code;
}
