import { DomUtils, parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];

/** What a provider says of an address: members as received, of whatever type. */
export type OembedDocument = Readonly<Record<string, unknown>>;

/** Reads a provider's answer, JSON or XML whatever it is called; undefined for what is no such document. */
export const readOembed = (text: string): OembedDocument | undefined =>
  text.trimStart().startsWith('<') ? readXml(text) : readJson(text);

const readJson = (text: string): OembedDocument | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** A document that declares its type may declare entities as well: it is not read (batch-oembed.md §B5, Parsing). */
const readXml = (text: string): OembedDocument | undefined => {
  if (/<!(?:doctype|entity)/i.test(text)) return undefined;
  const { children } = parseDocument(text, { xmlMode: true, decodeEntities: true });
  const [root] = DomUtils.getElementsByTagName('oembed', children, false);
  if (root === undefined) return undefined;
  const members = DomUtils.getElementsByTagName('*', root.children, false);
  return Object.fromEntries(members.map(({ name, children: content }) => [name, textOf(content)]));
};

/** Text and CDATA sections; elements within a member are none of a document's. */
const textOf = (nodes: readonly Node[]): string =>
  nodes
    .flatMap((node) => (node.type === 'cdata' ? node.children : [node]))
    .map((node) => (node.type === 'text' ? node.data : ''))
    .join('');
