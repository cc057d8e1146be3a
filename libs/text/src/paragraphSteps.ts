/** Line breaks inside tags are U+FDD2 here, which ends a tag as `>` does; those inside scripts become U+FDD3. */
const TAG_REST = '[^>\\uFDD2]*[>\\uFDD2]';
const SPACE = '[\\t-\\r ]*';
const VERBATIM_BREAK = '\uFDD3';

export const BLOCKS =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|' +
  'style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary';
const TAG = `</?(?:${BLOCKS})${TAG_REST}`;
const TAG_ALONE = new RegExp(`<p>${SPACE}(${TAG})${SPACE}</p>`, 'g');
const TAG_OPENED = new RegExp(`<p>${SPACE}(${TAG})`, 'g');
const TAG_CLOSED = new RegExp(`(${TAG})(?:${SPACE}</p>)?`, 'g');
const TAG_BROKEN = new RegExp(`(${TAG})(?:${SPACE}<br />)?`, 'g');

/** Changes text up to the last `end`; the rest cannot match, and searching it repeatedly takes long. */
const upToLast = (end: string, text: string, change: (closed: string) => string): string => {
  const length = text.lastIndexOf(end) + end.length;
  return length < end.length ? text : change(text.slice(0, length)) + text.slice(length);
};

/** Removes `<p>` around list items of one line. */
const unwrapItems = (text: string): string => {
  if (!text.includes('<p><li')) return text;
  const unwrap = (closed: string): string => closed.replace(/<p>(<li.+?)<\/p>/g, '$1');
  return text
    .split(/(?<=[\n\r\u2028\u2029])/)
    .map((line) => upToLast('</p>', line, unwrap))
    .join('');
};

/** Step 5: removes `<p>` around block tags, and moves it into `blockquote`. */
export const placeParagraphs = (text: string): string => {
  const placed = text
    .replace(/<p>[\t-\r ]*<\/p>/g, '')
    .replace(/<p>([^<]+)<\/(div|address|form)>/g, '<p>$1</p></$2>')
    .replace(TAG_ALONE, '$1');
  const moved = unwrapItems(placed)
    .replace(/<p><blockquote([^>\uFDD2]*[>\uFDD2])/gi, '<blockquote$1<p>')
    .replaceAll('</blockquote></p>', '</p></blockquote>')
    .replace(TAG_OPENED, '$1');
  return upToLast('>', moved, (part) => part.replace(TAG_CLOSED, '$1'));
};

/** Hides the line breaks of elements whose text is not prose. */
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

/** Replaces white space up to its last line break by `<br />`; ignores the first character right after a `<br />`. */
const breakAt = (run: string, at: number, text: string): string => {
  const lastBreak = run.lastIndexOf('\n');
  const kept = text.startsWith('<br />', at - 6) && at >= 6 ? 1 : 0;
  return lastBreak < kept ? run : `${run.slice(0, kept)}<br />\n${run.slice(lastBreak + 1)}`;
};

/** Step 6: replaces line breaks by `<br />`, except around block tags. */
export const breakLines = (text: string): string => {
  const broken = hideVerbatimBreaks(text)
    .replace(/<br\/?>/g, '<br />')
    .replace(/[\t-\r ]+/g, breakAt)
    .replaceAll(VERBATIM_BREAK, '\n');
  return upToLast('>', broken, (part) => part.replace(TAG_BROKEN, '$1'))
    .replace(/<br \/>([\t-\r ]*<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>\uFDD2]*[>\uFDD2])/g, '$1')
    .replace(/\n<\/p>(?=\n?$)/, '</p>');
};
