export { blockNames, hasBlocks } from './blocks.ts';
export { cutToBytes } from './cutToBytes.ts';
export { decodedText } from './decodedText.ts';
export type { DisplayOptions } from './displayContent.ts';
export { displayTitle } from './displayTitle.ts';
export { escapeHtml, plainTitle, unescapeHtml } from './escapeHtml.ts';
export { foldAccents } from './foldAccents.ts';
export { foldText, TEXT_FOLD_VERSION } from './foldText.ts';
export type { ImageFacts } from './images.ts';
export {
  cleanHtml,
  displayContent,
  displayExcerpt,
  excerptFromContent,
  searchableText,
  storedContent,
  textDigest,
} from './longTextFunctions.ts';
export { LONG_TEXT_LENGTH } from './longTexts.ts';
export { type MarkupSize, markupSize } from './markupSize.ts';
export { ATTACHED_MEDIA, mediaNames, type NamedMedia, namedMedia } from './namedMedia.ts';
export { normalizedText } from './normalizedText.ts';
export { pictureFacts, type StoredPicture } from './pictureFacts.ts';
export { plainName, plainText } from './plainText.ts';
export { rememberText } from './rememberText.ts';
export { isShownAddress, safeAddress } from './safeAddress.ts';
export { searchableWord } from './searchableText.ts';
export { MAX_SEARCH_CHARACTERS, type SearchTerms, searchTerms, wordsOrPhrase } from './searchTerms.ts';
export { shownText } from './shownText.ts';
export { cutSlug, decodeSlug, slugOf, trashedSlug } from './slug.ts';
export {
  type Author,
  storedDescription,
  storedTitle,
} from './storedText.ts';
export { tagAttributes } from './tagAttributes.ts';
export { MAX_CONTENT_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, parseTextMaxima } from './textMaxima.ts';
export type { TextPicture } from './textMedia.ts';
export { trimmed } from './trimmed.ts';
export { type SlugRules, uniqueSlug } from './uniqueSlug.ts';
export { withoutMarkup, withoutTags } from './withoutTags.ts';
