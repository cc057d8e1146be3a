import { decodeHTML } from 'entities';
import { XliffFault } from './fault.ts';
import { escapeText } from './xmlText.ts';

/** Begins and ends a code in a text: a character that XML cannot contain. */
const FENCE = '\uffff';

/** Elements of XLIFF 1.2 that stand for markup which only the program that wrote them knows. */
const CODES: ReadonlySet<string> = new Set(['g', 'x', 'bx', 'ex']);

/** Maximum length of the markup that the codes of a target stand for, since many may stand for the same tag. */
const MAX_MARKUP_LENGTH = 1024 * 1024;

const CODE = new RegExp(`^${FENCE}([^${FENCE}]*)${FENCE}$`);
/** Comments within comments do not count, so that an attempt ends at the next beginning of one. */
const CODE_OR_TAG = new RegExp(`(${FENCE}[^${FENCE}]*${FENCE}|<!--(?:[^<]|<(?!!--))*?-->|</?[a-z][^<>]*>)`, 'i');
/** The start or the end of a pair of codes: `g` in XLIFF 1.2, `pc` in 2.0. */
const PAIR = /^<\/?(?:g|pc) /;
const TAG_NAME = /^<\/?([a-z][^\s/>]*)/i;

export const isCode = (element: string): boolean => CODES.has(element);

/** Returns the representation of a code in the text of a unit. */
export const codeText = (code: string): string => FENCE + code + FENCE;

/** True if the text of a unit contains codes. */
export const hasCodes = (text: string): boolean => text.includes(FENCE);

/** Returns texts and tags in turns, with a text at both ends. */
const partsOf = (text: string): string[] => text.split(CODE_OR_TAG);

const codeIn = (part: string): string | undefined => CODE.exec(part)?.[1];

/** True if a code may stand for a tag. A pair of codes stands for the start and the end of one element. */
const fits = (code: string, tag: string, open: string[]): boolean => {
  const element = TAG_NAME.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (!PAIR.test(code)) return true;
  if (code.startsWith('</')) return tag.startsWith('</') && open.pop() === element;
  open.push(element);
  return element !== '' && !tag.startsWith('</');
};

/** Returns the tags of codes by order and nesting; for a code without a tag, that code. */
const tagsOf = (source: readonly string[], expected: readonly string[]): ReadonlyMap<string, string> | string => {
  const tags = new Map<string, string>();
  const open: string[] = [];
  for (const [index, part] of source.entries()) {
    const code = codeIn(part);
    if (code === undefined) continue;
    const tag = expected[index];
    if (tag === undefined || !fits(code, tag, open) || (tags.get(code) ?? tag) !== tag) return code;
    tags.set(code, tag);
  }
  return tags;
};

/** True if the texts between the tags are the expected ones without their character references. */
const isDecoded = (source: readonly string[], expected: readonly string[]): boolean =>
  source.length === expected.length &&
  source.every((part, index) => index % 2 === 1 || normalised(part) === normalised(decodeHTML(expected[index] ?? '')));

const normalised = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The texts of a unit with their markup, or a code that has none. */
type ExpandedUnit = { readonly source: string; readonly target: string } | { readonly unmatched: string };

/**
 * Replaces the codes of a unit by the tags of the expected source: those of the source by order and nesting, those of
 * the target by the ids of the source. Programs that replace tags by codes may also replace character references by
 * their characters; then the target is escaped again.
 * @throws XliffFault malformed for too much markup
 */
export const expandCodes = (unit: { source: string; target: string }, expected: string): ExpandedUnit => {
  const [source, target, asked] = [partsOf(unit.source), partsOf(unit.target), partsOf(expected)];
  const tags = tagsOf(source, asked);
  if (typeof tags === 'string') return { unmatched: tags };
  const unmatched = target.flatMap((part) => codeIn(part) ?? []).find((code) => !tags.has(code));
  if (unmatched !== undefined) return { unmatched };
  const markup = target.reduce((length, part) => length + (tags.get(codeIn(part) ?? '')?.length ?? 0), 0);
  if (markup > MAX_MARKUP_LENGTH)
    throw new XliffFault('malformed', 0, `its codes stand for more than ${MAX_MARKUP_LENGTH} characters of markup`);
  const isPlain = isDecoded(source, asked);
  const expanded = (parts: readonly string[], write: (text: string) => string): string =>
    parts.map((part, index) => (index % 2 === 1 ? (tags.get(codeIn(part) ?? '') ?? part) : write(part))).join('');
  return {
    source: isPlain ? expected : expanded(source, (text) => text),
    target: expanded(target, isPlain ? escapeText : (text) => text),
  };
};
