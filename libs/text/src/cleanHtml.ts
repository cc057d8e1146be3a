import { ALLOWED, type AllowedHtml, type CleaningList } from './allowedHtml.ts';
import { normalizedEntities } from './characterEntities.ts';
import { endOfHiddenElement } from './hiddenElements.ts';
import { isShownAddress, safeAddress } from './safeAddress.ts';
import { safeStyle, shownStyle } from './safeStyle.ts';
import { type TagAttribute, tagAttributes } from './tagAttributes.ts';

export interface CleaningOptions {
  /** The site's own host; without it no `object` is kept. */
  readonly host?: string;
}

/** What cleaning depends on. */
interface Policy extends CleaningOptions {
  readonly allowed: AllowedHtml;
  /** Whether it is cleaned to be shown, whoever wrote it, and not to be stored. */
  readonly isOutput: boolean;
}

const ADDRESSES = new Set(['cite', 'data', 'href', 'longdesc', 'poster', 'src', 'usemap']);

const isAllowed = (attributes: ReadonlySet<string>, name: string): boolean =>
  attributes.has(name) || (attributes.has('data-*') && /^data-[a-z\d_-]+$/.test(name));

const storedAttribute = (name: string, value: string): string | undefined => {
  if (name === 'style') return safeStyle(value) || undefined;
  return ADDRESSES.has(name) ? safeAddress(value) : value;
};

const cleanAttribute = ({ name, value, quote }: TagAttribute, { isOutput }: Policy): string => {
  const lower = name.toLowerCase();
  if (value === undefined) return ` ${name}`;
  if (lower === 'download') return '';
  const safe = isOutput ? shownAttribute(lower, value) : storedAttribute(lower, value);
  return safe === undefined ? '' : ` ${name}=${quote}${safe.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}${quote}`;
};

const isOwnPdf = (attributes: readonly TagAttribute[], host: string | undefined): boolean => {
  const value = (name: string): string | undefined =>
    attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value;
  const address = URL.parse(value('data') ?? '');
  return value('type') === 'application/pdf' && address?.host === host && /\.pdf$/.test(address?.pathname ?? '');
};

const TAG = /^<\s*(?:(\/)\s*)?([A-Za-z\d-]+)(?![A-Za-z\d-])([^>]*)>$/;

const cleanTag = (tag: string, policy: Policy): string => {
  const { allowed, host } = policy;
  const [, end, name = '', source = ''] = TAG.exec(tag) ?? [];
  const names = allowed.get(name.toLowerCase());
  if (names === undefined) return '';
  if (end === '/') return `</${name}>`;
  const attributes = tagAttributes(source).filter((attribute) => isAllowed(names, attribute.name.toLowerCase()));
  if (name.toLowerCase() === 'object' && !isOwnPdf(attributes, host)) return '';
  return `<${name}${attributes.map((each) => cleanAttribute(each, policy)).join('')}${/\/\s*$/.test(source) ? ' /' : ''}>`;
};

/** `--` would end a comment early in some readers. */
const cleanComment = (content: string): string => {
  const text = content.replaceAll('>', '&gt;').replace(/-{2,}/g, '-').replace(/-$/, '');
  return text === '' ? '' : `<!--${text}-->`;
};

/** Where the text of the comment that starts at `at` ends; -1 if none does, or if there is a `<` in it. */
const endOfComment = (html: string, at: number): number => {
  if (!html.startsWith('<!--', at)) return -1;
  const next = html.indexOf('<', at + 1);
  const end = html.slice(at + 4, next === -1 ? html.length : next).indexOf('-->');
  return end === -1 ? -1 : at + 4 + end;
};

/** Where a comment that is not shown ends, as in browsers: with the text, where nothing else ends it. */
const endOfHiddenComment = (html: string, at: number): number => {
  if (!html.startsWith('<!--', at)) return -1;
  const end = html.indexOf('-->', at + 4);
  return end === -1 ? html.length : end;
};

