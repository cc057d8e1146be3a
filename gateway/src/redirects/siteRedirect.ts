import type { RedirectOptions } from '@almanac/redirects/schemas';
import { lastKept } from '../lastKept.ts';

/** The facts of a request that decide whether the site-wide options redirect it. */
export interface SiteRequest {
  /** The host of the request, without port, in lower case. */
  readonly host: string;
  readonly secure: boolean;
  /** Path and query as received. */
  readonly target: string;
  readonly kind: 'page' | 'administration' | 'rest';
}

/** The site's own address. */
export interface OwnAddress {
  /** Without a slash at its end. */
  readonly publicUrl?: string | undefined;
  /** True if a proxy of the site reports which requests are plain HTTP. */
  readonly behindProxy: boolean;
}

const WWW = 'www.';

const hostOf = lastKept((url: string): string | undefined => URL.parse(url)?.hostname);

/** True if the host lacks the preferred form (with or without `www.`) and the site's own address has it. */
const isOtherForm = (host: string, own: string, preferred: string): boolean => {
  if (preferred === 'www') return own.startsWith(WWW) && own === `${WWW}${host}`;
  return preferred === 'nowww' && !own.startsWith(WWW) && host.startsWith(WWW);
};

const isPlain = ({ secure }: SiteRequest, { publicUrl = '', behindProxy }: OwnAddress): boolean =>
  behindProxy && !secure && publicUrl.startsWith('https:');

const relocated = ({ host, kind }: SiteRequest, relocate: string): string | undefined =>
  kind === 'page' && hostOf(relocate) !== undefined && host !== hostOf(relocate) ? relocate : undefined;

/** Returns the site that a request is redirected to, with path and query; undefined if no redirect applies. */
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

/** Returns the redirect target by the site-wide options; undefined if none applies (docs/interface/redirects.md §7). */
export const siteRedirect = (request: SiteRequest, options: RedirectOptions, own: OwnAddress): string | undefined => {
  // `*`, and addresses with other schemes than HTTP
  if (!request.target.startsWith('/')) return undefined;
  const site = rightSite(request, options, own);
  return site === undefined ? undefined : `${site.replace(/(?<!\/)\/+$/, '')}${request.target}`;
};
