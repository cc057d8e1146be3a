import { decoded, firstLine, withoutHidden } from '../text.ts';

/** A source as stored. With `server` it applies only to visits of that other host. */
export interface CleanSource {
  readonly url: string;
  /** Scheme and host. */
  readonly server?: string;
}

export interface SourceOptions {
  /** True if the source is a pattern. */
  readonly regex: boolean;
  /** The host of this site, without port. */
  readonly host: string;
}

/** Matches scheme, credentials, host and port; credentials are not part of an address. */
const SITE = /^(https?):\/\/(?:[^/?#\s@]*@)?([^/?#\s:@]*)(?::\d*)?/i;

const withoutTags = (text: string): string => text.replace(/<[a-z/!?][^>]*>?/gi, '').replaceAll('&amp;', '&');

/**
 * Returns the source of a rule as stored (docs/interface/redirects.md §1): a decoded path with its query, or a pattern.
 * @returns undefined for an empty pattern
 */
export const cleanSource = (sent: string, { regex, host }: SourceOptions): CleanSource | undefined => {
  const text = withoutHidden(firstLine(sent.trim())).trim();
  const site = SITE.exec(text);
  const local = site === null ? text : text.slice(site[0].length);
  const url = regex ? local : cleanPath(local);
  if (url === '' && regex) return undefined;
  const isElsewhere = site !== null && site[2] !== '' && site[2]?.toLowerCase() !== host.toLowerCase();
  return isElsewhere ? { url: url || '/', server: `${site[1]}://${site[2]}`.toLowerCase() } : { url: url || '/' };
};

const cleanPath = (local: string): string => {
  const plain = withoutTags(local);
  const path = plain.startsWith('/') ? plain : `/${plain}`;
  return withoutHidden(firstLine(withoutTags(decoded(path))));
};
