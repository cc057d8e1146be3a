import { changePieces } from './changePieces.ts';
import { BLOCKS, breakLines, placeParagraphs } from './paragraphSteps.ts';
import { trimmed } from './trimmed.ts';

/** Placeholders for a line break inside a tag and for a `pre` element, from Unicode's noncharacters. */
const INNER_BREAK = '\uFDD2';
const PRE = '\uFDD4';
const PRIVATE = /[\uFDD0-\uFDD4]/g;

const BLOCK_START = new RegExp(`<(?:${BLOCKS})(?=[\\s/>])`, 'g');
const BLOCK_END = new RegExp(`</(?:${BLOCKS})>`, 'g');

/** Sets `pre` elements aside; an end tag without its start is removed. */
const setPreAside = (text: string, kept: string[]): string => {
  if (!text.includes('<pre')) return text;
  const parts = text.split('</pre>');
  const last = parts.pop() ?? '';
  const replaced = parts.map((part) => {
    const start = part.indexOf('<pre');
    if (start === -1) return part;
    kept.push(`${part.slice(start)}</pre>`);
    return `${part.slice(0, start)}<pre ${PRE}${kept.length - 1}></pre>`;
  });
  return replaced.join('') + last;
};

const PUT_ASIDE = new RegExp(`<pre ${PRE}(\\d+)></pre>`, 'g');

const putPreBack = (text: string, kept: readonly string[]): string =>
  kept.length === 0 ? text : text.replace(PUT_ASIDE, (_, at) => kept[at] ?? '');

/** Step 2: separates block elements by blank lines. */
const separateBlocks = (text: string): string =>
  text
    .replace(/<br\s*\/?>\s*<br\s*\/?>/g, '\n\n')
    .replace(BLOCK_START, '\n\n$&')
    .replace(BLOCK_END, '$&\n\n')
    .replace(/<hr\s*\/?>/g, '$&\n\n');

const keepInnerBreaks = (text: string): string =>
  changePieces(text, (source, kind) => (kind === 'text' ? source : source.replaceAll('\n', INNER_BREAK)));

const TAG_END = new RegExp(`[>${INNER_BREAK}]`, 'g');
const MEDIA_END = new RegExp(`[\\]>${INNER_BREAK}]`, 'g');
const EMPTY_MATCH = /(?:)/g;

/** Step 3: removes white space around the tags of options, objects, media and captions. */
const tighten = (text: string): string => {
  let result = text;
  if (result.includes('<option')) {
    result = tightenTags(result, { start: /<option/g, ends: EMPTY_MATCH, before: true });
    result = tightenTags(result, { start: /<\/option>/g, ends: EMPTY_MATCH, after: true });
  }
  if (result.includes('</object>')) {
    result = tightenTags(result, { start: /<object/g, ends: TAG_END, after: true });
    result = tightenTags(result, { start: /<\/object>/g, ends: EMPTY_MATCH, before: true });
    result = tightenTags(result, { start: /<\/?(?:param|embed)/g, ends: TAG_END, before: true, after: true });
  }
  if (/<source|<track/.test(result)) {
    result = tightenTags(result, {
      start: /[<[](?:audio|video)/g,
      ends: MEDIA_END,
      after: true,
    });
    result = tightenTags(result, { start: /[<[]\/(?:audio|video)[>\]]/g, ends: EMPTY_MATCH, before: true });
    result = tightenTags(result, { start: /<(?:source|track)/g, ends: TAG_END, before: true, after: true });
  }
  if (!result.includes('<figcaption')) return result;
  result = tightenTags(result, { start: /<figcaption/g, ends: TAG_END, before: true });
  return tightenTags(result, { start: /<\/figcaption>/g, ends: EMPTY_MATCH, after: true });
};

const withoutBreaksAround = (part: string): string => {
  let start = 0;
  let end = part.length;
  while (part[start] === '\n') start += 1;
  while (end > start && part[end - 1] === '\n') end -= 1;
  return part.slice(start, end);
};

const BLANK_LINES = /\n[\t-\r ]*\n/;

/** Step 4: makes a paragraph of each part between blank lines. */
const cutAtBlankLines = (text: string): string =>
  text
    .split(BLANK_LINES)
    .filter((part) => part !== '')
    .map((part) => `<p>${withoutBreaksAround(part)}</p>\n`)
    .join('');

/** Returns a paragraph of text without tags; a blank first or last line keeps its break, without `<br />`. */
const plainParagraph = (part: string): string => {
  const lines = withoutBreaksAround(part).split('\n');
  const last = lines.length - 1;
  return lines.reduce((text, line, index) => {
    const bare = index === last ? line : withoutSpaceAfter(line);
    if (index === 0) return bare;
    const isEdge = text === '' || (index === last && withoutSpaceAfter(bare) === '');
    return `${text}${isEdge ? '' : '<br />'}\n${bare}`;
  }, '');
};

/** Applies the filter to text without tags, which needs only lines and blank lines. */
const plainParagraphs = (text: string): string => {
  const parts = text.replace(/\r\n?/g, '\n').split(BLANK_LINES);
  return parts
    .map((part, index) => {
      if (withoutSpaceAfter(part) !== '') return `<p>${plainParagraph(part)}</p>\n`;
      return index === 0 && part !== '' ? '\n' : '';
    })
    .join('');
};

/**
 * The paragraph filter (docs/interface/texts.md §4, steps 1 to 6).
 * Blank lines separate paragraphs, other line breaks become `<br />`, block elements stand alone. It takes linear time
 * for any text.
 */
export const paragraphs = (text: string): string => {
  if (trimmed(text) === '') return '';
  if (!text.includes('<')) return plainParagraphs(`${text}\n`);
  const kept: string[] = [];
  const separate = separateBlocks(setPreAside(`${text.replace(PRIVATE, '')}\n`, kept)).replace(/\r\n?/g, '\n');
  const tight = tighten(keepInnerBreaks(separate)).replace(/\n{3,}/g, '\n\n');
  const placed = breakLines(placeParagraphs(cutAtBlankLines(tight)));
  return putPreBack(placed, kept).replaceAll(INNER_BREAK, '\n');
};

interface Tags {
  /** Matches their start, as a global expression: `<option`. */
  readonly start: RegExp;
  /** Matches their end. */
  readonly ends: RegExp;
  readonly before?: boolean;
  readonly after?: boolean;
}

/** Removes the white space before or after certain tags, in linear time: a tag without end stops it. */
const tightenTags = (text: string, { start, ends, before = false, after = false }: Tags): string => {
  let result = '';
  let done = 0;
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    ends.lastIndex = start.lastIndex;
    if (!ends.test(text)) break;
    const gap = text.slice(done, match.index);
    result += (before ? withoutSpaceAfter(gap) : gap) + text.slice(match.index, ends.lastIndex);
    done = after ? afterSpace(text, ends.lastIndex) : ends.lastIndex;
    start.lastIndex = done;
  }
  return result + text.slice(done);
};

/**
 * True for white space in the filters' sense: ASCII only, so that U+00A0 is a character (docs/interface/texts.md §4).
 */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Removes white space at the end. */
const withoutSpaceAfter = (text: string): string => {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Returns the end of the white space that starts at `at`. */
const afterSpace = (text: string, at: number): number => {
  let end = at;
  while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
  return end;
};
