import type { OutgoingResponse } from '@almanac/outgoing';
import { type PageHead, readPageHead } from '../oembed/providers/pageHead.ts';

/** Details of the page at an address; unknown texts are empty. */
export interface UrlDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

export const noDetails: UrlDetails = { title: '', icon: '', description: '', image: '' };

/** Returns the details in a page's head; empty details if the response is not HTML. */
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

/** Returns the content of a meta element. Some pages write `name` instead of `property`. */
const metaOf = ({ metas }: PageHead, wanted: string): string => {
  const found = metas.find(({ name = '', property = '' }) =>
    [name.toLowerCase(), property.toLowerCase()].includes(wanted),
  );
  return inOneLine(found?.content ?? '');
};

const iconOf = ({ links }: PageHead): string =>
  links.find(({ rel = '' }) => rel.toLowerCase().split(/\s+/).includes('icon'))?.href ?? '';

/** Returns an absolute web address; empty for any other text, so that browsers load nothing else. */
const addressOf = (text: string, base: string): string => {
  const address = text === '' ? undefined : URL.parse(text, base);
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address.href : '';
};

const CHARSET = /charset\s*=\s*(?:["']\s*)?([\w-]+)/i;
/** Number of leading bytes within which a page declares its encoding. */
const ENCODING_WITHIN = 1_024;

/** Decodes a page with the encoding named in its header or its first bytes; UTF-8 by default. */
const textOf = (body: Buffer, type: string): string => {
  const [, label = 'utf-8'] = CHARSET.exec(type) ?? CHARSET.exec(body.toString('latin1', 0, ENCODING_WITHIN)) ?? [];
  try {
    return new TextDecoder(label).decode(body);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'RangeError')) throw error;
    return body.toString();
  }
};
