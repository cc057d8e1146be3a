import type { queryModes } from '@almanac/redirects/schemas';

export type QueryMode = (typeof queryModes)[number];

/** A source from a pattern in a server's configuration. */
export interface RuleSource {
  readonly url: string;
  readonly regex: boolean;
  readonly flags: { readonly query: QueryMode; readonly ignoreCase: boolean; readonly trailing: boolean };
}

const SIGNS = /[.*+?^${}()|[\]\\]/g;

/** Returns a pattern that matches only this text. */
export const literal = (text: string): string => text.replaceAll(SIGNS, '\\$&');

/** Returns the only text that a pattern matches; undefined if it matches others too. */
export const literalOf = (pattern: string): string | undefined => {
  const bare = pattern.replaceAll(/\\[^A-Za-z0-9]/g, '');
  return /[.*+?^${}()|[\]\\]/.test(bare) ? undefined : pattern.replaceAll(/\\([^A-Za-z0-9])/g, '$1');
};

/**
 * Returns a pattern without its anchors; undefined without both. `trailing` is true if it ignores a slash at the end.
 */
export const stripAnchors = (pattern: string): { readonly inner: string; readonly trailing: boolean } | undefined => {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return undefined;
  const inner = pattern.slice(1, -1);
  return inner.endsWith('/?') ? { inner: inner.slice(0, -2), trailing: true } : { inner, trailing: false };
};

/** Returns a stored address for a file. Percent signs are encoded, since the import decodes them. */
export const writtenSource = (url: string, regex: boolean): string => (regex ? url : url.replaceAll('%', '%25'));

/** True if the pattern covers the whole address, as servers replace it. */
export const replacesWholeAddress = (pattern: string): boolean =>
  pattern.startsWith('^') && /(?:\$|\.\*\)?)$/.test(pattern);
