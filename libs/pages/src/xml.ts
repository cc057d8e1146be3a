import type { SiteSettings } from '@almanac/contracts';
import { type Collection, type Documents, type Filter, type Query, recordsAfter } from '@almanac/documents';
import { type RestRequest, type RestResponse, yieldToEventLoop } from '@almanac/rest';
import { accentColours } from './accent.ts';
import { type Html, html } from './html.ts';
import { cachedAnswer } from './pageAnswer.ts';

type PageRequest = Pick<RestRequest, 'principal' | 'headers'>;

/** Characters that XML forbids, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const xmlAnswer = (request: PageRequest, document: Html, contentType: string): RestResponse => {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${document.text}\n`.toWellFormed().replace(NOT_XML, '');
  return cachedAnswer(request, { body, contentType: `${contentType}; charset=UTF-8` });
};

/** The channel of a feed. */
export interface Channel {
  readonly title: string;
  readonly description: string;
  /** The page with the same content. */
  readonly page: string;
  /** The feed's own address. */
  readonly address: string;
  readonly language: string;
}

export interface FeedItem {
  readonly title: string;
  readonly page: string;
  /** A permanent id, which stays the same if the address changes. */
  readonly id: string;
  readonly published: Date;
  readonly summary: string;
}

const itemElement = ({ title, page, id, published, summary }: FeedItem): Html => html`<item>
<title>${title}</title>
<link>${page}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${published.toUTCString()}</pubDate>
<description>${summary}</description>
</item>
`;

type FeedAnswer = (request: PageRequest, channel: Channel, items: readonly FeedItem[]) => RestResponse;

/** Returns a feed as RSS 2.0. */
const rssAnswer: FeedAnswer = (request, { title, description, page, address, language }, items) =>
  xmlAnswer(
    request,
    html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${title}</title>
<link>${page}</link>
<atom:link href="${address}" rel="self" type="application/rss+xml"/>
<description>${description}</description>
<language>${language}</language>
${items.map(itemElement)}</channel></rss>`,
    'application/rss+xml',
  );

/** The id of an entry must be an address: that of a message by its id (RFC 2392). */
const entryElement = ({ title, page, id, published, summary }: FeedItem): Html => html`<entry>
<title>${title}</title>
<link href="${page}"/>
<id>mid:${id}</id>
<published>${published.toISOString()}</published>
<updated>${published.toISOString()}</updated>
<summary>${summary}</summary>
</entry>
`;

/** Returns a feed as Atom (RFC 4287). */
const atomAnswer: FeedAnswer = (request, { title, description, page, address, language }, items) =>
  xmlAnswer(
    request,
    html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<title>${title}</title>
<subtitle>${description}</subtitle>
<link href="${page}"/>
<link href="${address}" rel="self" type="application/atom+xml"/>
<id>${address}</id>
<updated>${newestOf(items).toISOString()}</updated>
<author><name>${title}</name></author>
${items.map(entryElement)}</feed>`,
    'application/atom+xml',
  );

const newestOf = (items: readonly FeedItem[]): Date =>
  new Date(Math.max(0, ...items.map(({ published }) => published.getTime())));

const rdfItem = ({ title, page, published, summary }: FeedItem): Html => html`<item rdf:about="${page}">
<title>${title}</title>
<link>${page}</link>
<dc:date>${published.toISOString()}</dc:date>
<description>${summary}</description>
</item>
`;

/** Returns a feed as RSS 1.0, which is RDF. */
const rdfAnswer: FeedAnswer = (request, { title, description, page, address, language }, items) =>
  xmlAnswer(
    request,
    html`<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="${address}">
<title>${title}</title>
<link>${page}</link>
<description>${description}</description>
<dc:language>${language}</dc:language>
<items><rdf:Seq>
${items.map((item) => html`<rdf:li rdf:resource="${item.page}"/>\n`)}</rdf:Seq></items>
</channel>
${items.map(rdfItem)}</rdf:RDF>`,
    'application/rdf+xml',
  );

/** Formats of feeds. */
export const feedAnswers = { rss: rssAnswer, atom: atomAnswer, rdf: rdfAnswer } as const;

