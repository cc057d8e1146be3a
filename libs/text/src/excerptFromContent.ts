import { type Block, hasBlocks, parseBlocks } from './blocks.ts';
import { type DisplayOptions, displayContent, displayExcerpt } from './displayContent.ts';
import { replaceShortCodes } from './shortCodes.ts';
import { trimmed } from './trimmed.ts';
import { withoutMarkup } from './withoutTags.ts';

export interface ExcerptOptions extends DisplayOptions {
  /** Maximum number of words; a negative number omits that many at the end. Default 55. */
  readonly words?: number;
}

const PROSE = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
);
const WRAPPERS = new Set(['columns', 'column', 'group']);
const MAX_DEPTH = 100;

const isBlock = (part: string | Block): part is Block => typeof part !== 'string';

const wholeText = (block: Block): string =>
  block.parts.map((part) => (isBlock(part) ? part.parts.filter((inner) => !isBlock(inner)).join('') : part)).join('');

/** Returns the text of a wrapper's allowed inner blocks, without the text around them. */
const wrappedText = (block: Block, depth: number): string => {
  if (depth > MAX_DEPTH) return '';
  return block.parts
    .filter(isBlock)
    .filter(({ name }) => PROSE.has(name) || WRAPPERS.has(name))
    .map((inner) => (inner.parts.some(isBlock) ? wrappedText(inner, depth + 1) : wholeText(inner)))
    .join('');
};

/** Returns the text of a block; empty if inner blocks are not prose, or have inner blocks themselves. */
const blockText = (block: Block): string => {
  const inner = block.parts.filter(isBlock);
  if (WRAPPERS.has(block.name)) return inner.length > 0 ? wrappedText(block, 0) : wholeText(block);
  const isPlain = inner.every(({ name, parts }) => PROSE.has(name) && !parts.some(isBlock));
  return PROSE.has(block.name) && isPlain ? wholeText(block) : '';
};

const proseOf = (content: string): string =>
  hasBlocks(content)
    ? parseBlocks(content)
        .parts.map((part) => (isBlock(part) ? blockText(part) : part))
        .join('')
    : content;

const beforeMore = (content: string): string => {
  const end = content.search(/<!--(?:more[^<>]*|nextpage)-->/);
  return end === -1 ? content : content.slice(0, end);
};

const SUPERSCRIPT = /<sup ([^<>]*)>(?:<a [^<>]*>)?[^<>]*(?:<\/a>)?<\/sup>/g;

const withoutFootnotes = (text: string): string =>
  text.replace(SUPERSCRIPT, (whole, attributes: string) => (/\bclass="fn"/.test(attributes) ? '' : whole));

const wordsOf = (text: string): string[] => text.split(/[\n\r\t ]+/).filter((word) => word !== '');

/** Characters of a displayed word after which an excerpt ends: a text without blanks may have a million. */
const MAX_WORD_CHARACTERS = 1_000;

/** Matches a character or an entity without its end. */
const CUT_CHARACTER = /(?:[\ud800-\udbff]|&[#\w]{0,9})$/;

const cutWord = (word: string): string => word.slice(0, MAX_WORD_CHARACTERS).replace(CUT_CHARACTER, '');

const shortened = (words: readonly string[], count: number): string => {
  const first = words.length > count ? words.slice(0, count) : words;
  const long = first.findIndex(({ length }) => length > MAX_WORD_CHARACTERS);
  const shown = long === -1 ? first : first.slice(0, long + 1).map(cutWord);
  return long !== -1 || words.length > count ? `${shown.join(' ')} [&hellip;]` : shown.join(' ');
};

/** Length in characters of the beginning that is displayed first; doubled each time it has too few words. */
const BEGINNING = 2_048;
/**
 * Number of last words of a beginning that do not count: its end may display differently than within the whole text.
 */
const MARGIN = 16;

const SIMPLE_TAGS =
  'a|abbr|b|blockquote|br|cite|dd|div|dl|dt|em|figcaption|figure|h[1-6]|hr|i|img|li|mark|ol|p|q|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul';
/** Matches constructs that may span paragraphs: short codes, comments, and elements whose text is not prose. */
const RUNS_ON = new RegExp(`\\[|<(?!\\s|/?(?:${SIMPLE_TAGS})(?=[\\s/>]))`, 'i');

/** True if the text ends in an open tag, or in a quotation mark that depends on the following text. */
const isOpen = (text: string): boolean => /["'<]/.test(text.slice(text.lastIndexOf('>') + 1));

/** Returns a beginning that displays as it does within the whole text; undefined if there is none. */
const beginningOf = (prose: string, least: number): string | undefined => {
  const end = prose.indexOf('\n\n', least);
  const beginning = prose.slice(0, end + 2);
  const isApart = end !== -1 && !RUNS_ON.test(beginning) && !isOpen(beginning);
  return isApart && withoutMarkup(`${beginning}.`).endsWith('.') ? beginning : undefined;
};

/** Returns the displayed words; of a long text only enough of the first ones, since display is expensive. */
const firstWords = (prose: string, count: number, options: DisplayOptions): string[] => {
  const form = hasBlocks(prose) ? 'blocks' : 'classic';
  const shown = (text: string) => wordsOf(withoutMarkup(displayContent(text, { ...options, form })));
  for (let least = BEGINNING; count >= 0; least *= 2) {
    const beginning = beginningOf(prose, least);
    if (beginning === undefined) break;
    const words = shown(beginning);
    if (words.length > count + MARGIN) return words;
  }
  return shown(prose);
};

/**
 * Returns the displayed excerpt of a record without a stored one, from its stored content (docs/interface/texts.md §5).
 */
export const excerptFromContent = (content: string, { words = 55, ...options }: ExcerptOptions = {}): string => {
  const bare = replaceShortCodes(beforeMore(content), () => '');
  const prose = withoutFootnotes(proseOf(bare));
  if (trimmed(prose) === '') return '';
  return displayExcerpt(shortened(firstWords(prose, words, options), words), options);
};
