import { decoded, firstLine, withoutHidden } from '../text.ts';

/** A source as it is stored; `host` where the address was one of another host, whose visits alone it is for. */
export interface CleanSource {
  readonly url: string;
  /** Scheme and host. */
  readonly server?: string;
}

export interface SourceOptions {
  /** Whether the source is a pattern. */
  readonly regex: boolean;
  /** The host of this site, without port. */
  readonly host: string;
}

/** Scheme, host and port; who signs in there is no part of an address. */
const SITE = /^(https?):\/\/(?:[^/?#\s@]*@)?([^/?#\s:@]*)(?::\d*)?/i;

const withoutTags = (text: string): string => text.replace(/<[a-z/!?][^>]*>?/gi, '').replaceAll('&amp;', '&');

/**
 * The source of a rule as it is stored (docs/interface/redirects.md §1): a path with its query, decoded, or a
 * pattern. Undefined where nothing is left of a pattern.
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
