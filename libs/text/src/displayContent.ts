import { hasBlocks, withoutMarkers } from './blocks.ts';
import { escapeAmpersands } from './displayTitle.ts';
import { faceGlyphs } from './faces.ts';
import { imageAttributes } from './images.ts';
import { paragraphs } from './paragraphs.ts';
import { runShortCodes } from './shortCodeHtml.ts';
import { unwrapShortCodes } from './shortCodes.ts';
import { imageLookup, type TextMedia } from './textMedia.ts';
import { trimmed } from './trimmed.ts';
import { typographic } from './typographic.ts';

export interface DisplayOptions {
  /** The stored images for `core-image-{id}` and galleries; without them these get no image facts. */
  readonly media?: TextMedia | undefined;
  /** True if typed faces become glyphs; default true. */
  readonly faces?: boolean;
  /** The form of the content: blocks, or paragraphs and short codes alone; default: by its markers. */
  readonly form?: 'blocks' | 'classic';
}

/**
 * Returns stored content for display (docs/interface/texts.md §1, §6).
 * It removes block markers and applies typography, paragraphs (not with blocks), short codes, image attributes and
 * faces. The result ends with a line break if it has paragraphs; `cal/events/v1` trims that.
 */
export const displayContent = (stored: string, options: DisplayOptions = {}): string => {
  const { media, faces = true, form } = options;
  const image = media && imageLookup(media);
  const isMadeOfBlocks = form === undefined ? hasBlocks(stored) : form === 'blocks';
  const curled = typographic(stored.includes('<!--') ? withoutMarkers(stored) : stored);
  const html = runShortCodes(unwrapShortCodes(isMadeOfBlocks ? curled : paragraphs(curled)), {
    image,
    attached: media?.attached,
  });
  const shown = imageAttributes(html, image);
  return faces ? faceGlyphs(shown) : shown;
};

/**
 * Returns a stored excerpt or caption for display; short codes do not run, blank text gives an empty result
 * (docs/interface/texts.md §1).
 */
export const displayExcerpt = (stored: string, { media, faces = true }: DisplayOptions = {}): string => {
  if (trimmed(stored) === '') return '';
  const curled = typographic(stored);
  const text = escapeAmpersands(faces ? faceGlyphs(curled) : curled);
  return imageAttributes(unwrapShortCodes(paragraphs(text)), media && imageLookup(media));
};
