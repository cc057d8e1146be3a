import { cleanHtml } from './cleanHtml.ts';
import { displayContent, displayExcerpt } from './displayContent.ts';
import { excerptFromContent } from './excerptFromContent.ts';
import { storedContent } from './storedText.ts';

/** A function of a text, with arguments of plain data. */
interface LongTextTask {
  run(text: string, ...args: readonly unknown[]): string;
}

/** The functions that take long for long texts, by the names under which the thread for long texts is told to run them. */
export const longTextTasks: ReadonlyMap<string, LongTextTask> = new Map<string, LongTextTask>([
  ['cleanHtml', { run: cleanHtml }],
  ['displayContent', { run: displayContent }],
  ['displayExcerpt', { run: displayExcerpt }],
  ['excerptFromContent', { run: excerptFromContent }],
  ['storedContent', { run: storedContent }],
]);
