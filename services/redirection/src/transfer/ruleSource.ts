import type { queryModes } from '@almanac/redirects/schemas';

export type QueryMode = (typeof queryModes)[number];

/** A source as a server's pattern says it. */
export interface RuleSource {
  readonly url: string;
  readonly regex: boolean;
  readonly flags: { readonly query: QueryMode; readonly ignoreCase: boolean; readonly trailing: boolean };
}

const SIGNS = /[.*+?^${}()|[\]\\]/g;

/** A text as a pattern that finds it alone. */
export const literal = (text: string): string => text.replaceAll(SIGNS, '\\$&');

/** The text that a pattern finds alone; undefined for one that finds others too. */
export const literalOf = (pattern: string): string | undefined => {
  const bare = pattern.replaceAll(/\\[^A-Za-z0-9]/g, '');
  return /[.*+?^${}()|[\]\\]/.test(bare) ? undefined : pattern.replaceAll(/\\([^A-Za-z0-9])/g, '$1');
};

/** A pattern with its anchors taken off, and whether it ignores a slash at the end; undefined without both anchors. */
export const anchoredOf = (pattern: string): { readonly inner: string; readonly trailing: boolean } | undefined => {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return undefined;
  const inner = pattern.slice(1, -1);
  return inner.endsWith('/?') ? { inner: inner.slice(0, -2), trailing: true } : { inner, trailing: false };
};

/** A stored address as files have it: what looks percent-encoded is encoded, since it is decoded when it is read. */
export const writtenSource = (url: string, regex: boolean): string => (regex ? url : url.replaceAll('%', '%25'));

/** Whether replacing what a pattern finds replaces the whole address, as servers do. */
export const replacesAll = (pattern: string): boolean => pattern.startsWith('^') && /(?:\$|\.\*\)?)$/.test(pattern);
