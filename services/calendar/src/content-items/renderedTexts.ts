import { summary } from '@almanac/pages';
import { isLongText, waitForTurn } from '@almanac/rest';
import {
  type DisplayOptions,
  displayContent,
  displayExcerpt,
  displayTitle,
  rememberText,
  trimmed,
} from '@almanac/text';
import type { ItemFields } from './contentItem.ts';

/** Returns a stored title or name in displayed form. */
export const renderedTitle = rememberText(displayTitle);

/** Returns a stored description in displayed form, with the pictures that it names. */
export const renderedContentWith = (stored: string, options?: DisplayOptions): string =>
  trimmed(displayContent(stored, options));

/** Returns a stored excerpt in displayed form, with the pictures that it names; empty without one. */
export const renderedExcerptWith = (stored: string, options?: DisplayOptions): string =>
  trimmed(displayExcerpt(stored, options));

/** Returns a stored description in displayed form, without pictures of the site. */
export const renderedContent = rememberText((stored) => renderedContentWith(stored));

/** Returns a stored excerpt in displayed form, without pictures of the site. */
export const renderedExcerpt = rememberText((stored) => renderedExcerptWith(stored));

type Texts = Pick<ItemFields, 'content' | 'excerpt'>;

/** True if displaying the texts of a record may take several milliseconds. */
export const areLongTexts = ({ content, excerpt }: Texts): boolean => isLongText(content.length + excerpt.length);

/** Waits for a turn for the texts of a record and renders long ones, so that the functions above return them at once. */
export const prepareTexts = async ({ content, excerpt }: Texts): Promise<void> => {
  await waitForTurn(content.length + excerpt.length);
  await displayContent.prepare(content);
  await displayExcerpt.prepare(excerpt);
};

/** Returns a short text about a record. */
export const summaryOf = async (record: Texts): Promise<string> => {
  await prepareTexts(record);
  return summary(renderedExcerpt(record.excerpt) || renderedContent(record.content));
};
