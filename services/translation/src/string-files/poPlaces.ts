import { keyOf } from './entries.ts';

const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr)?(?:\[\d+\])?\s*"((?:[^"\\]|\\.)*)"\s*$/;
const ESCAPED = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, each: string) => ESCAPED.get(each) ?? each);

interface Entry {
  readonly line: number;
  context: string;
  /** Null before its keyword. */
  msgid: string | null;
  plural: boolean;
  forms: number;
}

/** Whether a keyword begins an entry after what the last one has had. */
const begins = (keyword: string | undefined, last: Entry | undefined): boolean =>
  keyword === 'msgctxt' || (keyword === 'msgid' && (last === undefined || last.msgid !== null));

const take = (entry: Entry, keyword: string, quoted: string): void => {
  if (keyword === 'msgctxt') entry.context += unescaped(quoted);
  if (keyword === 'msgid') entry.msgid = (entry.msgid ?? '') + unescaped(quoted);
};

/** The entries of a PO file from line to line; what the library makes of them is without order and lines. */
const entriesOf = (content: string): readonly Entry[] => {
  const entries: Entry[] = [];
  let keyword = '';
  for (const [index, text] of content.split('\n').entries()) {
    const [, begun, quoted] = KEYWORD.exec(text.trim()) ?? [];
    if (quoted === undefined) continue;
    keyword = begun ?? keyword;
    if (begins(begun, entries.at(-1)))
      entries.push({ line: index + 1, context: '', msgid: null, plural: false, forms: 0 });
    const entry = entries.at(-1);
    if (entry === undefined) continue;
    if (begun === 'msgstr') entry.forms += 1;
    if (begun === 'msgid_plural') entry.plural = true;
    take(entry, keyword, quoted);
  }
  return entries;
};

/** Says in the header of a file how many forms a plural has. */
const FORMS = /nplurals\s*=\s*(\d+)/;

/** Where entries stand in a PO file, and the line of the first that is there twice or has no translations, or too many. */
export const placesOf = (content: string) => {
  const pluralForms = Number(FORMS.exec(content)?.[1] ?? 1);
  const isWhole = ({ plural, forms }: Entry): boolean => forms === (plural ? pluralForms : 1);
  const order = new Map<string, number>();
  let faulty = 0;
  for (const entry of entriesOf(content)) {
    const key = keyOf({ context: entry.context, msgid: entry.msgid ?? '' });
    if (faulty === 0 && (order.has(key) || !isWhole(entry))) faulty = entry.line;
    if (!order.has(key)) order.set(key, order.size);
  }
  return { order, faulty };
};
