import { createRequire } from 'node:module';
import { codes, type Entry, entry, type Place, placeOf } from './entry.ts';
import { codeOf, lastTextAt, looseAmpersand } from './xmlFaults.ts';

const require = createRequire(import.meta.url);
/** Loads the package at the first configuration. */
const saxes = (): typeof import('saxes') => require('saxes');

/** An element with its content. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The line on which its start tag ends. */
  readonly line: number;
  readonly children: readonly XmlNode[];
  /** Its own text without surrounding blanks. */
  readonly text: string;
}

interface OpenNode extends XmlNode {
  readonly children: XmlNode[];
  text: string;
}

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 20_000;

/** Ends the reading at the first fault. */
class Stop extends Error {
  readonly entry: Entry;
  constructor(found: Entry) {
    super(found.message);
    this.entry = found;
  }
}

/**
 * Parses a text as a stream, with limits on depth and number of elements. It expands no entities and fetches nothing.
 * @returns the root, or the fault that ended the reading
 */
export const readXml = (text: string): XmlNode | Entry => {
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof Stop) return error.entry;
    throw error;
  }
};

class Reader {
  readonly #parser = new (saxes().SaxesParser)({ xmlns: false, position: true });
  readonly #open: OpenNode[] = [];
  readonly #text: string;
  #root: XmlNode | undefined;
  #elements = 0;

  constructor(text: string) {
    this.#text = text;
    this.#parser.on('error', ({ message }) => this.#fail(message.replace(/^\d+:\d+: /, '')));
    this.#parser.on('doctype', () => this.#stop(codes.doctype, 'a document type declaration is not allowed'));
    this.#parser.on('opentag', ({ name, attributes }) => this.#begin(name, attributes));
    this.#parser.on('closetag', () => this.#end());
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
  }

  read(): XmlNode {
    const loose = looseAmpersand(this.#text);
    this.#parser.write(this.#text.slice(0, loose?.at));
    if (loose !== undefined) this.#stop(loose.code, 'an ampersand stands for itself as &amp;.');
    this.#parser.close();
    if (this.#root === undefined) throw new Error('a document without a root was taken for one');
    return this.#root;
  }

  #fail(message: string): never {
    const read = this.#text.slice(0, this.#parser.position);
    const code = codeOf({ message, read, hasRoot: this.#root !== undefined });
    return this.#stop(
      code,
      message,
      message.includes('outside of root node') ? placeOf(read, lastTextAt(read)) : undefined,
    );
  }

  #stop(code: number, message: string, { line, column }: Place = this.#parser): never {
    throw new Stop(entry(3, code, { line, column }, message));
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) this.#stop(codes.tooMany, `there are more than ${MAX_ELEMENTS} elements`);
    if (this.#open.length === MAX_DEPTH) this.#stop(codes.tooDeep, `elements stand more than ${MAX_DEPTH} deep`);
    const { line } = this.#parser;
    const node = { name, attributes: new Map(Object.entries(attributes)), line, children: [], text: '' };
    this.#open.at(-1)?.children.push(node);
    this.#root ??= node;
    this.#open.push(node);
  }

  #end(): void {
    const node = this.#open.pop();
    if (node !== undefined) node.text = node.text.trim();
  }

  #add(text: string): void {
    const node = this.#open.at(-1);
    if (node !== undefined) node.text += text;
  }
}
