import { ALLOWED, type AllowedHtml, type CleaningList } from './allowedHtml.ts';
import { normalizedEntities } from './characterEntities.ts';
import { endOfHiddenElement } from './hiddenElements.ts';
import { isShownAddress, safeAddress } from './safeAddress.ts';
import { allowedDeclarations, safeStyle } from './safeStyle.ts';
import { type TagAttribute, tagAttributes } from './tagAttributes.ts';

export interface CleaningOptions {
  /** The site's own host; without it no `object` is kept. */
  readonly host?: string;
}

/** The options of a cleaning and its allowed HTML. */
interface Policy extends CleaningOptions {
  readonly allowed: AllowedHtml;
  /** True if the HTML is cleaned for display, false for storage. */
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

/** Cleans a comment's text: `--` would end the comment early in some readers. */
const cleanComment = (content: string): string => {
  const text = content.replaceAll('>', '&gt;').replace(/-{2,}/g, '-').replace(/-$/, '');
  return text === '' ? '' : `<!--${text}-->`;
};

/** Returns the end of the text of the comment at `at`; -1 if there is none, or it contains a `<`. */
const endOfComment = (html: string, at: number): number => {
  if (!html.startsWith('<!--', at)) return -1;
  const next = html.indexOf('<', at + 1);
  const end = html.slice(at + 4, next === -1 ? html.length : next).indexOf('-->');
  return end === -1 ? -1 : at + 4 + end;
};

/**
 * Returns the end of the text of a hidden comment, as in browsers: the end of the text, if the comment is not closed.
 */
const endOfHiddenComment = (html: string, at: number): number => {
  if (!html.startsWith('<!--', at)) return -1;
  const end = html.indexOf('-->', at + 4);
  return end === -1 ? html.length : end;
};

const MARK = /[<>]/g;

/** Returns the index of the first `<` or `>` from `at` on; -1 if there is none. */
const nextMark = (html: string, at: number): number => {
  MARK.lastIndex = at;
  return MARK.exec(html)?.index ?? -1;
};

/** Cleans the comment, tag or lookalike at `at`; returns the result and the index of its end. */
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

/** Cleans comments, tags and lookalikes one after another. */
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

/** Returns the index after the tag at `at`, if it ends with `>` before another `<`; else that of the next character. */
const endOfTag = (html: string, at: number): number => {
  if (html[at] === '>') return at + 1;
  const next = nextMark(html, at + 1);
  return html[next] === '>' ? next + 1 : at + 1;
};

/** Matches the C0 controls except tab and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/gu;

/**
 * Removes all HTML that a list does not allow (docs/interface/texts.md §7).
 * `inline` is for titles, `post` for content and excerpts, `term` for descriptions of terms and users. Their other tags
 * are removed but not their text; nothing is closed or lower-cased, and comments (so block markers) stay.
 * `output` is for displayed content of anybody: comments and hidden elements are removed with their content.
 * A second cleaning changes nothing.
 */
export const cleanHtml = (html: string, list: CleaningList, options: CleaningOptions = {}): string => {
  const text = html.replace(CONTROLS, '');
  if (!/[<>&]/.test(text)) return text;
  return cleanMarkup(normalizedEntities(text), { ...options, allowed: ALLOWED[list], isOutput: list === 'output' });
};

const SHOWN_ADDRESSES = new Set(['cite', 'href', 'poster', 'src']);

/** Attributes that refer to other elements of the page by their ids. */
const ID_REFERENCES = new Set([
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-labelledby',
  'headers',
  'id',
]);

/** Prefix of ids in displayed content, so that it cannot take names that the page's scripts rely on. */
const ID_PREFIX = 'core-';

const prefixed = (id: string): string => (id === '' || id.startsWith(ID_PREFIX) ? id : `${ID_PREFIX}${id}`);

const shownAddress = (address: string): string | undefined => {
  if (address.startsWith('#')) return `#${prefixed(address.slice(1))}`;
  return isShownAddress(address) ? address : undefined;
};

/** True if all versions of an image in `srcset` may be displayed. */
const areShown = (versions: string): boolean =>
  versions.split(',').every((each) => isShownAddress(each.trim().split(/\s/, 1)[0] ?? ''));

/** Returns the value of an attribute in displayed content; undefined to remove it. */
const shownAttribute = (name: string, value: string): string | undefined => {
  if (name === 'style') return allowedDeclarations(value) || undefined;
  if (SHOWN_ADDRESSES.has(name)) return shownAddress(value);
  if (name === 'srcset') return areShown(value) ? value : undefined;
  return ID_REFERENCES.has(name) ? value.split(/\s+/).map(prefixed).join(' ') : value;
};
