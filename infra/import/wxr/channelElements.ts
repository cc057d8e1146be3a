import { SaxesParser } from 'saxes';
import { apart, requireHeld } from '../lines.ts';
import { type Source, UnreadableFileError } from '../textFile.ts';

/** An element with what is in it; its own text alone, not that of its children. */
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

/** Named characters of HTML that exports have outside of CDATA; those of XML the parser knows. */
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

/** What the texts of real exports have, and what stands around them; it is taken as it is. */
const TAKEN = [
  /^disallowed character\.$/,
  /\bentity\b/,
  /^the string "]]>" is disallowed in char data/,
  /^text data outside of root node/,
  /XML declaration must/,
];

/** The elements of a site export's channel one by one, each when it has ended. @throws UnreadableFileError */
export async function* channelElements(source: Source): AsyncGenerator<XmlElement> {
  const ended: XmlElement[] = [];
  const parser = parserOf((element) => ended.push(element));
  let held = 0;
  for await (const piece of withoutLooseAmpersands(source)) {
    parser.write(piece);
    held = ended.length > 0 ? 0 : held + piece.length;
    requireHeld(held, `An element before line ${parser.line}`);
    yield* ended.splice(0);
  }
  parser.close();
  yield* ended.splice(0);
}

/** Not more than six events are listened for: with a seventh the parser takes ten times as long. */
const parserOf = (onElement: (element: XmlElement) => void): SaxesParser => {
  const parser = new SaxesParser();
  const tree = createTree(onElement);
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

/** Keeps the elements that are open below the channel, and nothing of those that have ended. */
const createTree = (onElement: (element: XmlElement) => void) => {
  const path: string[] = [];
  const open: OpenElement[] = [];
  return {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
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
      element.text = apart(element.text);
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

/** Begins no reference; exports have it in addresses. */
const LOOSE = /&(?!#?\w+;)/g;
/** Text outside of sections of characters, which ends where one begins; and text within one. */
const OUTSIDE = { end: '<![CDATA[', cut: /(?:&#?\w{0,40}|<(?:!(?:\[[CDAT]{0,5})?)?)$/ };
const SECTION = { end: ']]>', cut: /\]{1,2}$/ };

/** A site export in pieces, its ampersands outside of sections of characters as XML has them. */
async function* withoutLooseAmpersands(source: Source): AsyncGenerator<string> {
  let within = OUTSIDE;
  let carried = '';
  const mended = (text: string): string => (within === SECTION ? text : text.replace(LOOSE, '&amp;'));
  for await (const piece of source()) {
    let [done, rest] = ['', carried + piece];
    for (let end = rest.indexOf(within.end); end >= 0; end = rest.indexOf(within.end)) {
      const next = end + within.end.length;
      done += mended(rest.slice(0, next));
      rest = rest.slice(next);
      within = within === OUTSIDE ? SECTION : OUTSIDE;
    }
    // what is cut at the end of a piece is read with the next one
    carried = within.cut.exec(rest)?.[0] ?? '';
    yield done + mended(rest.slice(0, rest.length - carried.length));
  }
  yield mended(carried);
}
