import { hasBlocks, withoutMarkers } from './blocks.ts';
import { escapeAmpersands } from './displayTitle.ts';
import { faceGlyphs } from './faces.ts';
import { imageAttributes } from './images.ts';
import { paragraphs } from './paragraphs.ts';
import { runShortCodes, type ShortCodeMedia } from './shortCodeHtml.ts';
import { unwrapShortCodes } from './shortCodes.ts';
import { trimmed } from './trimmed.ts';
import { typographic } from './typographic.ts';

/** Of stored images: what finds them, for `core-image-{id}` and galleries; without it they get nothing. */
export interface DisplayOptions extends ShortCodeMedia {
  /** Whether typed faces become glyphs; default true. */
  readonly faces?: boolean;
  /** Whether it is made of blocks, or of paragraphs and short codes alone; default: as its markers say. */
  readonly form?: 'blocks' | 'classic';
}

/**
 * Stored content as it is displayed (docs/interface/texts.md §1, §6): block markers go, typography, paragraphs (not
 * with blocks), short codes, image attributes, faces. Ends with a line break where there are paragraphs;
 * `cal/events/v1` trims that.
 */
export const displayContent = (stored: string, options: DisplayOptions = {}): string => {
  const { image, attached, faces = true, form } = options;
  const isMadeOfBlocks = form === undefined ? hasBlocks(stored) : form === 'blocks';
  const curled = typographic(stored.includes('<!--') ? withoutMarkers(stored) : stored);
  const html = runShortCodes(unwrapShortCodes(isMadeOfBlocks ? curled : paragraphs(curled)), { image, attached });
  const shown = imageAttributes(html, image);
  return faces ? faceGlyphs(shown) : shown;
};

/**
 * A stored excerpt or caption as it is displayed; short codes are not run, blank text gives nothing
 * (docs/interface/texts.md §1).
 */
export const displayExcerpt = (stored: string, { image, faces = true }: DisplayOptions = {}): string => {
  if (trimmed(stored) === '') return '';
  const curled = typographic(stored);
  const text = escapeAmpersands(faces ? faceGlyphs(curled) : curled);
  return imageAttributes(unwrapShortCodes(paragraphs(text)), image);
};
