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

const FOOTNOTE = /<sup [^<>]*\bclass="fn"[^<>]*>(?:<a [^<>]*>)?[^<>]*(?:<\/a>)?<\/sup>/g;

const shortened = (text: string, count: number): string => {
  const words = text.split(/[\n\r\t ]+/).filter((word) => word !== '');
  return words.length > count ? `${words.slice(0, count).join(' ')} [&hellip;]` : words.join(' ');
};

/** The excerpt that is displayed where none is stored, made from the stored content (docs/interface/texts.md §5). */
export const excerptFromContent = (content: string, { words = 55, ...options }: ExcerptOptions = {}): string => {
  const bare = replaceShortCodes(beforeMore(content), () => '');
  const prose = proseOf(bare).replace(FOOTNOTE, '');
  if (trimmed(prose) === '') return '';
  return displayExcerpt(shortened(withoutMarkup(displayContent(prose, options)), words), options);
};
