import type { RedirectOptions } from '@almanac/redirects/schemas';
import { lastKept } from '../lastKept.ts';

/** What of a request decides whether the whole site is somewhere else. */
export interface SiteRequest {
  /** The host that it names, without port, in lower case. */
  readonly host: string;
  readonly secure: boolean;
  /** Path and query as they were asked for. */
  readonly target: string;
  readonly kind: 'page' | 'administration' | 'rest';
}

/** What is known of the site's own address. */
export interface OwnAddress {
  /** Without a slash at its end. */
  readonly publicUrl?: string | undefined;
  /** Whether a proxy of the site's own says which requests are plain. */
  readonly behindProxy: boolean;
}

const WWW = 'www.';

const hostOf = lastKept((url: string): string | undefined => URL.parse(url)?.hostname);

/** Whether the preferred form of the host has the request sent to the site's address, which must be of that form. */
const isOtherForm = (host: string, own: string, preferred: string): boolean => {
  if (preferred === 'www') return own.startsWith(WWW) && own === `${WWW}${host}`;
  return preferred === 'nowww' && !own.startsWith(WWW) && host.startsWith(WWW);
};

const isPlain = ({ secure }: SiteRequest, { publicUrl = '', behindProxy }: OwnAddress): boolean =>
  behindProxy && !secure && publicUrl.startsWith('https:');

const relocated = ({ host, kind }: SiteRequest, relocate: string): string | undefined =>
  kind === 'page' && hostOf(relocate) !== undefined && host !== hostOf(relocate) ? relocate : undefined;

/** The site that a request is sent to, path and query kept; undefined where it is at the right one. */
const rightSite = (request: SiteRequest, options: RedirectOptions, own: OwnAddress): string | undefined => {
  if (options.relocate !== '') return relocated(request, options.relocate);
  const ownHost = own.publicUrl === undefined ? undefined : hostOf(own.publicUrl);
  if (ownHost === undefined) return undefined;
  const { host, kind } = request;
  if (options.aliases.includes(host) && host !== ownHost) return own.publicUrl;
  if (kind !== 'page') return undefined;
  if (isOtherForm(host, ownHost, options.preferred_domain)) return own.publicUrl;
  return options.https && isPlain(request, own) ? own.publicUrl : undefined;
};

/** Where the options of the whole site send a request (docs/interface/redirects.md §7). */
export const siteRedirect = (request: SiteRequest, options: RedirectOptions, own: OwnAddress): string | undefined => {
  // `*`, and addresses of schemes that are none of the web's
  if (!request.target.startsWith('/')) return undefined;
  const site = rightSite(request, options, own);
  return site === undefined ? undefined : `${site.replace(/(?<!\/)\/+$/, '')}${request.target}`;
};
