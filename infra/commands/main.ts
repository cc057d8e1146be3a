import { writePrivately } from '../privateFiles.ts';
import { front } from './front.ts';
import { told } from './mistakes.ts';

/** Every `npm run import|user|history|ops|bench|engine|sdk -- …`; what each needs is imported when it runs. */
writePrivately();
try {
  await front().parseAsync();
} catch (error) {
  const { text, code } = told(error);
  if (text !== '') process.stderr.write(`${text}\n`);
  process.exitCode = code;
}
