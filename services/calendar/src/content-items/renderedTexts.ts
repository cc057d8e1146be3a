import {
  type DisplayOptions,
  displayContent,
  displayExcerpt,
  displayTitle,
  rememberText,
  trimmed,
} from '@almanac/text';

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
