import { isWebAddress } from '@almanac/rest';
import { escaped } from '../embeds/html.ts';
import { frameOnly } from './frameOnly.ts';
import type { OembedDocument } from './oembedDocument.ts';

export interface Origin {
  /** The address that is embedded. */
  readonly url: string;
  /** Whether the provider is on the allow list. */
  readonly trusted: boolean;
  /** Ties frame and quotation together. */
  readonly secret: string;
}

/**
 * The code that shows a provider's document (docs/interface/oembed.md §5, Result processing); false where it cannot be
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

/** Without line breaks, which paragraphs would be made of, but for preformatted text. */
const inOneLine = (html: string): string =>
  html
    .split(/(<pre[^>]*>[\s\S]*?<\/pre>)/i)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\r\n|[\r\n]/g, '')))
    .join('');

/** Gives the first frame a title where it has none: it is all that those who cannot see it learn of it. */
const withFrameTitle = (html: string, title: string): string => {
  if (title === '') return html;
  const [start] = /<iframe(?=[\s>])[^>]*>/i.exec(html) ?? [];
  if (start === undefined || /\stitle\s*=\s*(?:"[^"]|'[^']|[^\s"'>])/i.test(start)) return html;
  return html.replace(/<iframe(?=[\s>])/i, () => `<iframe title="${escaped(title)}"`);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