export type FeedFormat = keyof typeof feedAnswers;

/** The formats of feeds by their names in addresses. */
export const feedFormats: ReadonlyMap<string, FeedFormat> = new Map([
  ['feed', 'rss'],
  ['rss', 'rss'],
  ['rss2', 'rss'],
  ['atom', 'atom'],
  ['rdf', 'rdf'],
]);

/** The format in the path of a feed, as a part of a route: `/feed/atom/`. */
export const FEED_FORM = '{form:rss2?|atom|rdf}';

/** Returns the address of a feed in a format. @param address that of the feed as RSS */
export const feedAddress = (address: string, format: FeedFormat): string =>
  format === 'rss' ? address : `${address}${format}/`;

/** Number of pages in one sitemap file; the protocol allows 50,000. */
export const SITEMAP_PAGE = 1_000;

/** Number of records per query; other requests run between two queries. */
const READ_AT_ONCE = 100;

/** The members of a record by which sitemaps are ordered: those of the index of published records. */
interface DatedRecord {
  readonly id: number;
  readonly dateUtc: string | null;
}

/**
 * Reads the records of one sitemap file in parts, in the order of their dates. An index leads to the first record of the
 * file, and each part begins after the one before it.
 * @param page counted from 1
 */
export const sitemapRecords = async <Found extends DatedRecord>(
  { documents, collection, filter }: SitemapSource,
  page: number,
): Promise<Found[]> => {
  const order = [{ field: 'dateUtc', direction: 'asc' }] as const;
  const records: Found[] = [];
  let range: Pick<Query, 'filter' | 'offset'> = { filter, offset: (page - 1) * SITEMAP_PAGE };
  for (;;) {
    const found = await documents.find<Found>(collection, { ...range, order, limit: READ_AT_ONCE });
    records.push(...found);
    const last = found.at(-1);
    if (last === undefined || found.length < READ_AT_ONCE || records.length === SITEMAP_PAGE) return records;
    range = { filter: { all: [filter, recordsAfter('dateUtc', { value: last.dateUtc, id: last.id })] } };
    await yieldToEventLoop();
  }
};

/** The published records that a sitemap lists. */
interface SitemapSource {
  readonly documents: Pick<Documents, 'find'>;
  readonly collection: Collection;
  readonly filter: Filter;
}

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Returns a sitemap file: addresses of pages with the time of their last change. */
export const sitemapAnswer = (
  request: PageRequest,
  pages: readonly { readonly address: string; readonly modified: Date }[],
): RestResponse => {
  const urls = pages.map(
    ({ address, modified }) =>
      html`<url><loc>${address}</loc><lastmod>${modified.toISOString().slice(0, 19)}Z</lastmod></url>\n`,
  );
  return xmlAnswer(request, html`<urlset xmlns="${SITEMAPS}">\n${urls}</urlset>`, 'application/xml');
};

/** Returns the sitemap index: the addresses of the site's sitemap files. */
export const sitemapIndexAnswer = (request: PageRequest, files: readonly string[]): RestResponse => {
  const sitemaps = files.map((address) => html`<sitemap><loc>${address}</loc></sitemap>\n`);
  return xmlAnswer(request, html`<sitemapindex xmlns="${SITEMAPS}">\n${sitemaps}</sitemapindex>`, 'application/xml');
};

/** Returns an icon: a calendar sheet with the first letter of the site's name. */
export const faviconAnswer = (
  request: Pick<RestRequest, 'principal' | 'headers'>,
  { name, accent_color: accent }: Pick<SiteSettings, 'name' | 'accent_color'>,
): RestResponse => {
  const [letter = ''] = name.trim();
  const { light } = accentColours(accent);
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${light.link}"/><rect x="4" y="9" width="24" height="19" rx="2" fill="#fff"/><text x="16" y="24.5" font-family="system-ui,sans-serif" font-size="16" font-weight="700" text-anchor="middle" fill="${light.link}">${letter.toUpperCase()}</text></svg>`;
  return cachedAnswer(request, { body: picture.text, contentType: 'image/svg+xml' });
};
