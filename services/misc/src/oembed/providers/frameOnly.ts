import { isWebAddress } from '@almanac/rest';
import { DomUtils, parseDocument } from 'htmlparser2';
import { EMBEDDED } from '../embeds/embedHtml.ts';
import { escaped } from '../embeds/html.ts';

type Tree = ReturnType<typeof parseDocument>;
type Node = Tree['children'][number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const FRAME_ATTRIBUTES = ['width', 'height', 'frameborder', 'marginwidth', 'marginheight', 'scrolling', 'title'];

/** Hides the frame until it has proved its identity by its secret. */
const HIDDEN_STYLE = 'position: absolute; visibility: hidden;';

/** Maximum length of parsed code: honest code is much shorter, and parsing time grows faster than the length. */
const MAX_HTML_LENGTH = 20_000;

/**
 * Reduces the HTML of an untrusted provider (docs/interface/oembed.md §5) to a sandboxed frame and the quotation before
 * it, if any. The frame may only run scripts. False without a frame. Received code is never passed on: the result is
 * written from scratch.
 */
export const frameOnly = (html: string, secret: string): string | false => {
  if (html.length > MAX_HTML_LENGTH) return false;
  const parts = DomUtils.findAll(isPart, parseDocument(html).children);
  const frame = parts.find(({ name, attribs }) => name === 'iframe' && isWebAddress(attribs.src ?? ''));
  if (frame === undefined) return false;
  const quotation = parts
    .slice(0, parts.indexOf(frame))
    .find((part) => part.name === 'blockquote' && !holds(part, frame));
  const marks = { class: EMBEDDED, 'data-secret': secret };
  const hidden = quotation === undefined ? {} : { style: HIDDEN_STYLE };
  const framing = { sandbox: 'allow-scripts', security: 'restricted', ...marks, ...hidden };
  const shown = element('iframe', { src: sourceOf(frame, secret), ...kept(frame), ...framing }, '');
  return quotation === undefined ? shown : element('blockquote', marks, quoted(quotation.children)) + shown;
};

const isPart = ({ name }: Element): boolean => name === 'iframe' || name === 'blockquote';

const holds = (outer: Element, inner: Element): boolean =>
  DomUtils.getElementsByTagName(inner.name, outer.children, true).includes(inner);

const sourceOf = ({ attribs }: Element, secret: string): string => `${attribs.src?.split('#', 1)[0]}#?secret=${secret}`;

const kept = ({ attribs }: Element): Record<string, string> =>
  Object.fromEntries(FRAME_ATTRIBUTES.flatMap((name) => (attribs[name] === undefined ? [] : [[name, attribs[name]]])));

const element = (name: string, attributes: Readonly<Record<string, string>>, content: string): string => {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
};

/** Maximum nesting of a quotation; honest code is not nested deeper. */
const MAX_DEPTH = 50;

/** Keeps text and links. Other elements are replaced by their content; scripts and styles are dropped. */
const quoted = (nodes: readonly Node[], depth = 0): string =>
  depth > MAX_DEPTH ? '' : nodes.map((node) => quotedNode(node, depth + 1)).join('');

const quotedNode = (node: Node, depth: number): string => {
  if (node.type === 'text') return escaped(node.data);
  if (node.type !== 'tag') return '';
  const { name, attribs, children } = node;
  if (name === 'iframe') return '';
  const href = attribs.href ?? '';
  const content = quoted(children, depth);
  return name === 'a' && isWebAddress(href) ? element('a', { href }, content) : content;
};
