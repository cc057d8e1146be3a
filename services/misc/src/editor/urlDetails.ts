import type { OutgoingResponse } from '@almanac/outgoing';
import { type PageHead, readPageHead } from '../oembed/providers/pageHead.ts';

/** What an address is about; empty texts where nothing says so. */
export interface UrlDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

export const noDetails: UrlDetails = { title: '', icon: '', description: '', image: '' };

/** What a page says of itself in its head; of what is no page nothing is known. */
export const detailsOfPage = ({
  headers,
  body,
  url,
}: Pick<OutgoingResponse, 'headers' | 'body' | 'url'>): UrlDetails => {
  const type = headers['content-type'] ?? 'text/html';
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return noDetails;
  const head = readPageHead(textOf(body, type));
  return {
    title: inOneLine(head.title) || metaOf(head, 'og:title'),
    icon: addressOf(iconOf(head), url),
    description: metaOf(head, 'description') || metaOf(head, 'og:description'),
    image: addressOf(metaOf(head, 'og:image') || metaOf(head, 'og:image:url'), url),
  };
};

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Some pages write `name` where others write `property`. */
const metaOf = ({ metas }: PageHead, wanted: string): string => {
  const found = metas.find(({ name = '', property = '' }) =>
    [name.toLowerCase(), property.toLowerCase()].includes(wanted),
  );
  return inOneLine(found?.content ?? '');
};

const iconOf = ({ links }: PageHead): string =>
  links.find(({ rel = '' }) => rel.toLowerCase().split(/\s+/).includes('icon'))?.href ?? '';

/** A web address in full; whatever else stands there is none that a browser should load. */
const addressOf = (text: string, base: string): string => {
  const address = text === '' ? undefined : URL.parse(text, base);
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address.href : '';
};

const CHARSET = /charset\s*=\s*(?:["']\s*)?([\w-]+)/i;
/** A page says its encoding within so many bytes. */
const ENCODING_WITHIN = 1_024;

/** The text of a page in the encoding that its header, or its beginning, names; UTF-8 by default. */
const textOf = (body: Buffer, type: string): string => {
  const [, label = 'utf-8'] = CHARSET.exec(type) ?? CHARSET.exec(body.toString('latin1', 0, ENCODING_WITHIN)) ?? [];
  try {
    return new TextDecoder(label).decode(body);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'RangeError')) throw error;
    return body.toString();
  }
};
