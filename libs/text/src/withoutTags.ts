/** Returns the end of the tag at `at`: `>` in quotes and inner `<…>` do not end it. */
const endOfTag = (text: string, at: number): number => {
  let quote = '';
  let depth = 0;
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '<') depth += 1;
    else if (character === '>' && depth > 0) depth -= 1;
    else if (character === '>') return index + 1;
  }
  return text.length;
};

const endOfComment = (text: string, at: number): number => {
  const end = text.indexOf('-->', at + 4);
  return end === -1 ? text.length : end + 3;
};

/** Removes tags and comments: `<` before a non-blank runs to its `>`, or to the end of the text. */
export const withoutTags = (text: string): string => {
  let at = text.indexOf('<');
  if (at === -1) return text;
  let result = '';
  let start = 0;
  for (; at !== -1; at = text.indexOf('<', Math.max(start, at + 1))) {
    if (at + 1 < text.length && /\s/.test(text.charAt(at + 1))) continue;
    result += text.slice(start, at);
    start = text.startsWith('<!--', at) ? endOfComment(text, at) : endOfTag(text, at);
  }
  return result + text.slice(start);
};

/** Like `withoutTags`, but also removes the text inside `script` and `style`. */
export const withoutMarkup = (text: string): string => {
  if (!text.includes('<')) return text;
  return withoutTags(withoutHiddenText(text));
};

const HIDDEN_START = /<(script|style)/gi;
const HIDDEN_ENDS: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script>/gi],
  ['style', /<\/style>/gi],
]);

/** Returns the end of the element at `at`; -1 if its tags are not closed. */
const endOfHidden = (text: string, name: string, at: number): number => {
  const inside = text.indexOf('>', at);
  const end = HIDDEN_ENDS.get(name);
  if (inside === -1 || end === undefined) return -1;
  end.lastIndex = inside;
  return end.test(text) ? end.lastIndex : -1;
};

const withoutHiddenText = (text: string): string => {
  const unclosed = new Set<string>();
  let result = '';
  let start = 0;
  for (const match of text.matchAll(HIDDEN_START)) {
    const name = (match[1] ?? '').toLowerCase();
    if (match.index < start || unclosed.has(name)) continue;
    const end = endOfHidden(text, name, match.index);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    result += text.slice(start, match.index);
    start = end;
  }
  return result + text.slice(start);
};
