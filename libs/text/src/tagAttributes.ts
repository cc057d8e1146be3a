/** An attribute of a tag as written; `value` is undefined for one without. */
export interface TagAttribute {
  readonly name: string;
  readonly value: string | undefined;
  readonly quote: '"' | "'";
}

const ATTRIBUTE = /[\s/]*([A-Za-z_][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`=<>]+)))?(?=[\s/]|$)/y;
const SKIP = /[\s/]*(?:[^\s/]\S*)?/y;

const attributeOf = (match: RegExpExecArray): TagAttribute => {
  const [, name = '', double, single, bare] = match;
  return { name, value: double ?? single ?? bare, quote: single === undefined ? '"' : "'" };
};

/**
 * Parses the attributes of a tag from the text between its name and its end. Skips invalid parts and repeated names.
 */
export const tagAttributes = (source: string): TagAttribute[] => {
  const attributes: TagAttribute[] = [];
  const names = new Set<string>();
  for (let at = 0; at < source.length; ) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (match === null) {
      SKIP.lastIndex = at;
      SKIP.test(source);
      at = SKIP.lastIndex;
      continue;
    }
    const attribute = attributeOf(match);
    if (!names.has(attribute.name.toLowerCase())) attributes.push(attribute);
    names.add(attribute.name.toLowerCase());
    at = ATTRIBUTE.lastIndex;
  }
  return attributes;
};
