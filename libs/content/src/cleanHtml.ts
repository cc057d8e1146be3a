import { ALLOWED, type AllowedHtml, type CleaningList } from './allowedHtml.ts';
import { normalizedEntities } from './characterEntities.ts';
import { safeAddress } from './safeAddress.ts';
import { safeStyle } from './safeStyle.ts';
import { type TagAttribute, tagAttributes } from './tagAttributes.ts';

export interface CleaningOptions {
  /** The site's own host; without it no `object` is kept. */
  readonly host?: string;
}

/** What cleaning depends on. */
interface Policy extends CleaningOptions {
  readonly allowed: AllowedHtml;
}

const ADDRESSES = new Set(['cite', 'data', 'href', 'longdesc', 'poster', 'src', 'usemap']);

const isAllowed = (attributes: ReadonlySet<string>, name: string): boolean =>
  attributes.has(name) || (attributes.has('data-*') && /^data-[a-z\d_-]+$/.test(name));

const safeValue = (name: string, value: string): string | undefined => {
  if (name === 'style') return safeStyle(value) || undefined;
  return ADDRESSES.has(name) ? safeAddress(value) : value;
};

const cleanAttribute = ({ name, value, quote }: TagAttribute): string => {
  const lower = name.toLowerCase();
  if (value === undefined) return ` ${name}`;
  if (lower === 'download') return '';
  const safe = safeValue(lower, value);
  return safe === undefined ? '' : ` ${name}=${quote}${safe.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}${quote}`;
};

const isOwnPdf = (attributes: readonly TagAttribute[], host: string | undefined): boolean => {
  const value = (name: string): string | undefined =>
    attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value;
  const address = URL.parse(value('data') ?? '');
  return value('type') === 'application/pdf' && address?.host === host && /\.pdf$/.test(address?.pathname ?? '');
};

const TAG = /^<\s*(\/?)\s*([A-Za-z\d-]+)([^>]*)>$/;

const cleanTag = (tag: string, { allowed, host }: Policy): string => {
  const [, end, name = '', source = ''] = TAG.exec(tag) ?? [];
  const names = allowed.get(name.toLowerCase());
  if (names === undefined) return '';
  if (end === '/') return `</${name}>`;
  const attributes = tagAttributes(source).filter((attribute) => isAllowed(names, attribute.name.toLowerCase()));
  if (name.toLowerCase() === 'object' && !isOwnPdf(attributes, host)) return '';
  return `<${name}${attributes.map(cleanAttribute).join('')}${/\/\s*$/.test(source) ? ' /' : ''}>`;
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

const NEXT = /[<>]/g;

/** Comments, tags and what only looks like them, one after another. */
const cleanMarkup = (html: string, policy: Policy): string => {
  let result = '';
  let done = 0;
  const next = new RegExp(NEXT);
  for (let match = next.exec(html); match !== null; match = next.exec(html)) {
    const { index } = match;
    result += html.slice(done, index);
    const comment = endOfComment(html, index);
    done = comment === -1 ? endOfTag(html, index) : comment + 3;
    if (comment !== -1) result += cleanComment(html.slice(index + 4, comment));
    else if (done > index + 1) result += cleanTag(html.slice(index, done), policy);
    else result += match[0] === '<' ? '&lt;' : '&gt;';
    next.lastIndex = done;
  }
  return result + html.slice(done);
};

/** Where what starts at `at` ends, if it ends with `>` before another `<`; else the next character. */
const endOfTag = (html: string, at: number): number => {
  if (html[at] === '>') return at + 1;
  NEXT.lastIndex = at + 1;
  const match = NEXT.exec(html);
  return match?.[0] === '>' ? match.index + 1 : at + 1;
};

/** The C0 controls but tab and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/gu;

/**
 * HTML with nothing but what a list allows (docs/interface/texts.md §7): `inline` for titles, `post` for content and
 * excerpts, `term` for descriptions of terms and users. Other tags go, their text stays; nothing is closed or
 * lower-cased. Comments (so block markers) are kept. Cleaning twice is cleaning once.
 */
export const cleanHtml = (html: string, list: CleaningList, options: CleaningOptions = {}): string => {
  const text = html.replace(CONTROLS, '');
  return /[<>&]/.test(text) ? cleanMarkup(normalizedEntities(text), { ...options, allowed: ALLOWED[list] }) : text;
};
