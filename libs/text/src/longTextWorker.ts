import { parentPort } from 'node:worker_threads';
import { cleanHtml } from './cleanHtml.ts';
import { displayContent, displayExcerpt } from './displayContent.ts';
import { excerptFromContent } from './excerptFromContent.ts';
import { searchableText } from './searchableText.ts';
import { storedContent } from './storedText.ts';
import { textDigest } from './textDigest.ts';

/** A function of a text, with arguments of plain data. */
interface LongTextTask {
  run(text: string, ...args: readonly unknown[]): string;
}

/** The functions that take long for long texts, by the names that `longTextFunctions.ts` gives them. */
const tasks: ReadonlyMap<string, LongTextTask> = new Map<string, LongTextTask>([
  ['cleanHtml', { run: cleanHtml }],
  ['displayContent', { run: displayContent }],
  ['displayExcerpt', { run: displayExcerpt }],
  ['excerptFromContent', { run: excerptFromContent }],
  ['searchableText', { run: searchableText }],
  ['storedContent', { run: storedContent }],
  ['textDigest', { run: textDigest }],
]);

/** The thread for long texts: it runs one task at a time. An error ends it, and reaches the caller as its error. */
parentPort?.on('message', ({ name, text, args }) => {
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`The thread for long texts has no function named ${name}.`);
  parentPort?.postMessage(task.run(text, ...args));
});
