import {
  type DisplayOptions,
  displayContent,
  displayExcerpt,
  displayTitle,
  rememberText,
  trimmed,
} from '@almanac/text';

/** A stored title or name as it is displayed. */
export const renderedTitle = rememberText(displayTitle);

/** A stored description as it is displayed with the pictures that it names. */
export const renderedContentWith = (stored: string, options?: DisplayOptions): string =>
  trimmed(displayContent(stored, options));

/** A stored excerpt as it is displayed with the pictures that it names; empty when there is none. */
export const renderedExcerptWith = (stored: string, options?: DisplayOptions): string =>
  trimmed(displayExcerpt(stored, options));

/** A stored description as it is displayed by itself. */
export const renderedContent = rememberText((stored) => renderedContentWith(stored));

/** A stored excerpt as it is displayed by itself. */
export const renderedExcerpt = rememberText((stored) => renderedExcerptWith(stored));
