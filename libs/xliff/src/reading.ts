import { createRequire } from 'node:module';
import type { SaxesTagNS } from 'saxes';
import type { Dialect, DialectOptions, Refuse } from './dialect.ts';
import { createDialect12 } from './dialect12.ts';
import { createDialect20 } from './dialect20.ts';
import { NAMESPACES, type XliffDocument, type XliffVersion } from './document.ts';
import { XliffFault } from './fault.ts';
import { FileBuilder, type ReadUnit } from './fileBuilder.ts';
import { attributesOf, createWalker } from './walker.ts';

const require = createRequire(import.meta.url);
/** Loads the package at the first file. */
const saxes = (): typeof import('saxes') => require('saxes');

export interface ReadXliff extends Omit<XliffDocument, 'units'> {
  readonly version: XliffVersion;
  readonly units: readonly ReadUnit[];
}

export interface XliffBounds {
  readonly bytes: number;
  /** Maximum nesting of elements. */
  readonly depth: number;
  readonly elements: number;
}

const DIALECTS: Readonly<
  Record<XliffVersion, (file: FileBuilder, refuse: Refuse, options: DialectOptions) => Dialect>
> = {
  '1.2': createDialect12,
  '2.0': createDialect20,
};

/** The versions that are read, with the version whose elements they have. */
const READ_AS: ReadonlyMap<string, XliffVersion> = new Map([
  ['1.2', '1.2'],
  ['2.0', '2.0'],
  ['2.1', '2.0'],
  ['2.2', '2.0'],
]);

/** Files without a namespace are common. 2.1 has the namespace of 2.0, but some programs write another one. */
const NAMESPACES_READ: Readonly<Record<XliffVersion, readonly string[]>> = {
  '1.2': ['', NAMESPACES['1.2']],
  '2.0': ['', NAMESPACES['2.0'], 'urn:oasis:names:tc:xliff:document:2.1', 'urn:oasis:names:tc:xliff:document:2.2'],
};

const versionOf = (root: SaxesTagNS, refuse: Refuse): XliffVersion => {
  if (root.local !== 'xliff') refuse('the file is no XLIFF: its first element is not xliff');
  const said = attributesOf(root)('version') ?? '';
  const version = READ_AS.get(said) ?? refuse(`version “${said}” is not read, 1.2 and 2.0 to 2.2 are`, 'version');
  const isKnown = NAMESPACES_READ[version].includes(root.uri);
  return isKnown ? version : refuse(`xliff is not in the namespace of version ${said}`);
};

/** Counts the elements of a file, and refuses it beyond the limits. */
const createCount = ({ depth, elements }: XliffBounds, refuse: Refuse) => {
  let [open, seen] = [0, 0];
  return {
    open: (): void => {
      open += 1;
      seen += 1;
      if (open > depth) refuse(`elements stand more than ${depth} deep in one another`);
      if (seen > elements) refuse(`there are more than ${elements} elements`);
    },
    /** Returns the number of elements that are still open. */
    close: (): number => {
      open -= 1;
      return open;
    },
  };
};

/**
 * Creates the reader of one file in pieces. It uses only six events: with a seventh the parser takes ten times as long.
 */
export const createReading = (bounds: XliffBounds, areCodesKept: boolean) => {
  const parser = new (saxes().SaxesParser)({ xmlns: true });
  const refuse: Refuse = (reason, kind = 'malformed') => {
    throw new XliffFault(kind, parser.line, reason);
  };
  const file = new FileBuilder(() => parser.line);
  const count = createCount(bounds, refuse);
  let version: XliffVersion | null = null;
  let walker: ReturnType<typeof createWalker> | null = null;

  const openRoot = (root: SaxesTagNS): void => {
    version = versionOf(root, refuse);
    const dialect = DIALECTS[version](file, refuse, { maxMarkupLength: bounds.bytes, areCodesKept });
    dialect.root(attributesOf(root));
    walker = createWalker(root.uri, dialect);
  };

  parser.on('opentag', (tag) => {
    count.open();
    if (walker === null) openRoot(tag);
    else walker.open(tag);
  });
  parser.on('closetag', () => {
    if (count.close() > 0) walker?.close();
  });
  parser.on('text', (text) => walker?.text(text));
  parser.on('cdata', (text) => walker?.text(text));
  parser.on('doctype', () => refuse('a DOCTYPE is not taken'));
  parser.on('error', ({ message }) => refuse(message.replace(/^\d+:\d+: |\.$/g, '')));

  const finished = (): ReadXliff => {
    const read = file.finished();
    return read === null || version === null ? refuse('there is no file in it') : { version, ...read };
  };
  return { parser, refuse, finished };
};
