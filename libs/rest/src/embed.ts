import { viewsOf } from './inSlices.ts';
import { isObject } from './isObject.ts';
import { relationPrefix } from './links.ts';
import type { Params } from './params.ts';

/** The links that `_embed` requests: all, or these relations by compact or full name; undefined without `_embed`. */
export type Embedding = 'all' | ReadonlySet<string> | undefined;

/** Reads `_embed` (docs/interface/server.md §8): empty, `1` or `true` requests every embeddable link. */
export const readEmbedding = (params: Params): Embedding => {
  if (!('_embed' in params)) return undefined;
  const value = params._embed;
  const parts =
    typeof value === 'object' && value !== null ? Object.values(value).map(String) : String(value ?? '').split(',');
  const names = parts.map((part) => part.trim()).filter((part) => part !== '');
  const [first, second] = names;
  const all = first === undefined || (second === undefined && ['1', 'true'].includes(first));
  return all ? 'all' : new Set(names);
};

/** Returns the body of a link of this site; undefined for an outside address. */
export type ResolveLink = (href: string) => Promise<unknown>;

interface Link {
  readonly href?: unknown;
  readonly embeddable?: unknown;
}

/**
 * Adds `_embedded` to a record, or to each record of a list (docs/interface/server.md §11).
 * Each address is read once per answer.
 */
export const embedLinks = async (
  body: unknown,
  embedding: 'all' | ReadonlySet<string>,
  resolve: ResolveLink,
): Promise<unknown> => {
  const answers = new Map<string, Promise<unknown>>();
  const ask = (href: string): Promise<unknown> => {
    const asked = answers.get(href) ?? resolve(href);
    answers.set(href, asked);
    return asked;
  };
  const isChosen = (relation: string): boolean =>
    embedding === 'all' ||
    embedding.has(relation) ||
    (relation.startsWith('core:') && embedding.has(relationPrefix + relation.slice('core:'.length)));
  const extend = async (record: unknown): Promise<unknown> => {
    if (!isObject(record) || !isObject(record._links)) return record;
    const embedded = await embeddedOf(record._links, isChosen, ask);
    return Object.keys(embedded).length === 0 ? record : { ...record, _embedded: embedded };
  };
  return Array.isArray(body) ? viewsOf(body, extend) : extend(body);
};

const embeddedOf = async (
  links: Readonly<Record<string, unknown>>,
  isChosen: (relation: string) => boolean,
  ask: ResolveLink,
): Promise<Record<string, unknown[]>> => {
  const embedded: Record<string, unknown[]> = {};
  for (const [relation, entries] of Object.entries(links)) {
    if (!isChosen(relation) || !Array.isArray(entries)) continue;
    const bodies = await Promise.all(entries.map((entry: Link) => bodyOf(entry, ask)));
    if (bodies.some((body) => body !== undefined)) embedded[relation] = bodies.map((body) => body ?? []);
  }
  return embedded;
};

const bodyOf = async (link: Link, ask: ResolveLink): Promise<unknown> =>
  link.embeddable === true && typeof link.href === 'string' ? ask(link.href) : undefined;
