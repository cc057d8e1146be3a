import { isObject } from '@almanac/rest';
import { Parser } from 'htmlparser2';

/** A provider's answer: members as received, of any type. */
export type OembedDocument = Readonly<Record<string, unknown>>;

/** Parses a provider's answer, JSON or XML regardless of its content type; undefined if it is invalid. */
export const readOembed = (text: string): OembedDocument | undefined =>
  text.trimStart().startsWith('<') ? readXml(text) : readJson(text);

/** Maximum nesting: honest documents are not nested deeper, and deeper ones would exhaust the formatter. */
const MAX_DEPTH = 20;

const readJson = (text: string): OembedDocument | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isShallow(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < MAX_DEPTH && Object.values(value).every((member) => isShallow(member, depth + 1)));

/** Parses XML. It refuses a DOCTYPE, which may declare entities (docs/interface/oembed.md §5, Parsing). */
const readXml = (text: string): OembedDocument | undefined => {
  if (/<!(?:doctype|entity)/i.test(text)) return undefined;
  const members = new Map<string, string>();
  const open: string[] = [];
  const add = (data: string): void => {
    const [, member] = open;
    if (open.length === 2 && member !== undefined) members.set(member, (members.get(member) ?? '') + data);
  };
  const parser = new Parser(
    {
      onopentag: (name) => {
        open.push(name);
        add('');
        if (open[0] !== 'oembed' || open.length > MAX_DEPTH) parser.pause();
      },
      ontext: add,
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  );
  parser.write(text);
  parser.reset();
  return members.size === 0 ? undefined : Object.fromEntries(members);
};
