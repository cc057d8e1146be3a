import { type Block, hasBlocks, parseBlocks } from './blocks.ts';
import { type DisplayOptions, displayContent, displayExcerpt } from './displayContent.ts';
import { replaceShortCodes } from './shortCodes.ts';
import { trimmed } from './trimmed.ts';
import { withoutMarkup } from './withoutTags.ts';

export interface ExcerptOptions extends DisplayOptions {
  /** The most words kept; a negative number leaves that many out at the end. Default 55. */
  readonly words?: number;
}

const PROSE = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
);
const WRAPPERS = new Set(['columns', 'column', 'group']);
const DEEPEST = 100;

const isBlock = (part: string | Block): part is Block => typeof part !== 'string';

const wholeText = (block: Block): string =>
  block.parts.map((part) => (isBlock(part) ? part.parts.filter((inner) => !isBlock(inner)).join('') : part)).join('');

/** In wrappers only the allowed blocks count, not the text around them. */
const wrappedText = (block: Block, depth: number): string => {
  if (depth > DEEPEST) return '';
  return block.parts
    .filter(isBlock)
    .filter(({ name }) => PROSE.has(name) || WRAPPERS.has(name))
    .map((inner) => (inner.parts.some(isBlock) ? wrappedText(inner, depth + 1) : wholeText(inner)))
    .join('');
};

/** A block with inner blocks that are no prose, or have inner blocks themselves, is left out as a whole. */
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

const shortened = (words: readonly string[], count: number): string =>
  words.length > count ? `${words.slice(0, count).join(' ')} [&hellip;]` : words.join(' ');

/** Characters of the beginning that is displayed first; twice as many each time that its words are too few. */
const BEGINNING = 2_048;
/** The last words of a beginning are left out of account: its end may show otherwise than the middle of a text. */
const MARGIN = 16;

const SIMPLE_TAGS =
  'a|abbr|b|blockquote|br|cite|dd|div|dl|dt|em|figcaption|figure|h[1-6]|hr|i|img|li|mark|ol|p|q|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul';
/** What may run on across paragraphs: short codes, comments, and elements whose text is not prose. */
const RUNS_ON = new RegExp(`\\[|<(?!\\s|/?(?:${SIMPLE_TAGS})(?=[\\s/>]))`, 'i');

/** Whether a tag is open at the end, or a quotation mark stands behind the last tag: it is judged by what follows it. */
const isOpen = (text: string): boolean => /["'<]/.test(text.slice(text.lastIndexOf('>') + 1));

/** A beginning that is displayed as it is within the whole; undefined where there is none. */
const beginningOf = (prose: string, least: number): string | undefined => {
  const end = prose.indexOf('\n\n', least);
  const beginning = prose.slice(0, end + 2);
  const isApart = end !== -1 && !RUNS_ON.test(beginning) && !isOpen(beginning);
  return isApart && withoutMarkup(`${beginning}.`).endsWith('.') ? beginning : undefined;
};

/** The words that are displayed, of a long text enough of the first ones: displaying is expensive. */
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

/** The excerpt that is displayed where none is stored, made from the stored content (docs/interface/texts.md §5). */
export const excerptFromContent = (content: string, { words = 55, ...options }: ExcerptOptions = {}): string => {
  const bare = replaceShortCodes(beforeMore(content), () => '');
  const prose = withoutFootnotes(proseOf(bare));
  if (trimmed(prose) === '') return '';
  return displayExcerpt(shortened(firstWords(prose, words, options), words), options);
};
