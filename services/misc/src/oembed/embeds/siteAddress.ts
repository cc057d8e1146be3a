import { isPermalink, type SiteSettings } from '@almanac/contracts';
import { isLanguage } from '@almanac/i18n';
import { decodedText, normalizedText } from '@almanac/text';

/** Target of an address of the site: a record by its id, or the record with a page at that path. */
export type SiteAddress =
  | { readonly id: number }
  /** `plain`: the plain path of the post, if the address has the form of a permalink. */
  | { readonly page: string; readonly plain?: string };

/**
 * Cleans an address (docs/interface/oembed.md §1): removes blanks and odd characters, and adds http if the scheme is
 * missing.
 */
export const cleanAddress = (text: string): string => {
  const cleaned = text.trim().replaceAll(/[^\w\-~+.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/gu, '');
  if (cleaned === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(cleaned)) return cleaned;
  return cleaned.startsWith('//') ? `http:${cleaned}` : `http://${cleaned}`;
};

const ORDINARY = new Set(['', '80', '443']);

const hostAndPortOf = ({ hostname, port }: URL): string =>
  `${hostname.replace(/^www\./, '')}:${ORDINARY.has(port) ? '' : port}`;

/** True if an address belongs to the site, with any scheme, with or without `www.`. */
export const isOwnAddress = (address: string, site: string): boolean =>
  URL.canParse(address) && hostAndPortOf(new URL(address)) === hostAndPortOf(new URL(site));

const RECORD = /[?&](?:p|page_id|attachment_id)=(\d{1,15})/;

/**
 * Parses an address of the site (docs/interface/oembed.md §1, URL to record); undefined for other hosts and for the
 * root.
 * @param site `{base_url}`
 * @param settings pages of the default language have no language segment, but the segment is accepted
 */
export const readSiteAddress = (
  address: string,
  { site, settings }: { readonly site: string; readonly settings: SiteSettings },
): SiteAddress | undefined => {
  if (!isOwnAddress(address, site)) return undefined;
  const url = new URL(address);
  const id = Number(RECORD.exec(url.search)?.[1] ?? 0);
  if (id > 0) return { id };
  const path = pageOf(withoutBase(url.pathname, new URL(site).pathname));
  const { default_language: defaultLanguage } = settings;
  const page = `${path}/`.startsWith(`${defaultLanguage}/`) ? path.slice(defaultLanguage.length + 1) : path;
  if (page === '') return undefined;
  const plain = withoutPermalink(page, settings);
  return plain === page ? { page } : { page, plain };
};

/** Returns the plain path of a post from a permalink, present or former; other pages stay as they are. */
const withoutPermalink = (page: string, settings: SiteSettings): string => {
  const segments = page.split('/');
  const language = isLanguage(segments[0]) ? segments.splice(0, 1) : [];
  const frame = segments.at(-1) === 'embed' ? segments.splice(-1) : [];
  const slug = segments.splice(-1);
  return isPermalink(segments, settings) ? [...language, ...slug, ...frame].join('/') : page;
};

const withoutBase = (path: string, base: string): string =>
  base !== '/' && path.startsWith(`${base.replace(/\/$/, '')}/`) ? path.slice(base.replace(/\/$/, '').length) : path;

/** Returns a path in the form in which pages are compared: decoded, lower case, without leading or trailing slashes. */
export const pageOf = (path: string): string =>
  normalizedText(decodedText(path))
    .toLowerCase()
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '');
