import { apart, requireHeld, type Source, UnreadableFileError } from '@almanac/text/lines';
import { SaxesParser } from 'saxes';

/** An element with its children; `text` is its own text without theirs. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const CHANNEL = 'rss/channel';

/** The limit of nested elements; those of an export stand four deep. */
const MAX_DEPTH = 64;

/** Named characters of HTML that exports contain outside of CDATA; the parser knows those of XML. */
const CHARACTERS = {
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  para: '¶',
  sect: '§',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  cent: '¢',
  pound: '£',
  curren: '¤',
  yen: '¥',
  euro: '€',
};

/** Faults that real exports contain, in and around their texts; the parser ignores them. */
const TAKEN = [
  /^disallowed character\.$/,
  /\bentity\b/,
  /^the string "]]>" is disallowed in char data/,
  /^text data outside of root node/,
  /XML declaration must/,
];

/**
 * Yields the elements of a site export's channel, each after its end.
 * @throws UnreadableFileError
 */
export async function* channelElements(source: Source): AsyncGenerator<XmlElement> {
  const ended: XmlElement[] = [];
  const parser = parserOf((element) => ended.push(element));
  let held = 0;
  for await (const piece of withoutLooseAmpersands(source)) {
    try {
      parser.write(piece);
    } catch (error) {
      // The elements before the fault are whole.
      yield* ended.splice(0);
      throw error;
    }
    held = ended.length > 0 ? 0 : held + piece.length;
    requireHeld(held, `An element before line ${parser.line}`);
    yield* ended.splice(0);
  }
  parser.close();
  yield* ended.splice(0);
}

/** Characters that XML disallows and the parser ignores; no text of a site contains them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const DISALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Creates the parser. It listens for six events only: with a seventh, parsing takes ten times as long. */
const parserOf = (onElement: (element: XmlElement) => void): SaxesParser => {
  const parser = new SaxesParser();
  const tree = createTree(onElement, () => parser.line);
  Object.assign(parser.ENTITIES, CHARACTERS);
  parser.on('opentag', ({ name, attributes }) => tree.open(name, attributes));
  parser.on('closetag', tree.close);
  parser.on('text', tree.text);
  parser.on('cdata', tree.text);
  parser.on('error', ({ message }) => {
    const fault = message.replace(/^\d+:\d+: /, '');
    if (TAKEN.some((taken) => taken.test(fault))) return;
    throw new UnreadableFileError(
      `The file is no site export (WXR), or not a whole one. In line ${parser.line}: ${fault}`,
    );
  });
  return parser;
};

/** Keeps the open elements below the channel, and drops those that have ended. */
const createTree = (onElement: (element: XmlElement) => void, currentLine: () => number) => {
  const path: string[] = [];
  const open: OpenElement[] = [];
  return {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (path.length + open.length >= MAX_DEPTH)
        throw new UnreadableFileError(
          `The file is no site export (WXR). In line ${currentLine()}: elements stand more than ${MAX_DEPTH} deep in one another.`,
        );
      if (open.length > 0 || path.join('/') === CHANNEL) open.push(elementOf(name, attributes));
      else path.push(name);
    },
    text: (text: string): void => {
      const element = open.at(-1);
      if (element !== undefined) element.text += text;
    },
    close: (): void => {
      const element = open.pop();
      if (element === undefined) {
        path.pop();
        return;
      }
      element.text = apart(element.text.replaceAll(DISALLOWED, ''));
      const above = open.at(-1);
      if (above === undefined) onElement(element);
      else above.children.push(element);
    },
  };
};

const elementOf = (name: string, attributes: Readonly<Record<string, string>>): OpenElement => {
  const entries = Object.entries(attributes).map(([key, value]) => [key, apart(value)] as const);
  return { name, attributes: new Map(entries), children: [], text: '' };
};

/** Matches an ampersand that begins no reference; exports have it in addresses. */
const LOOSE = /&(?!#?\w+;)/g;
/** The state outside of CDATA sections, up to the start of the next; and the state within one. */
const OUTSIDE = { end: '<![CDATA[', cut: /(?:&#?\w{0,40}|<(?:!(?:\[[CDAT]{0,5})?)?)$/ };
const SECTION = { end: ']]>', cut: /\]{1,2}$/ };

const ROOT = /<\?xml\s|<rss\b/;
/** The limit of characters before the root: servers print warnings there. */
const MAX_BEFORE_ROOT_LENGTH = 64 * 1024;

/** Yields a file with only the line ends of the text before its XML declaration or its root. */
async function* fromRoot(source: Source): AsyncGenerator<string> {
  let before: string | undefined = '';
  for await (const piece of source()) {
    if (before === undefined) {
      yield piece;
      continue;
    }
    const text: string = before + piece;
    const at = text.search(ROOT);
    before = at < 0 && text.length < MAX_BEFORE_ROOT_LENGTH ? text : undefined;
    if (before === undefined)
      yield text.slice(0, Math.max(0, at)).replaceAll(/[^\n]/g, '') + text.slice(Math.max(0, at));
  }
  if (before !== undefined) yield before;
}

/** Yields a site export in pieces. Escapes loose ampersands outside of CDATA sections. */
async function* withoutLooseAmpersands(source: Source): AsyncGenerator<string> {
  let within = OUTSIDE;
  let carried = '';
  const mended = (text: string): string => (within === SECTION ? text : text.replace(LOOSE, '&amp;'));
  for await (const piece of fromRoot(source)) {
    let [done, rest] = ['', carried + piece];
    for (let end = rest.indexOf(within.end); end >= 0; end = rest.indexOf(within.end)) {
      const next = end + within.end.length;
      done += mended(rest.slice(0, next));
      rest = rest.slice(next);
      within = within === OUTSIDE ? SECTION : OUTSIDE;
    }
    // A construct that is cut at the end of a piece is read with the next piece.
    carried = within.cut.exec(rest)?.[0] ?? '';
    yield done + mended(rest.slice(0, rest.length - carried.length));
  }
  yield mended(carried);
}
