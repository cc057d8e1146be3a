/** Elements that browsers do not display as content, even if they contain text. */
const HIDDEN_ELEMENTS = new Set(
  'embed iframe math noembed noframes noscript object script style svg template textarea xmp'.split(' '),
);

/** Hidden elements that may contain another of their own kind. */
const NESTING = new Set(['math', 'object', 'svg', 'template']);

/** An element without content and end tag. */
const EMPTY = 'embed';

/** Matches start and end tags of each hidden element, by its name. */
const TAGS: ReadonlyMap<string, RegExp> = new Map(
  Array.from(HIDDEN_ELEMENTS, (name) => [name, new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*>?`, 'gi')]),
);

const NAME = /^<([a-z]+)(?=[\s/>])/i;

/**
 * Returns the end of a hidden element with the start tag `tag`: its end tag, or the end of the text, as in browsers.
 * @param from the index after the start tag
 * @returns undefined for a tag that starts no hidden element
 */
export const endOfHiddenElement = (html: string, tag: string, from: number): number | undefined => {
  const name = NAME.exec(tag)?.[1]?.toLowerCase() ?? '';
  const next = TAGS.get(name);
  if (next === undefined) return undefined;
  if (name === EMPTY) return from;
  next.lastIndex = from;
  let depth = 1;
  for (let match = next.exec(html); match !== null; match = next.exec(html)) {
    if (match[1] === '/') depth -= 1;
    else if (NESTING.has(name)) depth += 1;
    if (depth === 0) return next.lastIndex;
  }
  return html.length;
};
