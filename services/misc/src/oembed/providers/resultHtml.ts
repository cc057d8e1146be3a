import { isWebAddress } from '@almanac/rest';
import { escaped } from '../embeds/html.ts';
import { frameOnly } from './frameOnly.ts';
import type { OembedDocument } from './oembedDocument.ts';

export interface Origin {
  /** Address that is embedded. */
  readonly url: string;
  /** True if the provider is on the allow list. */
  readonly trusted: boolean;
  /** Connects frame and quotation. */
  readonly secret: string;
}

/**
 * Returns the HTML of a provider's document (docs/interface/oembed.md §5, Result processing); false if it cannot be
 * shown.
 */
export const resultHtml = (document: OembedDocument, origin: Origin): string | false => {
  switch (document.type) {
    case 'photo':
      return photo(document, origin);
    case 'video':
    case 'rich':
      return framed(document, origin);
    case 'link':
      return link(document, origin);
    default:
      return false;
  }
};

const photo = ({ url, width, height, title }: OembedDocument, origin: Origin): string | false => {
  const [source, wide, high] = [textOf(url), Number(width), Number(height)];
  if (!isWebAddress(source) || !(wide > 0) || !(high > 0)) return false;
  const image = `<img src="${escaped(source)}" alt="${escaped(textOf(title))}" width="${wide}" height="${high}" />`;
  return `<a href="${escaped(origin.url)}">${image}</a>`;
};

const link = ({ title }: OembedDocument, { url }: Origin): string | false =>
  textOf(title) === '' ? false : `<a href="${escaped(url)}">${escaped(textOf(title))}</a>`;

const framed = ({ html, title }: OembedDocument, { trusted, secret }: Origin): string | false => {
  if (typeof html !== 'string' || html === '') return false;
  const shown = trusted ? inOneLine(html) : frameOnly(html, secret);
  return shown === false ? false : withFrameTitle(shown, textOf(title));
};

/** Removes line breaks, which would become paragraphs, except in preformatted text. */
const inOneLine = (html: string): string => {
  let result = '';
  let done = 0;
  for (let found = preformattedFrom(html, 0); found !== undefined; found = preformattedFrom(html, done)) {
    result += withoutLineBreaks(html.slice(done, found.start)) + html.slice(found.start, found.end);
    done = found.end;
  }
  return result + withoutLineBreaks(html.slice(done));
};

const withoutLineBreaks = (text: string): string => text.replaceAll(/[\r\n]/g, '');

const PREFORMATTED = /<pre/gi;
const PREFORMATTED_END = /<\/pre>/gi;

/** Returns the first closed preformatted element from `at` on; undefined if there is none. */
const preformattedFrom = (html: string, at: number): { readonly start: number; readonly end: number } | undefined => {
  PREFORMATTED.lastIndex = at;
  const start = PREFORMATTED.exec(html)?.index ?? -1;
  const inside = start === -1 ? -1 : html.indexOf('>', start);
  if (inside === -1) return undefined;
  PREFORMATTED_END.lastIndex = inside;
  return PREFORMATTED_END.test(html) ? { start, end: PREFORMATTED_END.lastIndex } : undefined;
};

/** Adds a title to a first frame without one: screen readers announce a frame by its title. */
const withFrameTitle = (html: string, title: string): string => {
  const start = html.search(/<iframe[\s>]/i);
  const end = html.indexOf('>', start);
  if (title === '' || start === -1 || end === -1) return html;
  if (/\stitle\s*=\s*(?:"[^"]|'[^']|[^\s"'>])/i.test(html.slice(start, end + 1))) return html;
  return `${html.slice(0, start)}<iframe title="${escaped(title)}"${html.slice(start + '<iframe'.length)}`;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