const MARK = /[<>]/g;

/** The place of the first `<` or `>` from `at` on; -1 without one. */
const nextMark = (html: string, at: number): number => {
  MARK.lastIndex = at;
  return MARK.exec(html)?.index ?? -1;
};

/** What is left of a comment, a tag or what only looks like one, and where that ends. */
const cleanedAt = (html: string, at: number, policy: Policy): { readonly text: string; readonly end: number } => {
  const { isOutput } = policy;
  const comment = isOutput ? endOfHiddenComment(html, at) : endOfComment(html, at);
  if (comment !== -1) return { text: isOutput ? '' : cleanComment(html.slice(at + 4, comment)), end: comment + 3 };
  const end = endOfTag(html, at);
  if (end === at + 1) return { text: html[at] === '<' ? '&lt;' : '&gt;', end };
  const tag = html.slice(at, end);
  const hidden = isOutput ? endOfHiddenElement(html, tag, end) : undefined;
  return hidden === undefined ? { text: cleanTag(tag, policy), end } : { text: '', end: hidden };
};

/** Comments, tags and what only looks like them, one after another. */
const cleanMarkup = (html: string, policy: Policy): string => {
  let result = '';
  let done = 0;
  for (let at = nextMark(html, 0); at !== -1; at = nextMark(html, done)) {
    const cleaned = cleanedAt(html, at, policy);
    result += html.slice(done, at) + cleaned.text;
    done = cleaned.end;
  }
  return result + html.slice(done);
};

/** Where what starts at `at` ends, if it ends with `>` before another `<`; else the next character. */
const endOfTag = (html: string, at: number): number => {
  if (html[at] === '>') return at + 1;
  const next = nextMark(html, at + 1);
  return html[next] === '>' ? next + 1 : at + 1;
};

/** The C0 controls but tab and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/gu;

/**
 * HTML with nothing but what a list allows (docs/interface/texts.md §7): `inline` for titles, `post` for content and
 * excerpts, `term` for descriptions of terms and users. Other tags go, their text stays; nothing is closed or
 * lower-cased. Comments (so block markers) are kept. `output` is for what is shown of anybody's content: comments and
 * elements that are not shown go with what is in them. Cleaning twice is cleaning once.
 */
export const cleanHtml = (html: string, list: CleaningList, options: CleaningOptions = {}): string => {
  const text = html.replace(CONTROLS, '');
  if (!/[<>&]/.test(text)) return text;
  return cleanMarkup(normalizedEntities(text), { ...options, allowed: ALLOWED[list], isOutput: list === 'output' });
};

const SHOWN_ADDRESSES = new Set(['cite', 'href', 'poster', 'src']);

/** Attributes that name other elements of the page by their ids. */
const ID_REFERENCES = new Set([
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-labelledby',
  'headers',
  'id',
]);

/** Ids of shown content begin with it: no name that scripts of the page around it rely on can be taken. */
const ID_PREFIX = 'core-';

const prefixed = (id: string): string => (id === '' || id.startsWith(ID_PREFIX) ? id : `${ID_PREFIX}${id}`);

const shownAddress = (address: string): string | undefined => {
  if (address.startsWith('#')) return `#${prefixed(address.slice(1))}`;
  return isShownAddress(address) ? address : undefined;
};

/** The versions of an image that a browser may choose from. */
const areShown = (versions: string): boolean =>
  versions.split(',').every((each) => isShownAddress(each.trim().split(/\s/, 1)[0] ?? ''));

/** The value of an attribute as shown content has it; undefined for one that goes. */
const shownAttribute = (name: string, value: string): string | undefined => {
  if (name === 'style') return shownStyle(value) || undefined;
  if (SHOWN_ADDRESSES.has(name)) return shownAddress(value);
  if (name === 'srcset') return areShown(value) ? value : undefined;
  return ID_REFERENCES.has(name) ? value.split(/\s+/).map(prefixed).join(' ') : value;
};
