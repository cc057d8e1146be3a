/** Line breaks inside tags are U+FDD2 here, which ends a tag as `>` does; those inside scripts become U+FDD3. */
const TAG_REST = '[^>\\uFDD2]*[>\\uFDD2]';
const SPACE = '[\\t-\\r ]*';
const VERBATIM_BREAK = '\uFDD3';

/** The patterns that hang on the list of block tags, compiled once a list. */
const compiled = (blocks: string) => {
  const tag = `</?(?:${blocks})${TAG_REST}`;
  return {
    alone: new RegExp(`<p>${SPACE}(${tag})${SPACE}</p>`, 'g'),
    opened: new RegExp(`<p>${SPACE}(${tag})`, 'g'),
    closed: new RegExp(`(${tag})(?:${SPACE}</p>)?`, 'g'),
    broken: new RegExp(`(${tag})(?:${SPACE}<br />)?`, 'g'),
  };
};

const patterns = new Map<string, ReturnType<typeof compiled>>();

const patternsOf = (blocks: string): ReturnType<typeof compiled> => {
  const known = patterns.get(blocks) ?? compiled(blocks);
  patterns.set(blocks, known);
  return known;
};

/** Changes text up to the last `end`; what comes after it cannot match, and looking there again and again takes long. */
const upToLast = (end: string, text: string, change: (closed: string) => string): string => {
  const length = text.lastIndexOf(end) + end.length;
  return length < end.length ? text : change(text.slice(0, length)) + text.slice(length);
};

/** List items of one line. */
const unwrapItems = (text: string): string => {
  if (!text.includes('<p><li')) return text;
  const unwrap = (closed: string): string => closed.replace(/<p>(<li.+?)<\/p>/g, '$1');
  return text
    .split('\n')
    .map((line) => upToLast('</p>', line, unwrap))
    .join('\n');
};

/** Step 5: takes `<p>` away where a block tag stands, and moves it into `blockquote`. */
export const placeParagraphs = (text: string, blocks: string): string => {
  const { alone, opened, closed } = patternsOf(blocks);
  const placed = text
    .replace(/<p>[\t-\r ]*<\/p>/g, '')
    .replace(/<p>([^<]+)<\/(div|address|form)>/g, '<p>$1</p></$2>')
    .replace(alone, '$1');
  const moved = unwrapItems(placed)
    .replace(/<p><blockquote([^>\uFDD2]*[>\uFDD2])/gi, '<blockquote$1<p>')
    .replaceAll('</blockquote></p>', '</p></blockquote>')
    .replace(opened, '$1');
  return upToLast('>', moved, (part) => part.replace(closed, '$1'));
};

/** Hides the line breaks of elements whose text is no prose. */
const hideVerbatimBreaks = (text: string): string => {
  const unclosed = new Set<string>();
  let result = '';
  let done = 0;
  for (const { index, 1: name = '' } of text.matchAll(/<(script|style|svg|math)/g)) {
    if (index < done || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index);
    if (end === -1) unclosed.add(name);
    else {
      result += text.slice(done, index) + text.slice(index, end).replaceAll('\n', VERBATIM_BREAK);
      done = end;
    }
  }
  return result + text.slice(done);
};

/** White space up to its last line break becomes `<br />`; right after a `<br />` its first character is not looked at. */
const breakAt = (run: string, at: number, text: string): string => {
  const lastBreak = run.lastIndexOf('\n');
  const kept = text.startsWith('<br />', at - 6) && at >= 6 ? 1 : 0;
  return lastBreak < kept ? run : `${run.slice(0, kept)}<br />\n${run.slice(lastBreak + 1)}`;
};

/** Step 6. */
export const breakLines = (text: string, blocks: string): string => {
  const broken = hideVerbatimBreaks(text)
    .replace(/<br\/?>/g, '<br />')
    .replace(/[\t-\r ]+/g, breakAt)
    .replaceAll(VERBATIM_BREAK, '\n');
  return upToLast('>', broken, (part) => part.replace(patternsOf(blocks).broken, '$1'))
    .replace(/<br \/>([\t-\r ]*<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>\uFDD2]*[>\uFDD2])/g, '$1')
    .replace(/\n<\/p>(?=\n?$)/, '</p>');
};
