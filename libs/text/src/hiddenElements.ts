/** Elements that browsers do not show as content, though there may be text in them. */
const HIDDEN = new Set(
  'embed iframe math noembed noframes noscript object script style svg template textarea xmp'.split(' '),
);

/** Of those, the ones that may stand in one of their own kind. */
const NESTING = new Set(['math', 'object', 'svg', 'template']);

/** Has no content and no end. */
const EMPTY = 'embed';

/** Start and end tags of each hidden element, by its name. */
const TAGS: ReadonlyMap<string, RegExp> = new Map(
  Array.from(HIDDEN, (name) => [name, new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*>?`, 'gi')]),
);

const NAME = /^<([a-z]+)(?=[\s/>])/i;

/**
 * Where a hidden element ends whose start tag is `tag`: with its end tag, or with the text where there is none, as in
 * browsers. Undefined for a tag that starts none.
 * @param from behind the start tag
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
